// A GGUF file's metadata as the config.json that the same model has in a Hugging Face folder. What these numbers mean
// for the computation is the engine's to judge; here only what GGUF says otherwise than config.json is refused. Whence:
// the keys of docs/gguf.md ("[architecture].block_count" …).
import { checkFile } from '../format-error';
import { configOfScaling, scalingOfDivisors } from '../rope-scaling';
import type { GgufHeader, MetadataValue } from './header';

const families = ['llama', 'qwen2', 'qwen3'] as const;

/** The tensor of what rotary frequencies are divided by; Llama 3's files have it, and it is no weight. */
export const divisorsName = 'rope_freqs.weight';

/** `divisors`: the numbers of the tensor of that name, where there is one. Throws a FormatError that names the key or
 *  tensor at fault. */
export function configFromGguf(
  { metadata, tensors }: GgufHeader,
  fileName: string,
  divisors?: Float32Array,
): Record<string, unknown> {
  const family = families.find((known) => known === metadata.get('general.architecture'));
  checkFile(
    family,
    fileName,
    () =>
      `"general.architecture" is ${shown(metadata.get('general.architecture'))}: models of ${families.join(', ')} can be loaded, take one of these`,
  );
  const at = (key: string) => metadata.get(`${family}.${key}`);
  const number = (key: string): number => {
    const value = at(key);
    checkFile(typeof value === 'number', fileName, () => `"${family}.${key}" is a number, got ${shown(value)}`);
    return value as number;
  };
  const scaling = at('rope.scaling.type') ?? 'none';
  checkFile(
    scaling === 'none',
    fileName,
    () =>
      `its rotary positions are scaled ("${family}.rope.scaling.type" ${shown(scaling)}), which is not supported: take a model of the Llama 3 family, or one without rope scaling, such as SmolLM2 or Qwen`,
  );
  checkFile(
    (at('expert_count') ?? 0) === 0,
    fileName,
    () => `"${family}.expert_count" is ${shown(at('expert_count'))}: mixtures of experts are not supported`,
  );
  checkFile(
    at('attention.sliding_window') === undefined,
    fileName,
    `"${family}.attention.sliding_window" is set: attention here sees everything before it`,
  );
  const hidden = number('embedding_length');
  const heads = number('attention.head_count');
  const head = at('attention.key_length') === undefined ? hidden / heads : number('attention.key_length');
  const turned = at('rope.dimension_count') ?? head;
  checkFile(
    turned === head,
    fileName,
    () =>
      `"${family}.rope.dimension_count" is ${shown(turned)}, the heads have ${head}: partial rotary positions are not supported`,
  );
  const theta = at('rope.freq_base') === undefined ? 10_000 : number('rope.freq_base');
  checkFile(
    divisors === undefined || divisors.length === head / 2,
    fileName,
    () => `tensor "${divisorsName}" has ${divisors?.length} numbers, heads of ${head} have ${head / 2} frequencies`,
  );
  const slowed = divisors && scalingOfDivisors(divisors, theta, fileName);
  const embedding = tensors.find(({ name }) => name === 'token_embd.weight');
  checkFile(embedding, fileName, 'has no tensor "token_embd.weight": it is no whole model');
  const endId = metadata.get('tokenizer.ggml.eos_token_id');
  return {
    model_type: family,
    vocab_size: embedding.shape[0],
    hidden_size: hidden,
    intermediate_size: number('feed_forward_length'),
    num_hidden_layers: number('block_count'),
    num_attention_heads: heads,
    num_key_value_heads: at('attention.head_count_kv') === undefined ? heads : number('attention.head_count_kv'),
    head_dim: head,
    rms_norm_eps: number('attention.layer_norm_rms_epsilon'),
    rope_theta: theta,
    ...(slowed ? { rope_scaling: configOfScaling(slowed) } : {}),
    max_position_embeddings: number('context_length'),
    hidden_act: 'silu',
    tie_word_embeddings: !tensors.some(({ name }) => name === 'output.weight'),
    ...(typeof endId === 'number' ? { eos_token_id: endId } : {}),
  };
}

function shown(value: MetadataValue | undefined): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);
}
