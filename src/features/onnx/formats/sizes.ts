// What the graph of a model is built from: its sizes, as config.json has them, for the families that are written as ONNX.
import { checkFile } from '../../../files/formats/format-error';
import { type RopeScaling, scalingOfConfig } from '../../../files/formats/rope-scaling';

/** The sizes of a model, as its config.json has them. */
export interface Sizes {
  readonly layers: number;
  readonly hidden: number;
  readonly intermediate: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headSize: number;
  /** How a head lies in the file. */
  readonly paddedHead: number;
  readonly vocabulary: number;
  readonly positions: number;
  readonly epsilon: number;
  readonly theta: number;
  /** Llama 3's; none elsewhere. */
  readonly ropeScaling?: RopeScaling;
  readonly tied: boolean;
  readonly normedHeads: boolean;
  readonly biased: boolean;
}

/** Throws a FormatError naming the field that cannot be used. */
export function sizesOf(config: Readonly<Record<string, unknown>>): Sizes {
  const family = config['model_type'];
  checkFile(
    family === 'llama' || family === 'qwen2' || family === 'qwen3',
    'config.json',
    `model_type ${JSON.stringify(family)} is not written as ONNX: llama, qwen2 and qwen3 are`,
  );
  const rope = (config['rope_parameters'] ?? {}) as Readonly<Record<string, unknown>>;
  const number = (name: string, fallback?: unknown): number => {
    const value = config[name] ?? fallback;
    checkFile(
      typeof value === 'number' && value > 0,
      'config.json',
      `${name} is a positive number, got ${JSON.stringify(value)}`,
    );
    return value;
  };
  const heads = number('num_attention_heads');
  const ropeScaling = scalingOfConfig(config, 'config.json');
  const headSize = number('head_dim', number('hidden_size') / heads);
  return {
    layers: number('num_hidden_layers'),
    hidden: number('hidden_size'),
    intermediate: number('intermediate_size'),
    heads,
    kvHeads: number('num_key_value_heads', heads),
    headSize,
    paddedHead: Math.ceil(headSize / 16) * 16,
    vocabulary: number('vocab_size'),
    positions: number('max_position_embeddings', 2048),
    epsilon: number('rms_norm_eps', 1e-6),
    theta: number('rope_theta', rope['rope_theta'] ?? 10_000),
    ...(ropeScaling ? { ropeScaling } : {}),
    tied: config['tie_word_embeddings'] === true,
    normedHeads: family === 'qwen3',
    biased: family === 'qwen2',
  };
}

/** How wide a head lies in the graph's cache. */
export function paddedHeadOf(config: Readonly<Record<string, unknown>>): number {
  return sizesOf(config).paddedHead;
}
