// A training step's groups as the plain batch that tensor libraries compute with: every completion behind its own copy
// of the prompt, all of one length, cut into micro-batches whose activations fit. Only our engine packs groups; that is
// what the ratio is about.

import { type ModelConfig, readConfig } from '../../../src/contract/model-config';
import type { StepTask } from '../../../src/features/benchmark/worker/contestant';

export interface PlainBatch {
  readonly sequences: number;
  /** Prompt and completion without its last token, which predicts nothing: T = P + C − 1. */
  readonly ids_B_T: Int32Array;
  readonly target_B_C: Int32Array;
  readonly oldLogp_B_C: Float32Array;
  /** Each token's advantage, and its share of the loss. */
  readonly advantage_B_C: Float32Array;
  readonly weight: number;
}

export interface PlainStep {
  readonly config: ModelConfig;
  readonly prompt: number;
  readonly completion: number;
  /** All of one size, unless only one is left over. */
  readonly batches: readonly PlainBatch[];
}

/** Bytes that a micro-batch's activations may take. */
const activationBytes = 2 ** 30;

export function plainStep({ model, groups }: StepTask): PlainStep {
  const config = readConfig(model.config);
  const prompt = groups[0]?.prompt_P.length ?? 0;
  const completion = groups[0]?.completions[0]?.token_T.length ?? 0;
  const sequences = groups.flatMap(({ prompt_P, completions }) => completions.map((one) => ({ prompt_P, ...one })));
  const size = batchSize(config, prompt + completion - 1, completion);
  const weight = 1 / (sequences.length * completion);
  const batches: PlainBatch[] = [];
  for (let first = 0; first < sequences.length; first += size) {
    const some = sequences.slice(first, first + size);
    batches.push({
      sequences: some.length,
      ids_B_T: Int32Array.from(some.flatMap(({ prompt_P, token_T }) => [...prompt_P, ...token_T.slice(0, -1)])),
      target_B_C: Int32Array.from(some.flatMap(({ token_T }) => token_T)),
      oldLogp_B_C: Float32Array.from(some.flatMap(({ oldLogp_T }) => oldLogp_T)),
      advantage_B_C: Float32Array.from(some.flatMap(({ advantage, token_T }) => token_T.map(() => advantage))),
      weight,
    });
  }
  return { config, prompt, completion, batches };
}

/** Sequences whose activations – attention's squares, the layers' rows, the logits – fit in memory: a whole fraction of
 *  256. */
function batchSize(
  { layers, heads, hidden, intermediate, vocabulary }: ModelConfig,
  tokens: number,
  completion: number,
): number {
  const perLayer = 3 * heads * tokens * tokens + tokens * (12 * hidden + 6 * intermediate);
  const floats = layers * perLayer + 4 * completion * vocabulary;
  let size = 256;
  while (size > 1 && size * floats * 4 > activationBytes) size /= 2;
  return size;
}

/** Cosines and sines of the rotary turns, [T, D ÷ 2], as floats. */
export function turnsOf({ headSize, theta }: ModelConfig, tokens: number): { cos: Float32Array; sin: Float32Array } {
  const half = headSize / 2;
  const angles = Float64Array.from(
    { length: tokens * half },
    (_, at) => Math.floor(at / half) * theta ** (-(at % half) / half),
  );
  return { cos: Float32Array.from(angles, Math.cos), sin: Float32Array.from(angles, Math.sin) };
}

/** The seven linear layers of a block, by Hugging Face's names. */
export const linearNames = [
  'self_attn.q_proj',
  'self_attn.k_proj',
  'self_attn.v_proj',
  'self_attn.o_proj',
  'mlp.gate_proj',
  'mlp.up_proj',
  'mlp.down_proj',
] as const;
export type LinearName = (typeof linearNames)[number];

/** PEFT's name of an adapter's matrix. */
export const adapterName = (layer: number, name: LinearName, which: 'A' | 'B'): string =>
  `base_model.model.model.layers.${layer}.${name}.lora_${which}.weight`;
