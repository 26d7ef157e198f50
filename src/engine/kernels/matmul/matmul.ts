// Launchers of the matrix products. Mathematics and speed: kernels/README.md.

import { check } from '../../../basics/check';
import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf, type How, productOf } from '../../gpu/recording';
import type { Count } from '../counts';
import { type Matrix, packedWords, readingOf } from '../packed/packed';
import backwardSource from './backward.wgsl?raw';
import backwardRotatedSource from './backward-rotated.wgsl?raw';
import fewRowsSource from './few-rows.wgsl?raw';
import forwardSource from './forward.wgsl?raw';
import forwardRotatedSource from './forward-rotated.wgsl?raw';
import { plainVariant, rotated, sliced, spreadOf, type TunedKernel, type Variant, variantOf } from './variants';

/** Where a LoRA term's pieces lie. Offsets in floats, inside an adapter; the tiles say where the adapter is. */
export interface LoraTerm {
  readonly rank: number;
  readonly scale: number;
  /** First columns of the joined projections. */
  readonly parts: readonly number[];
  readonly aOffset: number;
  readonly bOffset: number;
  /** [M, parts·R]: x·A going forward, the gradient of that going backward. */
  readonly h: View;
  readonly adapters: View;
}

const far = 0x3fffffff;
/** x·A is a few quads wide: a workgroup of few columns and many rows. Registers only, so that w may lie inside each
 *  tile's adapter. */
const narrow: Variant = { name: 'narrow', constants: { ROWS: 8, QUADS: 2, HIGH: 16, WIDE: 2 }, height: 128, width: 4 };

/** The same of few rows. */
const narrowSlices = sliced(4, 64, 4);

/** The same where the products hand numbers round, and dy·Bᵀ. */
const narrowRotated = rotated(4, 4);

interface Form {
  readonly name: string;
  readonly source: string;
  readonly variant: Variant;
}

const manyRows = (variant: Variant): Form => ({
  name: 'matmul forward',
  source: variant.rotated ? forwardRotatedSource : forwardSource,
  variant,
});
const fewRows = (variant: Variant): Form => ({ name: 'matmul of few rows', source: fewRowsSource, variant });

function formOf(recorder: Recorder, { packing }: Matrix, inFours: boolean): Form {
  const spread = spreadOf(recorder);
  check(!(spread && packing?.across), 'a table that lies across is not multiplied with few rows');
  return spread ? fewRows(spread) : manyRows(fitting('matmul forward', recorder, inFours && !packing));
}

/** The chosen variant, or the plain one where that asks for more than there is. */
function fitting(kernel: TunedKernel, { variants: choice }: Recorder, inFours: boolean): Variant {
  const variant = variantOf(kernel, choice);
  return variant.rotated && !inFours ? plainVariant(kernel) : variant;
}

const areFours = (...numbers: number[]): boolean => numbers.every((number) => number % 4 === 0);

const partQuads = (parts: readonly number[]): [number, number] => [
  (parts[1] ?? far * 4) / 4,
  (parts[2] ?? far * 4) / 4,
];

/** A product's block where there is neither a LoRA term nor a weight of the adapters'. */
const bare = {
  wOffset: 0,
  wFromAdapter: 0,
  rank: 0,
  hStride: 0,
  bOffset: 0,
  part1: 0,
  part2: 0,
  scale: 0,
  first: 0,
};

/** Inputs that are summed in one go. One workgroup's share is the least that can be submitted, and a vocabulary's is
 *  too much for that. */
const longestSum = 8192;

/** y = residual + x·w + bias + LoRA, or added to y; w [K, N]. K any number, N a multiple of 4. From row `first` on,
 *  which is x's first. */
export function matmul(
  recorder: Recorder,
  {
    tiles,
    x,
    w,
    bias,
    lora,
    residual,
    y,
    accumulate = false,
    k,
    n,
    first = 0,
    over,
  }: {
    tiles: View;
    x: View;
    w: Matrix;
    bias?: View | undefined;
    lora?: LoraTerm | undefined;
    residual?: View | undefined;
    y: View;
    accumulate?: boolean;
    k: number;
    n: number;
    first?: number;
    over: Count;
  },
): void {
  const { nothing } = recorder;
  const [part1, part2] = partQuads(lora?.parts ?? []);
  const { name, source, variant } = formOf(recorder, w, areFours(k, lora?.rank ?? 0));
  const reading = readingOf(w);
  for (let from = 0; from < k; from += longestSum) {
    const end = Math.min(k, from + longestSum);
    const begins = from === 0; // the rest is added to that
    const rank = begins ? (lora?.rank ?? 0) : 0;
    // Constants of the kernel: asked at run time they took a sixth of a small model's product on a processor.
    const adds = {
      BIAS: begins && bias ? 1 : 0,
      RESIDUAL: begins && residual ? 1 : 0,
      ITSELF: begins && !accumulate ? 0 : 1,
      LORA: rank > 0 ? 1 : 0,
    };
    recorder.dispatch(
      { name, source, constants: { ...variant.constants, ...reading.constants, ...adds } },
      {
        shape: {
          ...bare,
          ...{ k, n4: n / 4, first, kFirst: from, kEnd: end },
          ...{ rank, hStride: rank * (lora?.parts.length ?? 0), bOffset: (lora?.bOffset ?? 0) / 4 },
          ...{ part1, part2, scale: lora?.scale ?? 0 },
          ...reading.places,
        },
        tiles,
        x,
        w,
        bias: bias ?? nothing,
        h: lora?.h ?? nothing,
        adapters: lora?.adapters ?? nothing,
        residual: residual ?? nothing,
        y,
      },
      gridOf(variant, { n, k: end - from + rank, over, weight: bytesOf(w, end - from, n) + 4 * rank * n }),
    );
  }
}

