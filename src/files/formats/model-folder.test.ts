import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readModelFolder } from './model-folder';
import { writeSafetensors } from './safetensors';

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const weights = (...names: string[]) =>
  writeSafetensors(names.map((name) => ({ name, shape: [2], data: Float32Array.of(1, names.length) })));
const whole = {
  'config.json': json({ model_type: 'qwen3' }),
  'tokenizer.json': json({ model: {} }),
  'model.safetensors': weights('a', 'b'),
};

const fetchFrom = (files: Record<string, Uint8Array>) => async (name: string) => {
  const bytes = files[name];
  if (!bytes) throw new Error('404 Not Found');
  return bytes;
};
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

describe('model folder', () => {
  it('gives config, tokenizer, tensors and the hash of the weights', async () => {
    const model = await readModelFolder(fetchFrom(whole), 'models/sprout');
    expect(model.config).toEqual({ model_type: 'qwen3' });
    expect(model.tokenizerJson).toEqual({ model: {} });
    expect(model.tensors.map((tensor) => tensor.name)).toEqual(['a', 'b']);
    expect(model.hash).toBe(sha256(whole['model.safetensors']));
  });

  it('reads shards through their index', async () => {
    const [first, second] = [weights('a', 'unused'), weights('b')];
    const { 'model.safetensors': _, ...rest } = whole;
    const index = json({ weight_map: { b: 'model-00002.safetensors', a: 'model-00001.safetensors' } });
    const files = {
      ...rest,
      'model.safetensors.index.json': index,
      'model-00001.safetensors': first,
      'model-00002.safetensors': second,
    };
    const model = await readModelFolder(fetchFrom(files), 'big');
    expect(model.tensors.map((tensor) => tensor.name)).toEqual(['a', 'b']);
    expect(model.hash).toBe(sha256(`${sha256(first)}  model-00001.safetensors\n${sha256(second)}  model-00002.safetensors\n`));
    const { 'model-00002.safetensors': __, ...lacking } = files;
    await expect(readModelFolder(fetchFrom(lacking), 'big')).rejects.toThrow(
      'big/model-00002.safetensors: cannot be read (404 Not Found)',
    );
  });

  it.each(['config.json', 'tokenizer.json', 'model.safetensors'])('names %s when it is missing', async (name) => {
    const files: Record<string, Uint8Array> = { ...whole };
    delete files[name];
    await expect(readModelFolder(fetchFrom(files), 'models/sprout')).rejects.toThrow(
      `models/sprout/${name}: cannot be read (404 Not Found)`,
    );
  });

  it('names the file that is wrong', async () => {
    const read = (change: Record<string, Uint8Array>) => readModelFolder(fetchFrom({ ...whole, ...change }), 'm');
    await expect(read({ 'config.json': json([1]) })).rejects.toThrow('m/config.json: expected a JSON object');
    await expect(read({ 'tokenizer.json': Uint8Array.of(0xff, 0xfe) })).rejects.toThrow('m/tokenizer.json: is not UTF-8');
    await expect(read({ 'model.safetensors': whole['model.safetensors'].subarray(0, 40) })).rejects.toThrow(
      'm/model.safetensors: is cut off',
    );
  });
});
