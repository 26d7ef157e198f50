// What sums over rows are held to: gradients of weights, of joined projections and of columns, in chunks, added to what
// is there.
import { overRows } from '../counts';
import { kernel, type Numbers, room, sum, Uniform } from '../kernel-contract';
import { spanLayout } from '../shared/layouts';
import * as twin from './twin';
import { columnSum, reduceChunks, weightGradient } from './weight-gradient';

const [rows, i, j, rank, chunks] = [301, 12, 44, 4, 5];
const parts = [0, 24, 36];
const stride = i * j + rank * j + j;

export const sums = kernel({
  name: 'gradients over rows',
  cases: [{ name: '301 rows in chunks of 64', sizes: { rows, chunks } }],
  given: ({ normal }) => ({
    span: new Uniform(spanLayout.table([{ rows, chunkRows: 64 }])),
    a: normal(rows * i),
    b: normal(rows * j),
    view: room(chunks * stride),
    gradient: Float64Array.of(...normal(i * j), ...room(rank * j + j)),
  }),
  launch: (to, { span, a, b, view, gradient }) => {
    const partial = { view, span, stride, chunks: (sizes: { chunks: number }) => sizes.chunks };
    const product = { a, b, j, aStride: i, partial, over: overRows };
    weightGradient(to, { ...product, i, offset: 0 });
    weightGradient(to, { ...product, i: rank, offset: i * j, scale: 2, joined: { rank, parts } });
    columnSum(to, { b, j, rowStride: j, offset: i * j + rank * j, partial });
    reduceChunks(to, { partial, gradient, floats: stride });
  },
  writes: ['gradient'],
  twin: ({ a, b, gradient }) => {
    const own = twin.weightGradient({ a, b, m: rows, i, j });
    const joined = Float64Array.from({ length: rank * j }, (_, index) => {
      const column = index % j;
      const part = parts.filter((start) => start <= column).length - 1;
      return 2 * (own[(part * rank + Math.floor(index / j)) * j + column] as number);
    });
    const columns = twin.columnSum({ b, m: rows, j });
    return { gradient: sum(gradient, Float64Array.of(...own, ...joined, ...columns)) };
  },
  tolerance: 1e-6,
  holds: ({ gpu, twin: { gradient: wanted } }) => {
    /** The sums of each kind are held to their own size, too: those of columns are smaller. */
    const near = (from: number, to: number) => {
      const own: Numbers = wanted.slice(from, to);
      const scale = Math.max(...own.map(Math.abs));
      return own.every((value, index) => Math.abs((gpu.gradient[from + index] as number) - value) < 1e-6 * scale);
    };
    return {
      'weights within 1e-6': near(0, i * j),
      'joined projections within 1e-6': near(i * j, i * j + rank * j),
      'columns within 1e-6': near(i * j + rank * j, stride),
    };
  },
});
