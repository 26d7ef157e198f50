// Launcher of log-softmax, entropy, objective and the slope of the logits. The settings are the batch's: a uniform buffer.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import type { Count } from '../counts';
import source from './forward.wgsl?raw';

/** Structurally learning's ObjectiveSettings. */
export interface Objective {
  readonly kind: 'at-grpo' | 'sft';
  readonly clipLow: number;
  readonly clipHigh: number;
  readonly kl: number;
  readonly entropy: number;
  readonly aggregation: 'token-mean' | 'sequence-mean' | 'constant';
  readonly divisor: number;
}

export function objective(
  recorder: Recorder,
  {
    settings,
    first,
    starts,
    targets,
    logits,
    results,
    over,
  }: {
    settings: View;
    first: number;
    starts: View;
    targets: View;
    logits: View;
    results: View;
    over: Count;
  },
): void {
  recorder.dispatch(
    { name: 'objective', source },
    { settings, chunk: recorder.shape(first), starts, targets, logits, results },
    { grid: (sizes) => [over(sizes)] },
  );
}

/** The settings' block. `train` 0 scores only: the logits stay. */
export function objectiveBlock(
  { kind, clipLow, clipHigh, kl, entropy }: Pick<Objective, 'kind' | 'clipLow' | 'clipHigh' | 'kl' | 'entropy'>,
  { train, vocabulary, stride }: { train: boolean; vocabulary: number; stride: number },
): ArrayBuffer {
  const block = new ArrayBuffer(32);
  new Uint32Array(block).set([kind === 'sft' ? 1 : 0, train ? 1 : 0, vocabulary, stride]);
  new Float32Array(block).set([clipLow, clipHigh, kl, entropy], 4);
  return block;
}
