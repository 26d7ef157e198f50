// What attention over packed groups, and over a tree of prompts, is held to.
import type { PackedTraining } from '../../model/rows';
import { batch, paddedHeads, smollm2, tilesFor, treeBatch } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, type Numbers, type Random, room, someOf } from '../kernel-contract';
import { attention, attentionBackward } from './attention';
import * as twin from './twin';

const shapes = [{ heads: 4, kvHeads: 2, headSize: 10, paddedHead: 12, epsilon: 1e-5 }, smollm2];
const batches: [string, PackedTraining][] = [
  ['packed groups', batch],
  ['a tree', treeBatch],
];
const cases = batches.flatMap(([rows, packed]) =>
  shapes.map((shape) => {
    const name = `${shape.heads} heads of ${shape.headSize}, ${shape.kvHeads} of keys, ${rows}`;
    return { name, sizes: { rows: packed.count }, shape, packed };
  }),
);
type Case = (typeof cases)[number];

const inSlices = { fewRows: true, variants: { 'matmul of few rows': '4 rows in 16 slices' } } as const;
const spread = cases.map((one) => ({ ...one, name: `${one.name}, a workgroup for each row and head`, ...inSlices }));

const heads = (random: Random, { shape, packed: { count, rows, paths } }: Case) => ({
  tiles: tilesFor(count),
  rows,
  q: paddedHeads(random, count * shape.heads, shape),
  kv: paddedHeads(random, count * 2 * shape.kvHeads, shape),
  o: room(count * shape.heads * shape.paddedHead),
  stats: room(count * shape.heads * 2),
  paths: paths.length > 0 ? paths : new Uint32Array(1),
});

/** The slots that each row sees. */
const seen = ({ packed: { rows, count, paths } }: Case) => twin.slotsSeen(rows, count, paths);

const launched = <V extends { readonly paths: unknown }>({ paths, ...views }: V, { shape, packed }: Case) => ({
  ...views,
  ...(packed.paths.length > 0 ? { paths: paths as V['paths'] } : {}),
  shape,
  over: overRows,
});

export const forward = kernel({
  name: 'attention',
  cases: [...cases, ...spread],
  given: heads,
  launch: (to, views, one) => attention(to, launched(views, one)),
  writes: ['o'],
  twin: ({ q, kv }, one) => ({ o: twin.attention({ q, kv, sees: seen(one), shape: one.shape }) }),
  tolerance: 2e-6,
});

/** In two passes, behind the forward pass whose statistics it reads; o leaves as dq. */
export const backward = kernel({
  name: 'attention backward',
  cases,
  given: (random, one) => ({
    ...heads(random, one),
    d_o: paddedHeads(random, one.packed.count * one.shape.heads, one.shape),
    dkv: room(one.packed.count * 2 * one.shape.kvHeads * one.shape.paddedHead),
  }),
  launch: (to, views, one) => {
    attention(to, launched(views, one));
    attentionBackward(to, launched(views, one));
  },
  writes: ['o', 'dkv'],
  twin: () => ({}),
  tolerance: 0,
  derivatives: ({ given: { q, kv, d_o }, gpu }, one) => {
    const [sees, { shape }] = [seen(one), one];
    const lossOf = (movedQ: Numbers, movedKv: Numbers) =>
      dot(twin.attention({ q: movedQ, kv: movedKv, sees, shape }), d_o);
    return [
      { got: gpu.o, x: q, loss: (moved) => lossOf(moved, kv), places: someOf(q.length), within: 1e-5 },
      { got: gpu.dkv, x: kv, loss: (moved) => lossOf(q, moved), places: someOf(kv.length), within: 1e-5 },
    ];
  },
});
