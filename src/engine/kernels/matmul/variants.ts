// The forms in which the matrix products exist. All compute the same in the same order; which is fastest is a matter of
// the adapter, so the tuner (engine/tuner.ts) times them there. The first of each list is the plain one: what others
// are compared with. Those of few rows, for decoding alone, add in another order.
import { present } from '../../../basics/check';
import type { Constants } from '../../gpu/template';

export interface Variant {
  readonly name: string;
  readonly constants: Constants;
  /** Rows of a workgroup. */
  readonly height: number;
  /** Quads of columns of a workgroup. */
  readonly width: number;
  /** Subgroups must have at least as many lanes. */
  readonly lanes?: number;
  /** Only where k, n and ranks are multiples of four and weights are not packed; elsewhere the plain one stands in. */
  readonly rotated?: true;
}

/** Registers only: a thread has rows × quads, a workgroup high × wide threads. */
function registers(rows: number, quads: number, high: number, wide: number): Variant {
  const constants = { ROWS: rows, QUADS: quads, HIGH: high, WIDE: wide };
  return { name: `${rows}×${4 * quads} in ${high}×${wide}`, constants, height: rows * high, width: quads * wide };
}

/** Tiles of x and w in workgroup memory; rows × high must divide 32, so that a workgroup has one adapter. */
function staged(rows: number, high: number, wide: number): Variant {
  const constants = { ROWS: rows, QUADS: 1, HIGH: high, WIDE: wide, STAGED: 1 };
  return { name: `staged ${rows}×4 in ${high}×${wide}`, constants, height: rows * high, width: wide };
}

/** All threads of a workgroup have the same rows, which divide 32; they load `lanes` different numbers of each and hand
 *  them to each other. */
function shuffled(rows: number, wide: number, lanes: number): Variant {
  const constants = { ROWS: rows, QUADS: 1, HIGH: 1, WIDE: wide, SHUFFLED: lanes };
  return { name: `shuffled ${rows}×4 in ${wide}`, constants, height: rows, width: wide, lanes };
}

/** A workgroup is four lanes that hand numbers round, forward four quads of columns at a time. */
export function rotated(rows: number, quads: number): Variant {
  const constants = { ROWS: rows, QUADS: quads, GROUPS: quads / 4, ROTATED: 1 };
  return { name: `rotated ${rows}×${4 * quads}`, constants, height: 4 * rows, width: quads, lanes: 4, rotated: true };
}

/** Few rows keep a card waiting for its memory: each is spread over workgroups, whose slices of threads share a sum's k
 *  (few-rows.wgsl); norms and attention then do likewise. 16 KiB of workgroup memory, as every adapter has. */
export function sliced(rows: number, slices: number, wide: number): Variant {
  const constants = { ROWS: rows, SLICES: slices, WIDE: wide };
  return { name: `${rows} rows in ${slices} slices`, constants, height: rows, width: wide };
}

/** As products of many rows. */
const together: Variant = { ...registers(8, 2, 8, 8), name: 'together' };

export const fewRowsVariants: readonly Variant[] = [together, sliced(4, 16, 16), sliced(8, 8, 16)];

export const forwardVariants: readonly Variant[] = [
  registers(8, 2, 8, 8),
  registers(8, 2, 16, 4),
  registers(8, 3, 8, 8),
  registers(4, 1, 8, 8),
  staged(8, 4, 16),
  staged(4, 8, 16),
  staged(2, 16, 16),
  shuffled(16, 8, 8),
  shuffled(8, 32, 8),
  rotated(4, 8),
];

export const backwardVariants: readonly Variant[] = [
  registers(4, 1, 8, 8),
  registers(8, 1, 8, 8),
  registers(16, 1, 4, 8),
  staged(8, 4, 16),
  staged(4, 8, 16),
  staged(2, 16, 16),
  shuffled(16, 8, 8),
  shuffled(8, 32, 8),
  rotated(4, 8),
];

/** The kernels that exist in variants. */
export type TunedKernel = 'matmul forward' | 'matmul backward' | 'matmul of few rows';

/** The names of the variants an adapter is best served with; the plain ones where it says nothing. */
export type VariantChoice = Readonly<Partial<Record<TunedKernel | 'row of logits', string>>>;

export const variants: Readonly<Record<TunedKernel, readonly Variant[]>> = {
  'matmul forward': forwardVariants,
  'matmul backward': backwardVariants,
  'matmul of few rows': fewRowsVariants,
};

export const tunedKernels = Object.keys(variants) as TunedKernel[];

/** The variants of a kernel that run where the smallest subgroup has so many lanes; 0: where there are no subgroups. */
export const variantsFor = (kernel: TunedKernel, lanes: number): readonly Variant[] =>
  variants[kernel].filter((variant) => (variant.lanes ?? 0) <= lanes);

/** Lanes that the smallest subgroup must have for these variants to run. */
export const lanesFor = (choice: VariantChoice): number =>
  Math.max(...tunedKernels.map((kernel) => variantOf(kernel, choice).lanes ?? 0));

/** The chosen variant; the plain one when none, or one that this version does not know, is chosen. */
export function variantOf(kernel: TunedKernel, choice: VariantChoice): Variant {
  const list = variants[kernel];
  return list.find(({ name }) => name === choice[kernel]) ?? plainVariant(kernel);
}

/** How many threads go through a row of logits together: as many as a processor's lanes. Where more meet at barriers it
 *  takes longer over each group of lanes – SwiftShader makes a coroutine of every one – than over their work. The sum
 *  over a row follows from it: sampler and trainer take the same. */
const rowThreads = {
  '64 threads': { THREADS: 64 },
  '8 threads': { THREADS: 8, FEW: 1 },
  '4 threads': { THREADS: 4, FEW: 1, FOUR: 1 },
} as const satisfies Readonly<Record<string, Constants>>;

export const rowThreadsNames = Object.keys(rowThreads) as (keyof typeof rowThreads)[];

export function rowThreadsOf({ variants: choice }: { readonly variants: VariantChoice }): Constants {
  const name = rowThreadsNames.find((known) => known === choice['row of logits']);
  return rowThreads[name ?? '64 threads'];
}

/** The first of the kernel's list: what others are compared with. */
export function plainVariant(kernel: TunedKernel): Variant {
  return present(variants[kernel][0], `variants of ${kernel}`);
}

/** How a recording of few rows spreads them; undefined where rows stay together. */
export function spreadOf({
  fewRows,
  variants: choice,
}: {
  readonly fewRows: boolean;
  readonly variants: VariantChoice;
}): Variant | undefined {
  const variant = fewRows ? variantOf('matmul of few rows', choice) : together;
  return variant === together ? undefined : variant;
}
