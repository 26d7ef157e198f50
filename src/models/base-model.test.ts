import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../files/formats/byte-source';
import type { FileSet } from '../files/formats/model-parts';
import { writeSafetensors } from '../files/formats/safetensors';
import { readBaseModel } from './base-model';
import { initialWeights } from './initial-weights';

const golden = (name: string) => new Uint8Array(readFileSync(new URL(`../files/formats/gguf/golden/${name}`, import.meta.url)));
const filesOf = (files: Record<string, Uint8Array>, name = 'mini'): FileSet => ({
  name,
  files: Object.keys(files),
  open: async (file) => bytesSource(files[file]!, file),
});
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

interface Golden {
  config: { vocab_size: number };
  texts: { text: string; ids: number[]; decoded: string }[];
}

describe.each(['llama', 'qwen2', 'qwen3', 'llama3'])('a %s GGUF file', (family) => {
  const { config, texts }: Golden = JSON.parse(new TextDecoder().decode(golden(`${family}.json`)));
  const read = () => readBaseModel(family, filesOf({ [`${family}.gguf`]: golden(`${family}.gguf`) }));

  it('splits and joins texts as the tokenizers package does', async () => {
    const { tokenizer } = await read();
    expect(tokenizer.size).toBe(config.vocab_size);
    for (const { text, ids, decoded } of texts) {
      expect([text, tokenizer.encode(text)]).toEqual([text, ids]);
      expect(tokenizer.decode(ids)).toBe(decoded);
    }
  });

  it('is spoken to in its own chat format', async () => {
    const { tokenizer } = await read();
    const prompt = tokenizer.chat?.([
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: '#@.' },
    ]);
    expect(prompt).toBe('<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\n#@.<|im_end|>\n<|im_start|>assistant\n');
    expect(tokenizer.encode(prompt ?? '').filter((id) => id < 3)).toEqual([1, 2, 1, 2, 1]);
    expect(tokenizer.pieces([tokenizer.endToken])).toEqual(['<|im_end|>']);
  });

  it('has no text for a row of the embedding that is no token', async () => {
    const { tokenizer } = await read();
    expect(tokenizer.decode([config.vocab_size + 5])).toBe('');
    expect(tokenizer.pieces([config.vocab_size + 5])).toEqual(['�']);
  });
});

