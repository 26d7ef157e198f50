// Which rows the benchmark has, and how large each is: a large card gets the sizes of a real training run, a small one
// and a processor that plays GPU smaller ones of the same kind, so that the whole table takes minutes on each.

import type { KnownShape } from '../../../models/known-models';

export const rowNames = [
  'product-1024',
  'decode-sprout',
  'decode-135m',
  'step-sprout',
  'step-135m',
  'packing-gain',
  'prefix-gain',
  'at-grpo-steps-per-minute',
] as const;

/** Of larger models: measured where they are asked for by name, and no part of the table. */
const ladderNames = ['360m', 'qwen2.5-0.5b', 'qwen3-0.6b'] as const satisfies readonly KnownShape[];

type LadderName = (typeof ladderNames)[number];
export type RowName = (typeof rowNames)[number] | `decode-${LadderName}` | `step-${LadderName}`;
/** `135m-part`: a fifteenth of the 135M shape, of its layers and of its vocabulary alike. */
export type ModelName = 'sprout' | '135m-part' | KnownShape;

export interface DecodeShape {
  readonly model: ModelName;
  readonly groups: number;
  readonly branches: number;
  readonly prompt: number;
  readonly tokens: number;
}

export interface StepShape {
  readonly model: ModelName;
  readonly groups: number;
  readonly branches: number;
  readonly prompt: number;
  readonly completion: number;
}

export type Case = { readonly name: RowName } & (
  | { readonly kind: 'product'; readonly m: number; readonly k: number; readonly n: number }
  | ({ readonly kind: 'decode' } & DecodeShape)
  | ({ readonly kind: 'step' } & StepShape)
  | ({ readonly kind: 'packing' } & StepShape)
  /** `text`: tokens that all prompts begin with. */
  | ({ readonly kind: 'prefix'; readonly text: number } & StepShape)
  | { readonly kind: 'at-grpo'; readonly preset: string; readonly steps: number }
);

/** How far an adapter reaches: the sizes it is measured with, so that the whole table takes minutes. */
export type Reach = 'processor' | 'card' | 'large card';

/** From these many GFLOP/s of our own product on. A processor may say that it is a card, and a card be as slow as a
 *  processor. */
const leastGigaflops = { card: 100, 'large card': 5000 } as const;

export function reachOf({ software }: { readonly software: boolean }, gigaflops: number): Reach {
  if (software || gigaflops < leastGigaflops.card) return 'processor';
  return gigaflops < leastGigaflops['large card'] ? 'card' : 'large card';
}

/** Milliseconds after which a table measures no more peers; our own side of what is left takes a small part of that
 *  again. */
export const patienceMs: Readonly<Record<Reach, number>> = {
  processor: 26 * 60_000,
  card: 150_000,
  'large card': 150_000,
};

/** What an adapter's reach is known by; the first row of every table too. */
export const probe = { name: 'product-1024', kind: 'product', m: 1024, k: 1024, n: 1024 } as const satisfies Case;

/** The benchmark's cases, in order. */
export function casesFor(reach: Reach): Case[] {
  const { decode, step, packing, prefix, atGrpo } = sizes[reach];
  return [
    probe,
    { name: 'product-1024', kind: 'product', m: 1024, k: 576, n: 1536 },
    ...decode.map((size): Case => ({ name: `decode-${size[0]}`, kind: 'decode', ...sizeOf(size), tokens: size[4] })),
    ...step.map((size): Case => ({ name: `step-${size[0]}`, kind: 'step', ...sizeOf(size), completion: size[4] })),
    ...packing.map((size): Case => ({ name: 'packing-gain', kind: 'packing', ...sizeOf(size), completion: size[4] })),
    { name: 'prefix-gain', kind: 'prefix', ...sizeOf(prefix), completion: prefix[4], text: systemText },
    { name: 'at-grpo-steps-per-minute', kind: 'at-grpo', ...atGrpo },
  ];
}

/** The cases of larger models, in order. */
export function ladderCases(reach: Reach): Case[] {
  const [decode, step] = ladderSizes[reach];
  return ladderNames.flatMap((model): Case[] => [
    { name: `decode-${model}`, kind: 'decode', ...decode, model },
    { name: `step-${model}`, kind: 'step', ...step, model },
  ]);
}

const sizeOf = <M>([model, groups, branches, prompt]: Size<M>) => ({ model, groups, branches, prompt });

