// Launchers of the step between the joined projection and attention: norm per head, rotary turn, writing keys and
// values.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import { costs } from '../costs';
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
  ropeTable: View;
  shape: Heads;
  over: Count;
}

/** From qkv [M, H + 2·KV, P]: writes q [M, H, P], and k and v to each row's slot of kv [slots, 2, KV, P]. */
export function rope(
  recorder: Recorder,
  { tiles, rows, qkv, gains, ropeTable, q, kv, shape, over }: Turned & { q: View; kv: View },
): void {
  recorder.dispatch(
    { name: 'rope', source: forwardSource, constants: { D: shape.headSize, P: shape.paddedHead } },
    {
      shape: blockOf(shape, gains),
      tiles,
      rows,
      qkv,
      gains: gains ?? recorder.nothing,
      rope_table: ropeTable,
      q,
      kv,
    },
    {
      grid: (sizes) => [groupsOf(headsIn(shape) * over(sizes), 64)],
      work: (sizes) => headsIn(shape) * over(sizes) * shape.paddedHead * costs.rope,
    },
  );
}

/** qkv leaves as its own gradient; `terms` [M, H + KV, P] receives the gains' terms (a place of its own when heads are
 *  not normed). */
export function ropeBackward(
  recorder: Recorder,
  { tiles, rows, qkv, gains, ropeTable, dq, dkv, terms, shape, over }: Turned & { dq: View; dkv: View; terms: View },
): void {
  recorder.dispatch(
    { name: 'rope backward', source: backwardSource, constants: { D: shape.headSize, P: shape.paddedHead } },
    {
      shape: blockOf(shape, gains),
      tiles,
      rows,
      gains: gains ?? recorder.nothing,
      rope_table: ropeTable,
      dq,
      dkv,
      qkv,
      terms,
    },
    {
      grid: (sizes) => [groupsOf(headsIn(shape) * over(sizes), 64)],
      work: (sizes) => headsIn(shape) * over(sizes) * shape.paddedHead * costs.ropeBackward,
    },
  );
}

const blockOf = ({ heads, kvHeads, epsilon }: Heads, gains: View | undefined) => ({
  heads,
  kvHeads,
  normed: gains ? 1 : 0,
  epsilon,
});

/** Heads of a joined projection. */
const headsIn = ({ heads, kvHeads }: Heads): number => heads + 2 * kvHeads;

/** Cosine and sine of position · frequency for positions 0 … count − 1, in f64 and then rounded: [count, D/2, 2]. */
export function ropeTableOf(count: number, frequencies: Float64Array): Float32Array {
  const half = frequencies.length;
  const table = new Float32Array(count * half * 2);
  for (let position = 0; position < count; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * (frequencies[i] as number);
      table[(position * half + i) * 2] = Math.cos(angle);
      table[(position * half + i) * 2 + 1] = Math.sin(angle);
    }
  }
  return table;
}