describe('a model that cannot be used', () => {
  const config = {
    model_type: 'llama',
    vocab_size: 4,
    hidden_size: 8,
    intermediate_size: 16,
    num_hidden_layers: 1,
    num_attention_heads: 2,
    tie_word_embeddings: true,
    eos_token_id: 0,
  };
  const tokenizer = {
    added_tokens: [{ id: 0, content: '<end>', special: true }],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    model: { type: 'BPE', vocab: { '<end>': 0, a: 1, b: 2 }, merges: [], unk_token: '<end>' },
  };
  const tensors = initialWeights(config, 1);
  const read = (change: { config?: object; tokenizer?: object; tensors?: typeof tensors }) =>
    readBaseModel(
      'mini',
      filesOf({
        'config.json': json({ ...config, ...change.config }),
        'tokenizer.json': json({ ...tokenizer, ...change.tokenizer }),
        'model.safetensors': writeSafetensors(change.tensors ?? tensors),
      }),
    );

  it('is read when nothing is wrong with it, with the tensors the engine needs and no other', async () => {
    const surplus = [
      { name: 'lm_head.weight', shape: [4, 8], data: new Float32Array(32) },
      { name: 'model.layers.0.self_attn.rotary_emb.inv_freq', shape: [2], data: Float32Array.of(1, 0.01) },
    ];
    const base = await read({ tensors: [...tensors, ...surplus] });
    expect(base.tensors.map(({ name }) => name).sort()).toEqual(tensors.map(({ name }) => name).sort());
    expect(base.tokenizer.chat).toBeUndefined();
  });

  it.each<[string, Parameters<typeof read>[0], string]>([
    ['another architecture', { config: { model_type: 'gemma' } }, 'mini: model_type is one of llama, qwen2, qwen3, got "gemma"'],
    ['scaled rotary positions', { config: { rope_scaling: { type: 'linear' } } }, 'rope_scaling is not supported'],
    ['a missing field', { config: { hidden_size: undefined } }, 'hidden_size is a positive whole number'],
    ['a missing tensor', { tensors: tensors.slice(1) }, 'has no tensor "model.embed_tokens.weight" of shape [4,8]'],
    [
      'a tensor of another shape',
      { tensors: tensors.map((one) => (one.name === 'model.norm.weight' ? { ...one, shape: [2, 4] } : one)) },
      'calls for a tensor "model.norm.weight" of shape [8], the file\'s has [2,4]',
    ],
    [
      'a tensor that nothing computes with',
      { tensors: [...tensors, { name: 'model.layers.0.self_attn.q_proj.bias', shape: [8], data: new Float32Array(8) }] },
      'has a tensor "model.layers.0.self_attn.q_proj.bias" of shape [8], which its configuration does not call for',
    ],
    [
      'a layer too many',
      {
        tensors: [
          ...tensors,
          ...tensors
            .map((one) => ({ ...one, name: one.name.replace('layers.0', 'layers.1') }))
            .filter(({ name }) => name.includes('layers.1')),
        ],
      },
      'has a tensor "model.layers.1.input_layernorm.weight"',
    ],
    ['a token beyond the embedding', { tokenizer: { added_tokens: [{ id: 9, content: '<end>' }] } }, 'has a token of id 9'],
    ['no end token', { config: { eos_token_id: 3 } }, 'mini: no token ends an answer'],
    ['an unknown tokenizer', { tokenizer: { model: { type: 'BPE', vocab: [] } } }, 'needs "model.vocab"'],
  ])('%s', async (_, change, fault) => {
    await expect(read(change)).rejects.toThrow(fault);
    await expect(read(change)).rejects.toThrow(/^mini[^\n]*$/);
  });

  it('has numbers that are not finite', async () => {
    const weights = writeSafetensors(tensors);
    const norm = tensors.findIndex(({ name }) => name === 'model.norm.weight');
    const behind = tensors.slice(norm).reduce((sum, { data }) => sum + data.length * 4, 0);
    new DataView(weights.buffer).setFloat32(weights.length - behind, Number.NaN, true);
    const files = { 'config.json': json(config), 'tokenizer.json': json(tokenizer), 'model.safetensors': weights };
    await expect(readBaseModel('mini', filesOf(files))).rejects.toThrow(
      'mini/model.safetensors: tensor "model.norm.weight" has 1 number that is not finite (the first is NaN, number 1 of 8)',
    );
  });

  it('says what a GGUF file has that we do not compute', async () => {
    const replaced = (from: string, to: string, file = 'llama.gguf') => {
      const bytes = Buffer.from(golden(file));
      bytes.write(to, bytes.indexOf(from), 'latin1');
      return readBaseModel('x', filesOf({ 'x.gguf': new Uint8Array(bytes) }));
    };
    await expect(replaced('llama', 'gemma')).rejects.toThrow(
      'mini/x.gguf: "general.architecture" is "gemma": models of llama, qwen2, qwen3 can be loaded',
    );
    await expect(replaced('smollm', 'hubert')).rejects.toThrow('"tokenizer.ggml.pre" is "hubert": known are gpt-2, smollm');
    await expect(replaced('gpt2', 'bert')).rejects.toThrow('its vocabulary is of kind "bert"');
    await expect(replaced('blk.0.attn_q.', 'blk.0.attn_z.')).rejects.toThrow(
      'tensor "blk.0.attn_z.weight" belongs to no llama model',
    );
    await expect(replaced('llama.block_count', 'llama.block_cloud')).rejects.toThrow(
      '"llama.block_count" is a number, got missing',
    );
    await expect(replaced('rope_freqs.weight', 'rope_freks.weight', 'llama3.gguf')).rejects.toThrow(
      'tensor "rope_freks.weight" belongs to no llama model',
    );
  });
});
