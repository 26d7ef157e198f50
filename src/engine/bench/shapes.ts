// Which rows the benchmark has, and how large each is: a GPU gets the sizes of a real training run, a processor that plays GPU smaller
// ones of the same kind, so that the whole table takes minutes on either.

export const rowNames = [
  'product-1024',
  'decode-sprout',
  'decode-135m',
  'step-sprout',
  'step-135m',
  'packing-gain',
  'at-grpo-steps-per-minute',
] as const;

export type RowName = (typeof rowNames)[number];
export type ModelName = 'sprout' | '135m';

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
  | { readonly kind: 'at-grpo'; readonly preset: string; readonly steps: number }
);

/** The 135M shape: that of SmolLM2-135M (its config.json on Hugging Face), with random weights. */
export const config135m = {
  model_type: 'llama',
  hidden_size: 576,
  intermediate_size: 1536,
  num_hidden_layers: 30,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  vocab_size: 49152,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-5,
  rope_theta: 100000,
  max_position_embeddings: 8192,
  hidden_act: 'silu',
} as const;

/** The benchmark's cases on an adapter, in order. */
export function casesFor({ software }: { readonly software: boolean }): Case[] {
  const decode = (model: ModelName, [groups, branches]: Pair, [prompt, tokens]: Pair): Case => ({
    name: model === 'sprout' ? 'decode-sprout' : 'decode-135m',
    kind: 'decode',
    model,
    groups,
    branches,
    prompt,
    tokens,
  });
  const step = (model: ModelName, [groups, branches]: Pair, [prompt, completion]: Pair): Case => ({
    name: model === 'sprout' ? 'step-sprout' : 'step-135m',
    kind: 'step',
    model,
    groups,
    branches,
    prompt,
    completion,
  });
  const packing = ([groups, branches]: Pair, [prompt, completion]: Pair): Case => ({
    name: 'packing-gain',
    kind: 'packing',
    model: 'sprout',
    groups,
    branches,
    prompt,
    completion,
  });
  const products: Case[] = [
    { name: 'product-1024', kind: 'product', m: 1024, k: 1024, n: 1024 },
    { name: 'product-1024', kind: 'product', m: 1024, k: 576, n: 1536 },
  ];
  if (software)
    return [
      ...products,
      decode('sprout', [1, 1], [64, 12]),
      decode('sprout', [4, 8], [64, 12]),
      decode('sprout', [32, 8], [64, 12]),
      decode('135m', [1, 1], [16, 4]),
      decode('135m', [1, 4], [16, 4]),
      step('sprout', [4, 8], [64, 12]),
      step('sprout', [1, 8], [64, 64]),
      step('sprout', [1, 8], [256, 12]),
      step('135m', [1, 2], [16, 4]),
      packing([4, 8], [64, 12]),
      packing([1, 8], [256, 12]),
      { name: 'at-grpo-steps-per-minute', kind: 'at-grpo', preset: 'quick', steps: 3 },
    ];
  return [
    ...products,
    decode('sprout', [1, 1], [64, 64]),
    decode('sprout', [4, 8], [64, 64]),
    decode('sprout', [32, 8], [64, 64]),
    decode('135m', [1, 1], [64, 32]),
    decode('135m', [4, 8], [64, 32]),
    decode('135m', [32, 8], [64, 32]),
    step('sprout', [32, 8], [64, 12]),
    step('sprout', [32, 8], [64, 64]),
    step('sprout', [32, 8], [256, 12]),
    step('sprout', [32, 8], [256, 64]),
    step('135m', [32, 8], [64, 12]),
    packing([32, 8], [64, 12]),
    packing([32, 8], [256, 12]),
    packing([32, 8], [256, 64]),
    { name: 'at-grpo-steps-per-minute', kind: 'at-grpo', preset: 'sokoban', steps: 5 },
  ];
}

type Pair = readonly [number, number];

/** A case's size in words, as the table has it. */
export function shapeOf(one: Case): string {
  if (one.kind === 'product') return `${one.m} × ${one.k} × ${one.n}`;
  if (one.kind === 'at-grpo') return `preset ${one.preset}`;
  const groups = `${one.groups} × ${one.branches}`;
  return one.kind === 'decode'
    ? `${groups}, prompt ${one.prompt}, ${one.tokens} tokens`
    : `${groups}, prompt ${one.prompt}, completion ${one.completion}`;
}
