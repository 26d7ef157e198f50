// What norm per head, rotary turn and their way back are held to.
import { frequenciesOf } from '../../../contract/rope';
import { batch, paddedHeads, positions, smollm2, tilesFor } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, type Numbers, room, someOf } from '../kernel-contract';
import { type Heads, rope, ropeBackward, ropeTableOf } from './rope';
import * as twin from './twin';

const rows = batch.count;
const small = { heads: 4, kvHeads: 2, epsilon: 1e-5 };
const shapes = [
  { normed: true, shape: { ...small, headSize: 10, paddedHead: 12 } },
  { normed: false, shape: { ...small, headSize: 8, paddedHead: 8 } },
  { normed: false, shape: smollm2 },
  { normed: true, shape: smollm2 },
];
const twinOf = (qkv: Numbers, gains: Numbers, { normed, shape }: { normed: boolean; shape: Heads }) => {
  const frequencies = frequenciesOf(shape.headSize, 100);
  return twin.rope({ qkv, gains: normed ? gains : undefined, positions, frequencies, shape });
};

export const turning = kernel({
  name: 'rope',
  cases: shapes.map(({ normed, shape }) => ({
    name: `${normed ? 'normed ' : ''}${shape.heads} heads of ${shape.headSize}, ${shape.kvHeads} of keys`,
    ...{ sizes: { rows }, normed, shape },
  })),
  given: (random, { shape }) => ({
    tiles: tilesFor(rows),
    rows: batch.rows,
    qkv: paddedHeads(random, rows * (shape.heads + 2 * shape.kvHeads), shape),
    gains: paddedHeads(random, 2, shape),
    ropeTable: Float64Array.from(ropeTableOf(16, frequenciesOf(shape.headSize, 100))),
    q: room(rows * shape.heads * shape.paddedHead),
    kv: room(rows * 2 * shape.kvHeads * shape.paddedHead),
    dq: paddedHeads(random, rows * shape.heads, shape),
    dkv: paddedHeads(random, rows * 2 * shape.kvHeads, shape),
    terms: room(rows * (shape.heads + shape.kvHeads) * shape.paddedHead),
  }),
  launch: (to, { gains, ...views }, { normed, shape }) => {
    const shared = { ...views, gains: normed ? gains : undefined, shape, over: overRows };
    rope(to, shared);
    ropeBackward(to, shared);
  },
  writes: ['q', 'kv', 'qkv', 'terms'],
  twin: ({ qkv, gains }, one) => twinOf(qkv, gains, one),
  tolerance: 2e-6,
  derivatives: ({ given: { qkv, gains, dq, dkv }, gpu }, one) => {
    const { heads, kvHeads, headSize, paddedHead } = one.shape;
    const lossOf = (moved: Numbers, by: Numbers) => {
      const { q, kv } = twinOf(moved, by, one);
      return dot(q, dq) + dot(kv, dkv);
    };
    const real = (index: number) => index % paddedHead < headSize;
    const places = someOf(qkv.length).filter(real);
    const ofRows = { got: gpu.qkv, x: qkv, loss: (moved: Numbers) => lossOf(moved, gains), places, within: 1e-5 };
    if (!one.normed) return [ofRows];
    const summed = new Float64Array(2 * paddedHead); // the gains' terms over rows and heads, of q and of k
    for (const [index, term] of gpu.terms.entries()) {
      const isKey = Math.floor(index / paddedHead) % (heads + kvHeads) >= heads;
      const place = (isKey ? paddedHead : 0) + (index % paddedHead);
      summed[place] = (summed[place] as number) + term;
    }
    const loss = (moved: Numbers) => lossOf(qkv, moved);
    return [ofRows, { got: summed, x: gains, loss, places: [...gains.keys()].filter(real), within: 1e-5 }];
  },
  holds: ({ gpu: { qkv, terms } }, { normed, shape: { headSize, paddedHead } }) => {
    const padsAreZero = (numbers: Numbers) =>
      numbers.every((value, index) => index % paddedHead < headSize || value === 0);
    return {
      'pads of the gradient are zero': padsAreZero(qkv),
      "pads of the gains' terms are zero": !normed || padsAreZero(terms),
    };
  },
});
