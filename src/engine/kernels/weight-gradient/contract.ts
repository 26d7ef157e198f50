// What sums over rows are held to: gradients of weights, of joined projections and of columns, in chunks, added to what
// is there.
import { overRows } from '../counts';
import { kernel, type Numbers, room, sum, Uniform } from '../kernel-contract';
import { spanLayout } from '../shared/layouts';
import * as twin from './twin';
import { columnSum, reduceChunks, weightGradient } from './weight-gradient';

const [rows, i, chunks] = [301, 12, 5];
const sizes = { rows, chunks };
const odd = { sizes, j: 44, rank: 4, parts: [0, 24, 36] };
const even = { sizes, j: 80, rank: 16, parts: [0, 32, 64] };
const rotated = { 'matmul forward': 'rotated 4×32' };
const strideOf = ({ j, rank }: typeof odd) => i * j + rank * j + j;

export const sums = kernel({
  name: 'gradients over rows',
  cases: [
    { name: '301 rows in chunks of 64', ...odd },
    { name: '301 rows in chunks of 64, rotated', ...even, variants: rotated },
    { name: 'projections too narrow to be rotated', ...odd, variants: rotated },
  ],
  given: ({ normal }, one) => ({
    span: new Uniform(spanLayout.table([{ rows, chunkRows: 64 }])),
    a: normal(rows * Math.max(i, one.rank * one.parts.length)),
    b: normal(rows * one.j),
    view: room(chunks * strideOf(one)),
    gradient: Float64Array.of(...normal(i * one.j), ...room(one.rank * one.j + one.j)),
  }),
  launch: (to, { span, a, b, view, gradient }, one) => {
    const { j, rank, parts } = one;
    const stride = strideOf(one);
    const partial = { view, span, stride, chunks: (sizes: { chunks: number }) => sizes.chunks };
    const product = { a, b, j, partial, over: overRows };
    weightGradient(to, { ...product, aStride: i, i, offset: 0 });
    const joined = { rank, parts };
    weightGradient(to, { ...product, aStride: rank * parts.length, i: rank, offset: i * j, scale: 2, joined });
    columnSum(to, { b, j, rowStride: j, offset: i * j + rank * j, partial });
    reduceChunks(to, { partial, gradient, floats: stride });
  },
  writes: ['gradient'],
  twin: ({ a, b, gradient }, { j, rank, parts }) => {
    const own = twin.weightGradient({ a, b, m: rows, i, j });
    const ofAll = twin.weightGradient({ a, b, m: rows, i: rank * parts.length, j });
    const joined = Float64Array.from({ length: rank * j }, (_, index) => {
      const column = index % j;
      const part = parts.filter((start) => start <= column).length - 1;
      return 2 * (ofAll[(part * rank + Math.floor(index / j)) * j + column] as number);
    });
    const columns = twin.columnSum({ b, m: rows, j });
    return { gradient: sum(gradient, Float64Array.of(...own, ...joined, ...columns)) };
  },
  tolerance: 1e-6,
  holds: ({ gpu, twin: { gradient: wanted } }, one) => {
    const { j, rank } = one;
    /** The sums of each kind are held to their own size, too: those of columns are smaller. */
    const near = (from: number, to: number) => {
      const own: Numbers = wanted.slice(from, to);
      const scale = Math.max(...own.map(Math.abs));
      return own.every((value, index) => Math.abs((gpu.gradient[from + index] as number) - value) < 1e-6 * scale);
    };
    return {
      'weights within 1e-6': near(0, i * j),
      'joined projections within 1e-6': near(i * j, i * j + rank * j),
      'columns within 1e-6': near(i * j + rank * j, strideOf(one)),
    };
  },
});
