// Launchers of log-softmax, entropy, objective and the gradient of the logits. Logits come a chunk of rows and a window
// of the vocabulary at a time: `softmaxWindow` for each window, then `objective`, then `objectiveGradient` for each.
// The settings are the batch's: a uniform buffer.

import type { TokenObjective } from '../../../contract/objective';
import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import { costs } from '../costs';
import type { Count } from '../counts';
import { rowThreadsOf } from '../matmul/variants';
import { settingsLayout } from '../shared/layouts';
import gradientSource from './backward.wgsl?raw';
import source from './forward.wgsl?raw';
import statisticsSource from './statistics.wgsl?raw';

/** Logits of the predictions from `first` on, for the tokens from `token` on. */
interface LogitsWindow {
  readonly first: number;
  readonly token: number;
  readonly count: number;
  /** Floats of a row: `count` rounded up to quads. */
  readonly stride: number;
  readonly logits: View;
}

interface Predicted {
  readonly starts: View;
  readonly targets: View;
  /** [predictions] of softmaxLayout */
  readonly softmax: View;
  /** [targets] of resultLayout */
  readonly results: View;
  readonly over: Count;
}

/** Adds a window to each row's softmax (the first one begins it), and notes the logits of the targets in it. */
export function softmaxWindow(
  recorder: Recorder,
  { window, starts, targets, softmax, results, over }: Predicted & { window: LogitsWindow },
): void {
  const { first, token, count, stride, logits } = window;
  recorder.dispatch(
    { name: 'softmax', source: statisticsSource, constants: rowThreadsOf(recorder) },
    { shape: { first, token, count, stride }, starts, targets, logits, softmax, results },
    { grid: (sizes) => [over(sizes)], work: (sizes) => over(sizes) * count * costs.softmax },
  );
}

/** Results of every target of the chunk of rows that begins at prediction `first`, a multiple of 64. */
export function objective(
  recorder: Recorder,
  {
    settings,
    tiles,
    first,
    starts,
    targets,
    softmax,
    results,
    over,
  }: Predicted & { settings: View; tiles: View; first: number },
): void {
  recorder.dispatch(
    { name: 'objective', source },
    { settings, chunk: { first }, tiles, starts, targets, softmax, results },
    { grid: (sizes) => [groupsOf(over(sizes), 64)] },
  );
}

/** The window's logits leave as their gradient. */
export function objectiveGradient(
  recorder: Recorder,
  { window, starts, targets, softmax, results, over }: Predicted & { window: LogitsWindow },
): void {
  const { first, token, count, stride, logits } = window;
  recorder.dispatch(
    { name: 'objective gradient', source: gradientSource },
    { shape: { first, token, count, stride }, starts, targets, softmax, results, logits },
    { grid: (sizes) => [over(sizes)], work: (sizes) => over(sizes) * count * costs.objectiveGradient },
  );
}

/** The settings' block. */
export const objectiveBlock = ({ kind, clipLow, clipHigh, kl, entropy }: TokenObjective): Uint32Array<ArrayBuffer> =>
  settingsLayout.table([{ kind: kind === 'sft' ? 1 : 0, clipLow, clipHigh, kl, entropy }]);
