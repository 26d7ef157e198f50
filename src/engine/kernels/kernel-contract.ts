// What the contract test holds a kernel to: its launch and its twin, on the same cases. list.ts has them all.
import { type Rng, rngFrom } from '../../basics/rng';
import type { Recorder } from '../gpu/recorder';
import type { Sizes } from '../gpu/recording';
import type { VariantChoice } from './matmul/variants';
import type { Matrix, Packing } from './packed/packed';

export type Numbers = Float64Array;

/** A uniform block's words. */
export class Uniform {
  constructor(readonly words: Uint32Array) {}
}

/** A matrix in fewer bits, and the numbers that it then has. */
export class PackedMatrix {
  constructor(
    readonly words: Uint32Array,
    readonly packing: Packing,
    readonly numbers: Numbers,
  ) {}
}

/** What lies in a buffer before the launch. */
export type Given = Numbers | Uint32Array | Uniform | PackedMatrix;
type ValueOf<G> = G extends PackedMatrix ? Numbers : G extends Uniform ? Uint32Array : G;
export type Values<G> = { readonly [name in keyof G]: ValueOf<G[name]> };
export type Written<G> = { readonly [name in keyof G]: Numbers };

export interface Case {
  readonly name: string;
  readonly sizes: Partial<Sizes>;
  /** Of the products, where it is not the plain one. */
  readonly variants?: VariantChoice;
  /** Recorded as few rows, as decoding is. */
  readonly fewRows?: boolean;
}

/** Numbers that are to be the derivatives of `loss` by `x`, at these places. */
export interface Derivatives {
  readonly got: Numbers;
  readonly x: Numbers;
  readonly loss: (x: Numbers) => number;
  /** All where absent. */
  readonly places?: readonly number[];
  readonly within: number;
}

export interface KernelContract<C extends Case, G extends Readonly<Record<string, Given>>> {
  readonly name: string;
  /** Shapes and settings: odd ones, and those of models that ship. */
  readonly cases: readonly C[];
  /** What lies in the buffers, in the order of the bindings. */
  given(random: Random, one: C): G;
  launch(to: Recorder, views: { readonly [name in keyof G]: Matrix }, one: C): void;
  /** The buffers that the launch writes. */
  readonly writes: readonly (keyof G & string)[];
  /** What lies in them afterwards, as far as the twin says; words are compared as they are. */
  twin(given: Values<G>, one: C): { readonly [name in keyof G]?: Numbers | Uint32Array };
  /** Of each row of what is written, the columns that count, where there are more: a row's floats, and how many of them
   *  from which on. */
  columns?(one: C): { readonly [name in keyof G]?: { readonly stride: number; readonly count: number } };
  /** Largest difference over the largest number compared, by buffer or for all; 0: none in any bit. */
  readonly tolerance: number | { readonly [name in keyof G]?: number };
  /** Gradients against central differences of the forward twin in f64. */
  derivatives?(seen: { given: Values<G>; gpu: Written<G>; twin: Written<G> }, one: C): readonly Derivatives[];
  /** What else holds of what was written; each must be true. */
  holds?(seen: { given: Values<G>; gpu: Written<G>; twin: Written<G> }, one: C): Readonly<Record<string, boolean>>;
}

export type AnyKernel = KernelContract<Case, Readonly<Record<string, Given>>>;

/** A contract for the list; its types are inferred from `cases` and `given`. */
export const kernel = <C extends Case, G extends Readonly<Record<string, Given>>>(
  one: KernelContract<C, G>,
): AnyKernel => one;

/** Chance of a case: equal names draw equal numbers. */
export class Random {
  readonly rng: Rng;
  constructor(...names: readonly string[]) {
    this.rng = rngFrom('contract', ...names);
  }

  /** Normal numbers that a float holds. */
  readonly normal = (length: number): Numbers => Float64Array.from({ length }, () => Math.fround(this.rng.normal()));

  /** Small whole numbers: their sums are exact in any order. */
  readonly whole = (length: number): Numbers => Float64Array.from({ length }, () => Math.round(3 * this.rng.normal()));
}

/** Room that a launch writes to. */
export const room = (floats: number): Numbers => new Float64Array(floats);

export const dot = (one: Numbers, other: Numbers): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);

export const sum = (one: Numbers, other: Numbers): Numbers =>
  one.map((value, index) => value + (other[index] as number));

/** The derivatives of `loss` at some places of `x`, by central differences. */
export function differencesAt(
  places: readonly number[],
  x: Numbers,
  loss: (x: Numbers) => number,
  step = 1e-5,
): Numbers {
  const moved = x.slice();
  return Float64Array.from(places, (index) => {
    const value = x[index] as number;
    moved[index] = value + step;
    const up = loss(moved);
    moved[index] = value - step;
    const down = loss(moved);
    moved[index] = value;
    return (up - down) / (2 * step);
  });
}

/** All places of few numbers; of many, every so many-th, by a step that no shape divides. */
export function someOf(length: number): number[] {
  const step = length <= 2000 ? 1 : 37;
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
}
