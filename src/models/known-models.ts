// Language models that a tab can train: their names on the Hugging Face hub and their shapes, from the config.json of
// each there. Enough to say what a card has room for before anything is fetched, and to measure a shape with drawn
// weights where the files are not at hand.
import { config135m } from '../engine/subjects/config-135m';

export type KnownShape = '135m' | '360m' | 'qwen2.5-0.5b' | 'qwen3-0.6b';

export interface KnownModel {
  readonly shape: KnownShape;
  /** "owner/name" */
  readonly name: string;
  /** As in config.json, without what decides nothing here. */
  readonly config: Readonly<Record<string, unknown>>;
}

const config360m = {
  ...config135m,
  hidden_size: 960,
  intermediate_size: 2560,
  num_hidden_layers: 32,
  num_attention_heads: 15,
  num_key_value_heads: 5,
} as const;

const qwenVocabulary = { vocab_size: 151_936, tie_word_embeddings: true, rms_norm_eps: 1e-6, rope_theta: 1e6 } as const;

export const knownModels: readonly KnownModel[] = [
  { shape: '135m', name: 'HuggingFaceTB/SmolLM2-135M-Instruct', config: config135m },
  { shape: '360m', name: 'HuggingFaceTB/SmolLM2-360M-Instruct', config: config360m },
  {
    shape: 'qwen2.5-0.5b',
    name: 'Qwen/Qwen2.5-0.5B-Instruct',
    config: {
      ...qwenVocabulary,
      model_type: 'qwen2',
      hidden_size: 896,
      intermediate_size: 4864,
      num_hidden_layers: 24,
      num_attention_heads: 14,
      num_key_value_heads: 2,
      max_position_embeddings: 32_768,
      hidden_act: 'silu',
    },
  },
  {
    shape: 'qwen3-0.6b',
    name: 'Qwen/Qwen3-0.6B',
    config: {
      ...qwenVocabulary,
      model_type: 'qwen3',
      hidden_size: 1024,
      intermediate_size: 3072,
      num_hidden_layers: 28,
      num_attention_heads: 16,
      num_key_value_heads: 8,
      head_dim: 128,
      max_position_embeddings: 40_960,
      hidden_act: 'silu',
    },
  },
];
