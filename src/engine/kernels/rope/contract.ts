// What norm per head and rotary turn are held to.
import { frequenciesOf } from '../../../contract/rope';
import { batch, paddedHeads, positions, smollm2, tilesFor } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, type Numbers, type Random, room, someOf } from '../kernel-contract';
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
const cases = shapes.map(({ normed, shape }) => {
  const name = `${normed ? 'normed ' : ''}${shape.heads} heads of ${shape.headSize}, ${shape.kvHeads} of keys`;
  return { name, sizes: { rows }, normed, shape };
});
type RopeCase = (typeof cases)[number];

const shared = (random: Random, shape: Heads) => ({
  qkv: paddedHeads(random, rows * (shape.heads + 2 * shape.kvHeads), shape),
  gains: paddedHeads(random, 2, shape),
  ropeTable: Float64Array.from(ropeTableOf(16, frequenciesOf(shape.headSize, 100))),
});
const twinOf = (qkv: Numbers, gains: Numbers, { normed, shape }: RopeCase) => {
  const frequencies = frequenciesOf(shape.headSize, 100);
  return twin.rope({ qkv, gains: normed ? gains : undefined, positions, frequencies, shape });
};

export const forward = kernel({
  name: 'rope',
  cases,
  given: (random, { shape }) => ({
    tiles: tilesFor(rows),
    rows: batch.rows,
    ...shared(random, shape),
    q: room(rows * shape.heads * shape.paddedHead),
    kv: room(rows * 2 * shape.kvHeads * shape.paddedHead),
  }),
  launch: (to, { gains, ...views }, { normed, shape }) =>
    rope(to, { ...views, gains: normed ? gains : undefined, shape, over: overRows }),
  writes: ['q', 'kv'],
  twin: ({ qkv, gains }, one) => twinOf(qkv, gains, one),
  tolerance: 2e-6,
});

export const backward = kernel({
  name: 'rope backward',
  cases,
  given: (random, { shape }) => ({
    tiles: tilesFor(rows),
    rows: batch.rows,
    ...shared(random, shape),
    dq: paddedHeads(random, rows * shape.heads, shape),
    dkv: paddedHeads(random, rows * 2 * shape.kvHeads, shape),
    terms: room(rows * (shape.heads + shape.kvHeads) * shape.paddedHead),
  }),
  launch: (to, { gains, ...views }, { normed, shape }) =>
    ropeBackward(to, { ...views, gains: normed ? gains : undefined, shape, over: overRows }),
  writes: ['qkv', 'terms'],
  twin: () => ({}),
  tolerance: 0,
  derivatives: ({ given: { qkv, gains, dq, dkv }, gpu }, one) => {
    const { heads, kvHeads, headSize, paddedHead } = one.shape;
    const lossOf = (moved: Numbers, by: Numbers) => {
      const { q, kv } = twinOf(moved, by, one);
      return dot(q, dq) + dot(kv, dkv);
    };
    const real = (index: number) => index % paddedHead < headSize;
    const ofRows = {
      got: gpu.qkv,
      x: qkv,
      loss: (moved: Numbers) => lossOf(moved, gains),
      places: someOf(qkv.length).filter(real),
    };
    if (!one.normed) return [{ ...ofRows, within: 1e-5 }];
    const summed = new Float64Array(2 * paddedHead); // the gains' terms over rows and heads, of q and of k
    for (const [index, term] of gpu.terms.entries()) {
      const isKey = Math.floor(index / paddedHead) % (heads + kvHeads) >= heads;
      const place = (isKey ? paddedHead : 0) + (index % paddedHead);
      summed[place] = (summed[place] as number) + term;
    }
    const places = [...gains.keys()].filter(real);
    return [ofRows, { got: summed, x: gains, loss: (moved: Numbers) => lossOf(qkv, moved), places }].map((derivatives) => ({
      ...derivatives,
      within: 1e-5,
    }));
  },
  holds: ({ gpu: { qkv, terms } }, { normed, shape: { headSize, paddedHead } }) => {
    const padsAreZero = (numbers: Numbers) => numbers.every((value, index) => index % paddedHead < headSize || value === 0);
    return {
      'pads of the gradient are zero': padsAreZero(qkv),
      "pads of the gains' terms are zero": !normed || padsAreZero(terms),
    };
  },
});
