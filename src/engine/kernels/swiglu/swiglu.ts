// Launchers of silu(gate)·up.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import { costs } from '../costs';
import type { Count } from '../counts';
import backwardSource from './backward.wgsl?raw';
import forwardSource from './forward.wgsl?raw';

/** Writes act = silu(gate) · up: [M, width], from gu [M, 2, width]. */
export function swiglu(
  recorder: Recorder,
  { tiles, gu, act, width, over }: { tiles: View; gu: View; act: View; width: number; over: Count },
): void {
  recorder.dispatch(
    { name: 'swiglu', source: forwardSource },
    { shape: { f4: width / 4 }, tiles, gu, act },
    {
      grid: (sizes) => [groupsOf(width / 4, 8), groupsOf(over(sizes), 8)],
      work: (sizes) => over(sizes) * width * costs.swiglu,
    },
  );
}

/** gu leaves as its own gradient. */
export function swigluBackward(
  recorder: Recorder,
  { tiles, dact, gu, width, over }: { tiles: View; dact: View; gu: View; width: number; over: Count },
): void {
  recorder.dispatch(
    { name: 'swiglu backward', source: backwardSource },
    { shape: { f4: width / 4 }, tiles, dact, gu },
    {
      grid: (sizes) => [groupsOf(width / 4, 8), groupsOf(over(sizes), 8)],
      work: (sizes) => over(sizes) * width * costs.swiglu,
    },
  );
}
