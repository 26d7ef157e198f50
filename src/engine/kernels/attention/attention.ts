// Launchers of grouped-query attention over slots. One kernel for training, prompts and decoding: the rows say what
// each sees.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { type Dispatch, groupsOf, type How } from '../../gpu/recording';
import { costs } from '../costs';
import type { Count } from '../counts';
import { spreadOf } from '../matmul/variants';
import type { Heads } from '../rope/rope';
import keySource from './backward-key.wgsl?raw';
import querySource from './backward-query.wgsl?raw';
import fewRowsSource from './few-rows.wgsl?raw';
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
  /** [M, H, 2]: log Σ exp (logSumExp), and Σ dO·O (dODotO) once the queries' backward pass has been. */
  stats: View;
  /** The slots of prompts' tokens, where prompts share prefixes. */
  paths?: View | undefined;
  shape: Heads;
  over: Count;
}

const threads = 64;

/** Writes o [M, H, P] and the softmax statistics; `lists`, while decoding, has the slots of each branch's own
 *  tokens. */
export function attention(
  recorder: Recorder,
  { tiles, rows, q, kv, o, stats, paths, shape, over, lists }: Attention & { lists?: SlotLists | undefined },
): void {
  const tables = { PATHS: paths ? 1 : 0, LISTED: lists ? 1 : 0, LISTS: paths ? 8 : 7 };
  const P4 = shape.paddedHead / 4;
  const spread = spreadOf(recorder) && P4 <= threads;
  recorder.dispatch(
    spread
      ? {
          name: 'attention of few rows',
          source: fewRowsSource,
          constants: { P4, SHARES: Math.floor(threads / P4), ...tables },
        }
      : { name: 'attention', source: forwardSource, constants: { P4, GROUP: groupOf(shape), ...tables } },
    {
      shape: { ...blockOf(shape), stride: lists?.stride ?? 0 },
      tiles,
      rows,
      q,
      kv,
      o,
      stats,
      ...(paths ? { paths } : {}),
      ...(lists ? { lists: lists.view } : {}),
    },
    {
      grid: (sizes) => [
        spread ? over(sizes) * shape.heads : groupsOf((over(sizes) * shape.heads) / groupOf(shape), threads),
      ],
      work: workOf(shape, over, costs.attention),
      product: productOf(shape, over, 2),
    },
  );
}

/** o leaves as dq; dkv [M, 2, KV, P] is written. Training only: a row's slot is the row. */
export function attentionBackward(
  recorder: Recorder,
  { tiles, rows, q, kv, o, stats, paths, d_o, dkv, shape, over }: Attention & { d_o: View; dkv: View },
): void {
  const constants = { P4: shape.paddedHead / 4 };
  const queries = { ...constants, GROUP: groupOf(shape), PATHS: paths ? 1 : 0 };
  recorder.dispatch(
    { name: 'attention backward query', source: querySource, constants: queries },
    { shape: blockOf(shape), tiles, rows, q, kv, d_o, o, stats, ...(paths ? { paths } : {}) },
    {
      grid: (sizes) => [groupsOf((over(sizes) * shape.heads) / groupOf(shape), 64)],
      work: workOf(shape, over, costs.attentionBackwardQuery),
      product: productOf(shape, over, 3),
    },
  );
  recorder.dispatch(
    { name: 'attention backward key', source: keySource, constants },
    { shape: blockOf(shape), tiles, rows, q, kv, d_o, stats, dkv },
    {
      grid: (sizes) => [groupsOf(over(sizes) * shape.kvHeads, 64)],
      work: workOf(shape, over, costs.attentionBackwardKey),
      product: productOf(shape, over, 4),
    },
  );
}

/** Query heads of one thread: those that share keys and values, where their registers suffice (twice GROUP · P floats
 *  and more). */
const groupOf = ({ heads, kvHeads, paddedHead }: Heads): number =>
  (heads / kvHeads) * paddedHead <= 64 ? heads / kvHeads : 1;

/** Operations by what one number of one key costs. */
function workOf(
  { heads, paddedHead }: Heads,
  over: Count,
  { narrow, wide }: { narrow: number; wide: number },
): Dispatch['work'] {
  const cost = heads * paddedHead * (paddedHead > 32 ? wide : narrow);
  return (sizes) => over(sizes) * sizes.meanKeysPerRow * cost;
}

/** Of so many multiply-adds for one number of one key. */
const productOf =
  ({ heads, headSize }: Heads, over: Count, each: number): How['product'] =>
  (sizes) => ({ operations: over(sizes) * sizes.meanKeysPerRow * heads * headSize * each * 2, bytes: 0 });

const blockOf = ({ heads, kvHeads, headSize }: Heads) => ({ heads, kvHeads, scale: 1 / Math.sqrt(headSize) });
