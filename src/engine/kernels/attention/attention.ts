// Launchers of grouped-query attention over slots. One kernel for training, prompts and decoding: the rows say what each sees.

import type { View } from '../../gpu/kernel';
import { float, type Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import type { Count } from '../counts';
import type { Heads } from '../rope/rope';
import keySource from './backward-key.wgsl?raw';
import querySource from './backward-query.wgsl?raw';
import forwardSource from './forward.wgsl?raw';

/** Where each branch's own keys and values lie while it decodes. */
export interface SlotLists {
  readonly view: View; // [branches, stride]
  readonly stride: number;
}

interface Attention {
  tiles: View;
  rows: View;
  q: View;
  kv: View;
  o: View;
  /** [M, H, 2]: log Σ exp, and Σ dO·O. */
  seen: View;
  shape: Heads;
  over: Count;
}

export function attention(
  recorder: Recorder,
  { tiles, rows, q, kv, o, seen, shape, over, lists }: Attention & { lists?: SlotLists | undefined },
): void {
  const constants = { P4: shape.paddedHead / 4, GROUP: groupOf(shape), LISTED: lists ? 1 : 0 };
  recorder.dispatch(
    { name: 'attention', source: forwardSource, constants },
    { shape: shapeOf(recorder, shape, lists?.stride), tiles, rows, q, kv, o, seen, ...(lists ? { lists: lists.view } : {}) },
    {
      grid: (sizes) => [groupsOf((over(sizes) * shape.heads) / groupOf(shape), 64)],
      work: (sizes) => over(sizes) * shape.heads * shape.paddedHead * sizes.seen * (spills(shape) ? 16 : 8),
    },
  );
}

/** o leaves as dq; dkv [M, 2, KV, P] is written. Training only: a row's slot is the row. */
export function attentionBackward(
  recorder: Recorder,
  { tiles, rows, q, kv, o, seen, d_o, dkv, shape, over }: Attention & { d_o: View; dkv: View },
): void {
  const constants = { P4: shape.paddedHead / 4 };
  const work = (perKey: number) => (sizes: Parameters<Count>[0]) =>
    over(sizes) * shape.heads * shape.paddedHead * sizes.seen * perKey;
  recorder.dispatch(
    { name: 'attention backward query', source: querySource, constants: { ...constants, GROUP: groupOf(shape) } },
    { shape: shapeOf(recorder, shape), tiles, rows, q, kv, d_o, o, seen },
    { grid: (sizes) => [groupsOf((over(sizes) * shape.heads) / groupOf(shape), 64)], work: work(spills(shape) ? 20 : 10) },
  );
  recorder.dispatch(
    { name: 'attention backward key', source: keySource, constants },
    { shape: shapeOf(recorder, shape), tiles, rows, q, kv, d_o, seen, dkv },
    { grid: (sizes) => [groupsOf(over(sizes) * shape.kvHeads, 64)], work: work(spills(shape) ? 60 : 20) },
  );
}

/** Query heads of one thread: those that share keys and values, where their registers suffice (twice GROUP · P floats and more). */
const groupOf = ({ heads, kvHeads, paddedHead }: Heads): number => ((heads / kvHeads) * paddedHead <= 64 ? heads / kvHeads : 1);

/** Heads so wide that a thread's numbers do not fit into registers: a key costs twice as much there, its slope three times. */
const spills = ({ paddedHead }: Heads): boolean => paddedHead > 32;

const shapeOf = (recorder: Recorder, { heads, kvHeads, headSize }: Heads, stride = 0): View =>
  recorder.shape(heads, kvHeads, float(1 / Math.sqrt(headSize)), stride);
