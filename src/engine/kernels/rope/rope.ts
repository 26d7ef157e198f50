// Launchers of the step between the joined projection and attention: norm per head, rotary turn, writing keys and values.

import type { View } from '../../gpu/kernel';
import { float, type Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import type { Count } from '../counts';
import backwardSource from './backward.wgsl?raw';
import forwardSource from './forward.wgsl?raw';

export interface Heads {
  readonly heads: number;
  readonly kvHeads: number;
  readonly headSize: number;
  readonly paddedHead: number;
  readonly epsilon: number;
}

interface Turned {
  tiles: View;
  rows: View;
  qkv: View;
  /** [2, P] gains of q's and k's norm; none for families without it. */
  gains: View | undefined;
  turns: View;
  shape: Heads;
  over: Count;
}

export function rope(
  recorder: Recorder,
  { tiles, rows, qkv, gains, turns, q, kv, shape, over }: Turned & { q: View; kv: View },
): void {
  recorder.dispatch(
    { name: 'rope', source: forwardSource, constants: { D: shape.headSize, P: shape.paddedHead } },
    {
      shape: recorder.shape(shape.heads, shape.kvHeads, gains ? 1 : 0, float(shape.epsilon)),
      tiles,
      rows,
      qkv,
      gains: gains ?? recorder.nothing,
      turns,
      q,
      kv,
    },
    { grid: (sizes) => [groupsOf(over(sizes) * (shape.heads + 2 * shape.kvHeads), 64)] },
  );
}

/** qkv leaves as its own gradient; `terms` [M, H + KV, P] receives the gains' terms (a place of its own when heads are not normed). */
export function ropeBackward(
  recorder: Recorder,
  { tiles, rows, qkv, gains, turns, dq, dkv, terms, shape, over }: Turned & { dq: View; dkv: View; terms: View },
): void {
  recorder.dispatch(
    { name: 'rope backward', source: backwardSource, constants: { D: shape.headSize, P: shape.paddedHead } },
    {
      shape: recorder.shape(shape.heads, shape.kvHeads, gains ? 1 : 0, float(shape.epsilon)),
      tiles,
      rows,
      gains: gains ?? recorder.nothing,
      turns,
      dq,
      dkv,
      qkv,
      terms,
    },
    { grid: (sizes) => [groupsOf(over(sizes) * (shape.heads + 2 * shape.kvHeads), 64)] },
  );
}

/** Cosine and sine of position · theta^(−2i/D) for positions 0 … count − 1, in f64 and then rounded: [count, D/2, 2]. */
export function turnsTable(count: number, headSize: number, theta: number): Float32Array {
  const half = headSize / 2;
  const table = new Float32Array(count * half * 2);
  for (let position = 0; position < count; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * theta ** ((-2 * i) / headSize);
      table[(position * half + i) * 2] = Math.cos(angle);
      table[(position * half + i) * 2 + 1] = Math.sin(angle);
    }
  }
  return table;
}
