// Launchers of sums over rows: gradients of weights, biases and gains. Rows are cut into chunks, each summed by itself
// into `partial`; reduce adds the chunks in order. `span` (rows, rows per chunk) is the batch's.
import { check } from '../../../basics/check';
import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf, productOf } from '../../gpu/recording';
import type { Constants } from '../../gpu/template';
import type { Count } from '../counts';
import { variantOf } from '../matmul/variants';
import columnSource from './column-sum.wgsl?raw';
import forwardSource from './forward.wgsl?raw';
import forwardRotatedSource from './forward-rotated.wgsl?raw';
import reduceSource from './reduce.wgsl?raw';

export interface Partial {
  readonly view: View;
  readonly span: View;
  /** Floats from one chunk's sums to the next. */
  readonly stride: number;
  readonly chunks: Count;
}

/** partial[chunk][offset…] = scale · aᵀ·b: a [M, aStride] of which `i` columns count, b [M, j]. */
export function weightGradient(
  recorder: Recorder,
  {
    a,
    b,
    i,
    j,
    aStride,
    offset,
    scale = 1,
    partial,
    over,
    joined,
  }: {
    a: View;
    b: View;
    i: number;
    j: number;
    aStride: number;
    offset: number;
    scale?: number;
    partial: Partial;
    over: Count;
    /** For B of an adapter: column j of b takes a's columns of its own projection. */
    joined?: { rank: number; parts: readonly number[] };
  },
): void {
  const form = formOf(recorder, [i, aStride, joined?.rank ?? 0], joined?.parts ?? []);
  const far = 0x3fffffff;
  const part1 = (joined?.parts[1] ?? far * 4) / 4;
  const part2 = (joined?.parts[2] ?? far * 4) / 4;
  recorder.dispatch(
    { name: 'weight gradient', source: form.source, constants: form.constants },
    {
      shape: {
        i,
        j4: j / 4,
        aStride,
        outOffset: offset / 4,
        chunkStride: partial.stride / 4,
        rank: joined?.rank ?? 0,
        part1,
        part2,
        scale,
      },
      span: partial.span,
      a,
      b,
      partial: partial.view,
    },
    {
      grid: (sizes) => [groupsOf(j / 4, form.width), groupsOf(i, form.height), partial.chunks(sizes)],
      work: (sizes) => 2 * over(sizes) * i * j,
      product: (sizes) => productOf(i, over(sizes), j),
    },
  );
}

/** Where the products hand numbers round, so does this, if a workgroup's columns are all of one projection. `columns`:
 *  numbers of a's columns. */
function formOf(
  { variants }: Recorder,
  columns: readonly number[],
  parts: readonly number[],
): { source: string; constants: Constants; width: number; height: number } {
  const areFours = columns.every((count) => count % 4 === 0) && parts.every((column) => column % 16 === 0);
  if (areFours && variantOf('matmul forward', variants).rotated)
    return { source: forwardRotatedSource, constants: { ROTATED: 1 }, width: 4, height: 16 };
  const QUADS = parts.length > 0 ? 1 : 2;
  return { source: forwardSource, constants: { COLUMNS: 8, QUADS }, width: 8 * QUADS, height: 64 };
}

/** partial[chunk][offset…] = Σ over rows and `inner` blocks of b[m, first + block·j …]. Widths in floats. */
export function columnSum(
  recorder: Recorder,
  {
    b,
    j,
    inner = 1,
    rowStride,
    first = 0,
    offset,
    partial,
  }: {
    b: View;
    j: number;
    inner?: number;
    rowStride: number;
    first?: number;
    offset: number;
    partial: Partial;
  },
): void {
  recorder.dispatch(
    { name: 'column sum', source: columnSource },
    {
      shape: {
        j4: j / 4,
        inner,
        rowStride: rowStride / 4,
        outOffset: offset / 4,
        chunkStride: partial.stride / 4,
        first: first / 4,
      },
      span: partial.span,
      b,
      partial: partial.view,
    },
    { grid: (sizes) => [groupsOf(j / 4, 32), 1, partial.chunks(sizes)] },
  );
}

/** gradient += Σ chunks of partial, over `floats` floats. */
export function reduceChunks(
  recorder: Recorder,
  { partial, gradient, floats }: { partial: Partial; gradient: View; floats: number },
): void {
  check(floats % 4 === 0, `a gradient's length is a multiple of 4, got ${floats}`);
  const groups = groupsOf(floats / 4, 64);
  const x = Math.min(groups, 32768);
  recorder.dispatch(
    { name: 'reduce chunks', source: reduceSource },
    {
      shape: { n4: floats / 4, chunkStride: partial.stride / 4, width: x * 64 },
      span: partial.span,
      partial: partial.view,
      gradient,
    },
    { grid: (sizes) => (partial.chunks(sizes) === 0 ? [0] : [x, Math.ceil(groups / x)]) },
  );
}
