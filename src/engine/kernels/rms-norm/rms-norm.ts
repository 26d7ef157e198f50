// Launchers of the root-mean-square norm over a row.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import { costs } from '../costs';
import type { Count } from '../counts';
import { spreadOf } from '../matmul/variants';
import backwardSource from './backward.wgsl?raw';
import fewRowsSource from './few-rows.wgsl?raw';
import forwardSource from './forward.wgsl?raw';

interface Norm {
  tiles: View;
  x: View;
  gain: View;
  width: number;
  epsilon: number;
  over: Count;
}

/** Writes y = x · gain ÷ rms(x) for each row: [M, width]. `width` counts floats. */
export function rmsNorm(recorder: Recorder, { tiles, x, gain, y, width, epsilon, over }: Norm & { y: View }): void {
  const spread = spreadOf(recorder) !== undefined;
  const kernel = spread
    ? { name: 'rms norm of few rows', source: fewRowsSource }
    : { name: 'rms norm', source: forwardSource };
  const rowsOfGroup = spread ? 1 : 32;
  recorder.dispatch(
    kernel,
    { shape: { c4: width / 4, epsilon }, tiles, x, gain, y },
    { grid: (sizes) => [groupsOf(over(sizes), rowsOfGroup)], work: (sizes) => over(sizes) * width * costs.rmsNorm },
  );
}

/** dx (+)=; dy leaves holding the gain's terms. */
export function rmsNormBackward(
  recorder: Recorder,
  { tiles, x, gain, dy, dx, width, epsilon, accumulate, over }: Norm & { dy: View; dx: View; accumulate: boolean },
): void {
  recorder.dispatch(
    { name: 'rms norm backward', source: backwardSource },
    { shape: { c4: width / 4, epsilon, accumulate: accumulate ? 1 : 0 }, tiles, x, gain, dy, dx },
    { grid: (sizes) => [groupsOf(over(sizes), 32)], work: (sizes) => over(sizes) * width * costs.rmsNorm },
  );
}
