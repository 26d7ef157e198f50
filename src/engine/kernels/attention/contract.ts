// What attention over packed groups is held to.
import { batch, paddedHeads, smollm2, tilesFor } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, type Numbers, type Random, room, someOf } from '../kernel-contract';
import type { Heads } from '../rope/rope';
import { attention, attentionBackward } from './attention';
import * as twin from './twin';

const rows = batch.count;
const sees = twin.slotsSeen(batch.rows, rows);
const shapes = [{ heads: 4, kvHeads: 2, headSize: 10, paddedHead: 12, epsilon: 1e-5 }, smollm2];
const cases = shapes.map((shape) => {
  const name = `${shape.heads} heads of ${shape.headSize}, ${shape.kvHeads} of keys, packed groups`;
  return { name, sizes: { rows }, shape };
});

const heads = (random: Random, shape: Heads) => ({
  tiles: tilesFor(rows),
  rows: batch.rows,
  q: paddedHeads(random, rows * shape.heads, shape),
  kv: paddedHeads(random, rows * 2 * shape.kvHeads, shape),
  o: room(rows * shape.heads * shape.paddedHead),
  stats: room(rows * shape.heads * 2),
});

export const forward = kernel({
  name: 'attention',
  cases,
  given: (random, { shape }) => heads(random, shape),
  launch: (to, views, { shape }) => attention(to, { ...views, shape, over: overRows }),
  writes: ['o'],
  twin: ({ q, kv }, { shape }) => ({ o: twin.attention({ q, kv, sees, shape }) }),
  tolerance: 2e-6,
});

/** In two passes, behind the forward pass whose statistics it reads; o leaves as dq. */
export const backward = kernel({
  name: 'attention backward',
  cases,
  given: (random, one) => ({
    ...heads(random, one.shape),
    d_o: paddedHeads(random, rows * one.shape.heads, one.shape),
    dkv: room(rows * 2 * one.shape.kvHeads * one.shape.paddedHead),
  }),
  launch: (to, views, { shape }) => {
    attention(to, { ...views, shape, over: overRows });
    attentionBackward(to, { ...views, shape, over: overRows });
  },
  writes: ['o', 'dkv'],
  twin: () => ({}),
  tolerance: 0,
  derivatives: ({ given: { q, kv, d_o }, gpu }, { shape }) => {
    const lossOf = (movedQ: Numbers, movedKv: Numbers) =>
      dot(twin.attention({ q: movedQ, kv: movedKv, sees, shape }), d_o);
    return [
      { got: gpu.o, x: q, loss: (moved) => lossOf(moved, kv), places: someOf(q.length), within: 1e-5 },
      { got: gpu.dkv, x: kv, loss: (moved) => lossOf(q, moved), places: someOf(kv.length), within: 1e-5 },
    ];
  },
});
