// What the products are held to, in every variant: with all that may be added to them, in chunks of rows, over long
// sums, and over weights of fewer bits.
import { packedMatrix, packedTable, tilesFor } from '../case-data';
import { overRows } from '../counts';
import { type Case, dot, kernel, type Numbers, room, sum } from '../kernel-contract';
import { loraDown, loraUpTransposed, matmul, matmulTransposed } from './matmul';
import * as twin from './twin';
import { backwardVariants, fewRowsVariants, forwardVariants, plainVariant, type VariantChoice } from './variants';

/** Every variant once; the shorter list repeats its plain one. */
const choices = forwardVariants.map((forward, index): VariantChoice => {
  const backward = backwardVariants[index] ?? plainVariant('matmul backward');
  return { 'matmul forward': forward.name, 'matmul backward': backward.name };
});
/** And of few rows. */
const slices = fewRowsVariants.map(({ name }) => ({ fewRows: true, variants: { 'matmul of few rows': name } }));
const inSlices = <C extends object>(one: C & { name: string; rows: number }): (C & Case & { rows: number })[] =>
  slices.map((how) => ({
    ...one,
    ...how,
    name: `${one.name}: few, ${named(how.variants)}`,
    sizes: { rows: one.rows },
  }));
const named = (choice: VariantChoice | undefined) => Object.values(choice ?? {}).join(' and ');
const each = <C extends object>(one: C & { name: string; rows: number }): (C & Case & { rows: number })[] =>
  choices.map((variants) => ({ ...one, name: `${one.name}: ${named(variants)}`, sizes: { rows: one.rows }, variants }));

const [k, n, scale] = [20, 44, 0.5];
const parts = [0, 24, 36];
const adapterAt = 16; // quads: one other adapter lies before it
const aFrom = 4 * adapterAt;
/** What depends on the adapter's rank. */
function loraOf({ rank }: { rank: number }) {
  const width = rank * parts.length;
  return { bFrom: aFrom + k * width, term: { rank, scale, parts, aOffset: 0, bOffset: k * width } };
}
const adapters = (a: Numbers, b: Numbers) => Float64Array.of(...room(aFrom), ...a, ...b);
const threeJoined = { name: 'three joined projections with an adapter', rows: 37, rank: 4 };
const sixteen = {
  ...{ name: 'of rank 16, numbers handed round', rows: 37, rank: 16, sizes: { rows: 37 } },
  variants: { 'matmul forward': 'rotated 4×32', 'matmul backward': 'rotated 4×32' },
};
const joined = [...each(threeJoined), sixteen];

export const forward = kernel({
  name: 'matmul',
  cases: [...joined, ...inSlices(threeJoined)],
  given: ({ normal }, { rows, rank }) => ({
    tiles: tilesFor(rows, adapterAt),
    x: normal(rows * k),
    w: normal(k * n),
    bias: normal(n),
    h: room(rows * rank * parts.length),
    adapters: adapters(normal(k * rank * parts.length), normal(rank * n)),
    residual: normal(rows * n),
    y: room(rows * n),
  }),
  launch: (to, { h, adapters: all, ...views }, one) => {
    const term = { ...loraOf(one).term, h, adapters: all };
    loraDown(to, { ...views, lora: term, k, over: overRows });
    matmul(to, { ...views, lora: term, k, n, over: overRows });
  },
  writes: ['h', 'y'],
  twin: ({ x, w, bias, adapters: all, residual }, { rows: m, rank }) => {
    const { bFrom } = loraOf({ rank });
    const y = twin.matmul({ x, w, bias, residual, m, k, n });
    const [a, b] = [all.subarray(aFrom, bFrom), all.subarray(bFrom)];
    return { h: twin.addLora({ x, a, b, y, parts, rank, scale, m, k, n }), y };
  },
  tolerance: 1e-6,
});