/** h = x·A: [M, parts·R], with the adapter of each tile. */
export function loraDown(
  recorder: Recorder,
  { tiles, x, lora, k, over }: { tiles: View; x: View; lora: LoraTerm; k: number; over: Count },
): void {
  const { nothing } = recorder;
  const n = lora.rank * lora.parts.length;
  const { rotated: isRotated } = fitting('matmul forward', recorder, areFours(k));
  const { name, source, variant } = spreadOf(recorder)
    ? fewRows(narrowSlices)
    : manyRows(isRotated ? narrowRotated : narrow);
  recorder.dispatch(
    { name, source, constants: variant.constants },
    {
      shape: { ...bare, k, n4: n / 4, wOffset: lora.aOffset / 4, wFromAdapter: 1, kFirst: 0, kEnd: k },
      tiles,
      x,
      w: lora.adapters,
      bias: nothing,
      h: nothing,
      adapters: nothing,
      residual: nothing,
      y: lora.h,
    },
    gridOf(variant, { n, k, over }),
  );
}

/** A thread computes as many, asked for or not. */
const rowsOfThread = 8;

/** Of rows of `k` numbers that become `n`; `costs`: what a multiply-add takes. */
function gridOf(
  { width, height }: Variant,
  { n, k, over, costs = 2, weight }: { n: number; k: number; over: Count; costs?: number; weight?: number },
): How {
  return {
    grid: (sizes) => [groupsOf(Math.ceil(n / 4), width), groupsOf(over(sizes), height)],
    work: (sizes) => Math.ceil(over(sizes) / rowsOfThread) * rowsOfThread * costs * n * k,
    product: (sizes) => productOf(over(sizes), k, n, weight),
  };
}

/** Of `rows` of a weight as wide as `columns`; where it is packed, as it is stored. */
const bytesOf = (w: Matrix, rows: number, columns: number): number =>
  w.packing ? packedWords(w.packing) * 4 : 4 * rows * columns;

/** As `bare`, of a transposed product. */
const bareBack = { wOffset: 0, wFromAdapter: 0, first: 0, rank: 0, part1: 0, part2: 0, j4: 0, aOffset: 0, scale: 1 };

/** dx = dy·wᵀ + dh·Aᵀ, from row `first` on, which is dx's first; w [K, N] has `k` rows; dx's rows are k rounded up to
 *  quads wide (the excess is not to be read). */
export function matmulTransposed(
  recorder: Recorder,
  {
    tiles,
    dy,
    w,
    lora,
    dx,
    k,
    n,
    first = 0,
    over,
  }: {
    tiles: View;
    dy: View;
    w: Matrix;
    lora?: LoraTerm | undefined;
    dx: View;
    k: number;
    n: number;
    first?: number;
    over: Count;
  },
): void {
  const { nothing } = recorder;
  const k4 = Math.ceil(k / 4);
  const j4 = lora ? (lora.rank * lora.parts.length) / 4 : 0;
  const variant = fitting('matmul backward', recorder, !w.packing);
  const reading = readingOf(w);
  const source = variant.rotated ? backwardRotatedSource : backwardSource;
  recorder.dispatch(
    { name: 'matmul backward', source, constants: { ...variant.constants, ...reading.constants } },
    {
      shape: {
        ...bareBack,
        ...{ n4: n / 4, k4, first, j4, aOffset: (lora?.aOffset ?? 0) / 4, wRows: k },
        ...reading.places,
      },
      tiles,
      dy,
      w,
      dh: lora?.h ?? nothing,
      adapters: lora?.adapters ?? nothing,
      dx,
    },
    gridOf(variant, { n: k, k: n + j4 * 4, over, costs: 3, weight: bytesOf(w, k, n) + 4 * k * j4 * 4 }),
  );
}

/** dh = scale · dy·Bᵀ, each joined projection by its own columns. */
export function loraUpTransposed(
  recorder: Recorder,
  { tiles, dy, lora, n, over }: { tiles: View; dy: View; lora: LoraTerm; n: number; over: Count },
): void {
  const { nothing } = recorder;
  const width = lora.rank * lora.parts.length;
  const [part1, part2] = partQuads(lora.parts);
  const { rotated: isRotated } = fitting('matmul backward', recorder, true);
  // Its projections have their own columns: no common tiles, and none that a workgroup's columns lie across.
  const variant = isRotated && lora.rank % 16 === 0 ? narrowRotated : plainVariant('matmul backward');
  const source = variant.rotated ? backwardRotatedSource : backwardSource;
  recorder.dispatch(
    { name: 'matmul backward', source, constants: variant.constants },
    {
      shape: {
        ...bareBack,
        ...{ n4: n / 4, k4: width / 4, wOffset: lora.bOffset / 4, wFromAdapter: 1 },
        ...{ rank: lora.rank, part1, part2, scale: lora.scale, wRows: lora.rank },
      },
      tiles,
      dy,
      w: lora.adapters,
      dh: nothing,
      adapters: nothing,
      dx: lora.h,
    },
    gridOf(variant, { n: width, k: n / lora.parts.length, over, costs: 3 }),
  );
}
