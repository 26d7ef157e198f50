// What a Hugging Face config.json says, as engine and writers need it – or a refusal that names the field. One reading
// for all families: llama (SmolLM2), qwen2 (bias on q, k, v), qwen3 (norm on q and k per head).
import { check } from '../basics/check';
import type { RopeScaling } from './rope';

export interface ModelConfig {
  readonly family: 'llama' | 'qwen2' | 'qwen3';
  readonly layers: number;
  readonly hidden: number;
  readonly intermediate: number;
  readonly heads: number;
  readonly kvHeads: number;
  /** Floats of a head, and the same rounded up to quads: how it lies on the GPU. */
  readonly headSize: number;
  readonly paddedHead: number;
  readonly vocabulary: number;
  readonly epsilon: number;
  readonly theta: number;
  /** Llama 3's; none elsewhere. */
  readonly ropeScaling?: RopeScaling;
  readonly tied: boolean;
  readonly biased: boolean;
  readonly normedHeads: boolean;
}

const families = ['llama', 'qwen2', 'qwen3'] as const;

/** Reads a parsed config.json. Throws, naming the field, for everything this engine does not compute. */
export function readConfig(json: Readonly<Record<string, unknown>>): ModelConfig {
  const family = families.find((name) => name === json['model_type']);
  check(family, `model_type is one of ${families.join(', ')}, got ${JSON.stringify(json['model_type'])}`);
  const count = (name: string, fallback?: number): number => {
    const value = json[name] ?? fallback;
    check(
      typeof value === 'number' && Number.isInteger(value) && value > 0,
      `${name} is a positive whole number, got ${JSON.stringify(value)}`,
    );
    return value as number;
  };
  refuse(json, family);
  const hidden = count('hidden_size');
  const heads = count('num_attention_heads');
  const headSize = count('head_dim', hidden / heads);
  const rope = (json['rope_parameters'] ?? {}) as Record<string, unknown>;
  const ropeScaling = scalingOf(json);
  const config: ModelConfig = {
    family,
    layers: count('num_hidden_layers'),
    hidden,
    intermediate: count('intermediate_size'),
    heads,
    kvHeads: count('num_key_value_heads', heads),
    headSize,
    paddedHead: Math.ceil(headSize / 4) * 4,
    vocabulary: count('vocab_size'),
    epsilon: Number(json['rms_norm_eps'] ?? 1e-6),
    theta: Number(json['rope_theta'] ?? rope['rope_theta'] ?? 10000),
    ...(ropeScaling ? { ropeScaling } : {}),
    tied: json['tie_word_embeddings'] === true,
    biased: family === 'qwen2',
    normedHeads: family === 'qwen3',
  };
  check(config.headSize % 2 === 0, `head_dim must be even for rotary positions, got ${config.headSize}`);
  check(
    config.heads % config.kvHeads === 0,
    `num_attention_heads ${heads} must be a multiple of num_key_value_heads ${config.kvHeads}`,
  );
  check(config.hidden % 4 === 0, `hidden_size must be a multiple of 4, got ${config.hidden}`);
  check(config.intermediate % 4 === 0, `intermediate_size must be a multiple of 4, got ${config.intermediate}`);
  return config;
}

/** The scaling of rotary positions. Throws for every kind but Llama 3's. */
function scalingOf(json: Readonly<Record<string, unknown>>): RopeScaling | undefined {
  const given = (json['rope_scaling'] ?? json['rope_parameters'] ?? {}) as Record<string, unknown>;
  const kind = given['rope_type'] ?? given['type'] ?? (json['rope_scaling'] ? 'of no rope_type' : 'default');
  if (kind === 'default') return undefined;
  const shown = JSON.stringify(given);
  check(kind === 'llama3', `rope_scaling is not supported but of rope_type "llama3", got ${shown}`);
  const positive = (name: string): number => {
    const value = given[name];
    check(
      typeof value === 'number' && value > 0,
      `rope_scaling of rope_type "llama3" has a ${name} above 0, got ${shown}`,
    );
    return value;
  };
  const scaling = {
    factor: positive('factor'),
    lowFrequency: positive('low_freq_factor'),
    highFrequency: positive('high_freq_factor'),
    firstPositions: positive('original_max_position_embeddings'),
  };
  const { lowFrequency, highFrequency } = scaling;
  check(lowFrequency < highFrequency, `rope_scaling has a low_freq_factor below its high_freq_factor, got ${shown}`);
  return scaling;
}

function refuse(json: Readonly<Record<string, unknown>>, family: string): void {
  const rope = (json['rope_parameters'] ?? {}) as Record<string, unknown>;
  const partial = json['partial_rotary_factor'] ?? rope['partial_rotary_factor'] ?? 1;
  check(partial === 1, `partial_rotary_factor other than 1 is not supported yet, got ${JSON.stringify(partial)}`);
  check(json['attention_bias'] !== true, `attention_bias true is not supported for ${family}`);
  check(json['mlp_bias'] !== true, `mlp_bias true is not supported for ${family}`);
  const sliding =
    json['sliding_window'] &&
    json['use_sliding_window'] !== false &&
    (family !== 'llama' || json['use_sliding_window'] === true);
  const types = json['layer_types'];
  check(
    !sliding || (Array.isArray(types) && types.every((type) => type === 'full_attention')),
    `sliding_window ${JSON.stringify(json['sliding_window'])} is not supported: attention here sees everything before it`,
  );
  check(
    !Array.isArray(types) || types.every((type) => type === 'full_attention'),
    `layer_types other than full_attention are not supported, got ${JSON.stringify(types)}`,
  );
  const act = json['hidden_act'] ?? 'silu';
  check(act === 'silu', `hidden_act is silu in these families, got ${JSON.stringify(act)}`);
}