export const backward = kernel({
  name: 'matmul transposed',
  cases: joined,
  given: ({ normal }, { rows, rank }) => ({
    tiles: tilesFor(rows, adapterAt),
    dy: normal(rows * n),
    w: normal(k * n),
    dh: room(rows * rank * parts.length),
    adapters: adapters(normal(k * rank * parts.length), normal(rank * n)),
    dx: room(rows * k),
    x: normal(rows * k),
  }),
  launch: (to, { dh, adapters: all, ...views }, one) => {
    const term = { ...loraOf(one).term, h: dh, adapters: all };
    loraUpTransposed(to, { ...views, lora: term, n, over: overRows });
    matmulTransposed(to, { ...views, lora: term, k, n, over: overRows });
  },
  writes: ['dh', 'dx'],
  twin: ({ dy, adapters: all }, { rows: m, rank }) => ({
    dh: twin.loraUpTransposed({ dy, b: all.subarray(loraOf({ rank }).bFrom), parts, rank, scale, m, n }),
  }),
  tolerance: 1e-6,
  derivatives: ({ given: { dy, w, adapters: all, x }, gpu }, { rows: m, rank }) => [
    {
      got: gpu.dx,
      x,
      loss: (moved) => {
        const y = twin.matmul({ x: moved, w, m, k, n });
        twin.addLora({
          x: moved,
          a: all.subarray(aFrom, loraOf({ rank }).bFrom),
          b: all.subarray(loraOf({ rank }).bFrom),
          y,
          parts,
          rank,
          scale,
          m,
          k,
          n,
        });
        return dot(y, dy);
      },
      within: 1e-5,
    },
  ],
});

const long = 20_000;

const inTurns = { name: 'in turns', rows: 13, n: 24 };

/** Sums too long for one workgroup come in turns, and are added to what is there. Whole numbers: exact in any order. */
export const longSums = kernel({
  name: 'matmul over a long sum',
  cases: [...each(inTurns), ...inSlices(inTurns)],
  given: ({ whole }, one) => ({
    tiles: tilesFor(one.rows),
    x: whole(one.rows * long),
    w: whole(long * one.n),
    bias: whole(one.n),
    residual: whole(one.rows * one.n),
    y: room(one.rows * one.n),
    twice: room(one.rows * one.n),
  }),
  launch: (to, { tiles, x, w, bias, residual, y, twice }, one) => {
    const product = { tiles, x, w, k: long, n: one.n, over: overRows };
    matmul(to, { ...product, bias, residual, y });
    matmul(to, { ...product, y: twice });
    matmul(to, { ...product, bias, y: twice, accumulate: true });
  },
  writes: ['y', 'twice'],
  twin: ({ x, w, bias, residual }, { rows: m, n: out }) => {
    const product = { x, w, m, k: long, n: out };
    return {
      y: twin.matmul({ ...product, bias, residual }),
      twice: sum(twin.matmul(product), twin.matmul({ ...product, bias })),
    };
  },
  tolerance: 0,
});

const formats = ['f16', 'int8', 'int4'] as const;
/** Packed weights are read by the same few functions in every form: one in registers, one in workgroup memory and one
 *  shuffled stand for all. */
const everyForm = formats.flatMap((format) =>
  [choices[0], choices[4], choices[6]].map((variants = {}) => ({ format, variants })),
);
const packedForms = [...everyForm, ...formats.flatMap((format) => slices.slice(1).map((how) => ({ format, ...how })))];
const shapes = [
  { rows: 37, into: 20, out: 44 },
  { rows: 5, into: 36, out: 8 },
  { rows: 70, into: 100, out: 12 },
  { rows: 70, into: 100, out: 132 }, // three blocks of columns where a workgroup stages 64
];

export const packedProducts = kernel({
  name: 'matmul over weights of fewer bits, and transposed',
  cases: packedForms.flatMap((form) =>
    shapes.map((shape) => ({
      ...{
        name: `${form.format}, ${Object.values(shape).join(' × ')}: ${named(form.variants)}`,
        sizes: { rows: shape.rows },
      },
      ...form,
      ...shape,
    })),
  ),
  given: ({ normal }, { rows, into, out, format }) => ({
    tiles: tilesFor(rows),
    x: normal(rows * into),
    w: packedMatrix(format, normal(into * out), into, out),
    bias: normal(out),
    y: room(rows * out),
    dy: normal(rows * out),
    dx: room(rows * into),
  }),
  launch: (to, { tiles, w, x, bias, y, dy, dx }, { into, out }) => {
    const product = { tiles, w, k: into, n: out, over: overRows };
    matmul(to, { ...product, x, bias, y });
    matmulTransposed(to, { ...product, dy, dx });
  },
  writes: ['y', 'dx'],
  twin: ({ x, w, bias, dy }, { rows: m, into, out }) => ({
    y: twin.matmul({ x, w, bias, m, k: into, n: out }),
    dx: twin.matmulTransposed({ dy, w, m, k: into, n: out }),
  }),
  tolerance: 1e-6,
});