/** Groups, branches, tokens of a prompt, tokens of an answer. */
type Size<M = 'sprout' | '135m'> = readonly [M, number, number, number, number];

/** Tokens of a system text with examples, in a prompt of 160. */
const systemText = 120;

interface Sizes {
  readonly decode: readonly Size[];
  readonly step: readonly Size[];
  readonly packing: readonly Size[];
  readonly prefix: Size<'135m' | '135m-part'>;
  readonly atGrpo: { readonly preset: string; readonly steps: number };
}

/** What every card is measured with; of the 135M shape a large one takes on more. */
const onCards = {
  decode: [
    ['sprout', 1, 1, 64, 64],
    ['sprout', 4, 8, 64, 64],
    ['sprout', 32, 8, 64, 64],
  ],
  step: [
    ['sprout', 32, 8, 64, 12],
    ['sprout', 32, 8, 64, 64],
    ['sprout', 32, 8, 256, 12],
    ['sprout', 32, 8, 256, 64],
  ],
  packing: [
    ['sprout', 32, 8, 64, 12],
    ['sprout', 32, 8, 256, 12],
    ['sprout', 32, 8, 256, 64],
  ],
  prefix: ['135m-part', 16, 8, 160, 12],
  atGrpo: { preset: 'sokoban', steps: 5 },
} as const satisfies Sizes;

const sizes: { readonly [Each in Reach]: Sizes } = {
  processor: {
    decode: [
      ['sprout', 1, 1, 64, 12],
      ['sprout', 4, 8, 64, 12],
      ['sprout', 32, 8, 64, 12],
      ['135m', 1, 1, 16, 4],
      ['135m', 1, 4, 16, 4],
    ],
    step: [
      ['sprout', 4, 8, 64, 12],
      ['sprout', 1, 8, 64, 64],
      ['sprout', 1, 8, 256, 12],
      ['135m', 1, 2, 16, 4],
    ],
    packing: [
      ['sprout', 4, 8, 64, 12],
      ['sprout', 1, 8, 256, 12],
    ],
    prefix: ['135m-part', 4, 8, 160, 12],
    atGrpo: { preset: 'quick', steps: 3 },
  },
  card: {
    ...onCards,
    decode: [...onCards.decode, ['135m', 1, 1, 64, 16], ['135m', 4, 8, 64, 16], ['135m', 32, 8, 64, 4]],
    step: [...onCards.step, ['135m', 2, 8, 64, 12], ['135m', 1, 8, 256, 12]],
  },
  'large card': {
    ...onCards,
    prefix: ['135m', 16, 8, 160, 12],
    decode: [...onCards.decode, ['135m', 1, 1, 64, 32], ['135m', 4, 8, 64, 32], ['135m', 32, 8, 64, 32]],
    step: [
      ...onCards.step,
      ['135m', 32, 8, 64, 12],
      ['135m', 32, 8, 64, 64],
      ['135m', 32, 8, 256, 12],
      ['135m', 32, 8, 256, 64],
    ],
  },
};

/** Those of the 135M shape, so that the ladder's first step stands in the table. */
const ladderSizes: Readonly<Record<Reach, readonly [Omit<DecodeShape, 'model'>, Omit<StepShape, 'model'>]>> = {
  processor: [
    { groups: 1, branches: 4, prompt: 16, tokens: 4 },
    { groups: 1, branches: 2, prompt: 16, completion: 4 },
  ],
  card: [
    { groups: 4, branches: 8, prompt: 64, tokens: 16 },
    { groups: 2, branches: 8, prompt: 64, completion: 12 },
  ],
  'large card': [
    { groups: 32, branches: 8, prompt: 64, tokens: 32 },
    { groups: 32, branches: 8, prompt: 64, completion: 12 },
  ],
};

/** A case's size in words, as the table has it. */
export function shapeOf(one: Case): string {
  if (one.kind === 'product') return `${one.m} × ${one.k} × ${one.n}`;
  if (one.kind === 'at-grpo') return `preset ${one.preset}`;
  const groups = `${one.groups} × ${one.branches}`;
  const prompt = one.kind === 'prefix' ? `prompt ${one.prompt}, ${one.text} shared` : `prompt ${one.prompt}`;
  return one.kind === 'decode'
    ? `${groups}, ${prompt}, ${one.tokens} tokens`
    : `${groups}, ${prompt}, completion ${one.completion}`;
}
