import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bytesSource } from './byte-source';
import { modelFilesOf, openModel, openOutline } from './model-folder';
import type { FileSet } from './model-parts';
import { writeSafetensors } from './safetensors';

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const weights = (...names: string[]) =>
  writeSafetensors(names.map((name) => ({ name, shape: [2], data: Float32Array.of(1, names.length) })));
const tokenizerJson = { added_tokens: [{ id: 0, content: '<end>' }], model: { vocab: { '<end>': 0, a: 1 } } };
const whole = {
  'config.json': json({ model_type: 'qwen3', eos_token_id: 0 }),
  'tokenizer.json': json(tokenizerJson),
  'model.safetensors': weights('a', 'b'),
};

const filesOf = (files: Record<string, Uint8Array>, name = 'm'): FileSet => ({
  name,
  files: Object.keys(files),
  open: async (file) => bytesSource(files[file]!, file),
});
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const without = (name: string) => Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name));

describe('model folder', () => {
  it('gives config, tokenizer, tensors and the hash of the weights', async () => {
    const model = await openModel(filesOf(whole));
    expect(model.config).toMatchObject({ model_type: 'qwen3' });
    expect(model.tokenizerJson).toEqual(tokenizerJson);
    expect(model.language).toEqual({ endToken: '<end>' });
    expect(model.tensors.places).toMatchObject([
      { name: 'a', shape: [2], type: 'F32' },
      { name: 'b', shape: [2], type: 'F32' },
    ]);
    expect([...(await model.tensors.read('b')).data]).toEqual([1, 2]);
    expect(await model.hash()).toBe(sha256(whole['model.safetensors']));
  });

  it('gives all but the weights without a look at them', async () => {
    const files = filesOf(whole);
    const asked: string[] = [];
    const open = (file: string) => {
      asked.push(file);
      return files.open(file);
    };
    const { config, tokenizerJson, language } = await openModel(files);
    expect(await openOutline({ ...files, open })).toEqual({ config, tokenizerJson, language });
    expect(asked).toEqual(['config.json', 'tokenizer.json']);
  });

  it('reads shards through their index', async () => {
    const [first, second] = [weights('a', 'unused'), weights('b')];
    const index = { weight_map: { b: 'model-00002.safetensors', a: 'model-00001.safetensors' } };
    const files = {
      ...without('model.safetensors'),
      'model.safetensors.index.json': json(index),
      'model-00001.safetensors': first,
      'model-00002.safetensors': second,
    };
    const model = await openModel(filesOf(files, 'big'));
    expect([...(await model.tensors.read('a')).data]).toEqual([1, 2]);
    expect([...(await model.tensors.read('b')).data]).toEqual([1, 1]);
    const seen: number[] = [];
    expect(await model.hash((bytes) => seen.push(bytes))).toBe(
      sha256(`${sha256(first)}  model-00001.safetensors\n${sha256(second)}  model-00002.safetensors\n`),
    );
    expect(seen.at(-1)).toBe(first.length + second.length);
    const { 'model-00002.safetensors': _, ...lacking } = files;
    await expect(openModel(filesOf(lacking, 'big'))).rejects.toThrow('big/model-00002.safetensors: is missing');
    const misplaced = {
      ...files,
      'model.safetensors.index.json': json({ weight_map: { ...index.weight_map, c: 'model-00002.safetensors' } }),
    };
    await expect(openModel(filesOf(misplaced, 'big'))).rejects.toThrow('places tensor "c" in model-00002.safetensors');
    const escaping = { ...files, 'model.safetensors.index.json': json({ weight_map: { a: '../a.safetensors' } }) };
    await expect(openModel(filesOf(escaping, 'big'))).rejects.toThrow('names no shards');
  });

  it.each(['tokenizer.json', 'model.safetensors'])('names %s when it is missing', async (name) => {
    await expect(openModel(filesOf(without(name), 'models/sprout'))).rejects.toThrow(
      `models/sprout/${name}: is missing`,
    );
  });

  it('says why a file cannot be read', async () => {
    const files = {
      ...filesOf(whole, 'models/sprout'),
      open: () => Promise.reject(new Error('the server answered 500')),
    };
    await expect(openModel(files)).rejects.toThrow(
      'models/sprout/config.json: cannot be read (the server answered 500)',
    );
  });

  it('says what a set of files without a model lacks', () => {
    const of = (...files: string[]) => modelFilesOf({ name: 'drop', files });
    expect(() => of('notes.txt')).toThrow(
      'drop: is no model: it has neither config.json nor a .gguf file (it has notes.txt)',
    );
    expect(() => of()).toThrow('it has no files');
    expect(() => of('a.gguf', 'b.gguf')).toThrow('has 2 .gguf files: name one of a.gguf, b.gguf');
    expect(of('README.md', 'a.gguf')).toEqual(['a.gguf']);
    const folder = ['config.json', 'tokenizer.json', 'model.safetensors'];
    expect(of(...folder, 'consolidated.safetensors', 'model.gguf')).toEqual(folder);
  });

  it('names the file that is wrong', async () => {
    const read = (change: Record<string, Uint8Array>) => openModel(filesOf({ ...whole, ...change }));
    await expect(read({ 'config.json': json([1]) })).rejects.toThrow('m/config.json: expected a JSON object');
    await expect(read({ 'tokenizer.json': Uint8Array.of(0xff, 0xfe) })).rejects.toThrow(
      'm/tokenizer.json: is not UTF-8',
    );
    await expect(read({ 'model.safetensors': whole['model.safetensors'].subarray(0, 40) })).rejects.toThrow(
      'm/model.safetensors: is cut off',
    );
  });

  it('takes the end token and the chat format from where they stand', async () => {
    const of = async (change: Record<string, Uint8Array>) =>
      (await openModel(filesOf({ ...whole, ...change }))).language;
    const config = json({ model_type: 'qwen3', eos_token_id: [1, 0], bos_token_id: 0 });
    expect(await of({ 'config.json': config })).toEqual({ endToken: 'a', beginToken: '<end>' });
    const named = (chat_template: unknown) => ({
      'tokenizer_config.json': json({ eos_token: { content: '<|im_end|>' }, chat_template }),
    });
    expect(await of(named('{{ 1 }}'))).toEqual({ endToken: '<|im_end|>', chatTemplate: '{{ 1 }}' });
    const several = [
      { name: 'tools', template: 'x' },
      { name: 'default', template: 'y' },
    ];
    expect((await of(named(several))).chatTemplate).toBe('y');
    expect((await of({ ...named('old'), 'chat_template.jinja': new TextEncoder().encode('new') })).chatTemplate).toBe(
      'new',
    );
    await expect(of({ 'config.json': json({ model_type: 'qwen3', eos_token_id: 7 }) })).rejects.toThrow(
      'm: no token ends an answer',
    );
  });
});