/** The head's rows are those from `first` on. */
const chunk = { first: 64, rows: 150 - 64, hidden: 24 };
const strideOf = (vocabulary: number) => Math.ceil(vocabulary / 4) * 4;
const tableCases = [37, 8229].flatMap((vocabulary) =>
  everyForm.map((form) => ({
    ...{ name: `${vocabulary} tokens in ${form.format}: ${named(form.variants)}`, sizes: { rows: chunk.rows } },
    ...{ ...form, vocabulary },
  })),
);
const plainTables = choices.map((variants) => ({
  ...{
    name: `37 tokens: ${named(variants)}`,
    sizes: { rows: chunk.rows },
    variants,
    format: 'f32' as const,
    vocabulary: 37,
  },
}));

/** Logits of a chunk of rows, for a vocabulary that is no multiple of 4: what lies beyond the table must not matter. */
export const headChunk = kernel({
  name: 'matmul transposed, a chunk of the head',
  cases: [...plainTables, ...tableCases],
  given: ({ normal }, { vocabulary, format }) => {
    const table = normal(vocabulary * chunk.hidden);
    return {
      tiles: tilesFor(150),
      dy: normal(150 * chunk.hidden),
      w:
        format === 'f32'
          ? Float64Array.of(...table, ...room(3 * chunk.hidden).fill(7))
          : packedTable(format, table, vocabulary),
      dx: room(chunk.rows * strideOf(vocabulary)),
    };
  },
  launch: (to, { w, ...views }, { vocabulary, format }) => {
    const table = format === 'f32' ? { ...w, offset: 0, size: vocabulary * chunk.hidden * 4 } : w;
    matmulTransposed(to, { ...views, w: table, k: vocabulary, n: chunk.hidden, first: chunk.first, over: overRows });
  },
  writes: ['dx'],
  columns: ({ vocabulary }) => ({ dx: { stride: strideOf(vocabulary), count: vocabulary } }),
  twin: ({ dy, w }, { vocabulary }) => {
    const own = dy.subarray(chunk.first * chunk.hidden);
    return { dx: twin.matmulTransposed({ dy: own, w, m: chunk.rows, k: vocabulary, n: chunk.hidden }) };
  },
  tolerance: 1e-6,
});

/** The gradient of what the head read; the columns that round the vocabulary up meet weights of zero. Errors grow as
 *  sums of f32 do. */
const packedHeadBackward = (vocabulary: number) =>
  kernel({
    name: `the way back over a table of ${vocabulary} tokens in fewer bits`,
    cases: tableCases.filter((one) => one.vocabulary === vocabulary),
    given: ({ normal }, { format }) => ({
      tiles: tilesFor(150),
      x: normal(chunk.rows * strideOf(vocabulary)),
      w: packedTable(format, normal(vocabulary * chunk.hidden), vocabulary),
      y: room(150 * chunk.hidden),
    }),
    launch: (to, views) =>
      matmul(to, { ...views, k: strideOf(vocabulary), n: chunk.hidden, first: chunk.first, over: overRows }),
    writes: ['y'],
    twin: ({ x, w }) => {
      const stride = strideOf(vocabulary);
      const inside = x.filter((_, index) => index % stride < vocabulary);
      const own = twin.matmul({ x: inside, w, m: chunk.rows, k: vocabulary, n: chunk.hidden });
      return { y: Float64Array.of(...room(chunk.first * chunk.hidden), ...own) };
    },
    tolerance: Math.max(1e-6, 1e-7 * Math.sqrt(vocabulary)),
  });
export const packedHeadBack = [packedHeadBackward(37), packedHeadBackward(8229)];
