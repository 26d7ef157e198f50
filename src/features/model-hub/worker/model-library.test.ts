import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ExpectationError } from '../../../basics/check';
import { blobSource, bytesSource } from '../../../files/formats/byte-source';
import { sha256Of } from '../../../files/formats/hash';
import { zipOf } from '../../../files/formats/zip';
import { modelStoreIn } from '../../../files/storage/model-store';
import { scriptedDirectory } from '../../../files/storage/scripted-directory.test-data';
import { readBaseModel } from '../../../models/base-model';
import { scriptedHub } from '../hub/scripted-hub.test-data';
import { modelsIn } from './model-archive';
import { createModelLibrary, type LibraryParts } from './model-library';
import type { ModelProgress } from './models-api';

const golden = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../files/formats/gguf/golden/${name}`, import.meta.url)));
const sprout = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../models/sprout/${name}`, import.meta.url)));
const llama = golden('llama.gguf');
const gemma = llama.slice();
gemma.set(new TextEncoder().encode('gemma'), Buffer.from(gemma).indexOf('llama'));

function stage(changes: Partial<LibraryParts> = {}) {
  const limit = { bytes: Number.POSITIVE_INFINITY };
  const root = scriptedDirectory(limit);
  const hub = scriptedHub({
    'owner/mini': { 'README.md': new Uint8Array(9), 'mini.gguf': llama },
    'owner/both': { 'a.gguf': llama, 'b.gguf': golden('qwen3.gguf') },
    'owner/gemma': { 'gemma.gguf': gemma },
  });
  const parts: LibraryParts = {
    store: modelStoreIn(async () => root),
    send: hub.send,
    memoryFor: async () => 'needs 1 GiB, this device gives 2',
    roomBytes: async () => 1e9,
    wait: async () => {},
    now: () => 7,
    reserved: ['sprout'],
    ...changes,
  };
  const told: ModelProgress[] = [];
  const library = createModelLibrary(parts);
  const cancelling = new AbortController();
  const loading = { signal: cancelling.signal, onProgress: (progress: ModelProgress) => told.push(progress) };
  return {
    hub,
    library,
    limit,
    told,
    cancelling,
    parts,
    add: (name: string) => library.add({ kind: 'hub', name }, loading),
    loading,
  };
}
const downloads = (asked: readonly string[]) => asked.filter((one) => one.endsWith('.gguf') || one.endsWith('-'));

describe('a model from the hub', () => {
  it('is checked by its header, fetched, verified, kept and read again without the hub', async () => {
    const { hub, library, told, add } = stage();
    expect(await add('owner/mini')).toEqual({
      name: 'owner/mini',
      origin: 'hub',
      wording: 'instruct',
      bytes: llama.length,
      addedAt: 7,
    });
    expect(told.map(({ stage }) => stage).filter((one, at, all) => one !== all[at - 1])).toEqual([
      'look-up',
      'download',
      'check',
    ]);
    expect(told.some(({ fits }) => fits?.startsWith('needs 1 GiB'))).toBe(true);
    expect(told.at(-1)).toMatchObject({ done: llama.length, total: llama.length });
    expect((await library.list()).map(({ name }) => name)).toEqual(['owner/mini']);
    const asked = hub.asked.length;
    const base = await readBaseModel('owner/mini', await library.files('owner/mini'));
    expect(base.tensors).toHaveLength(29);
    expect(hub.asked).toHaveLength(asked);
  });

  it('that is kept already is not asked for again', async () => {
    const { hub, add } = stage();
    const first = await add('owner/mini');
    const asked = hub.asked.length;
    expect(await add('https://huggingface.co/owner/mini')).toEqual(first);
    expect(hub.asked).toHaveLength(asked);
  });

  it('that has changed there since a loading stopped is loaded from its beginning', async () => {
    const { hub, add } = stage();
    hub.breaks.push(20_000, 0, 0, 0, 0);
    await expect(add('owner/mini')).rejects.toThrow('broke off');
    hub.revision = 'abc999';
    await add('owner/mini');
    expect(hub.asked.at(-1)).toBe('owner/mini/resolve/abc999/mini.gguf');
  });

  it('goes on where an earlier loading stopped', async () => {
    const { hub, library, add } = stage();
    hub.breaks.push(20_000, 0, 0, 0, 0);
    await expect(add('owner/mini')).rejects.toThrow('broke off at byte 20000');
    expect(await library.list()).toEqual([]);
    await expect(library.files('owner/mini')).rejects.toThrow('is not in this browser’s storage');
    await add('owner/mini');
    expect(hub.asked.at(-1)).toMatch(/mini\.gguf bytes=20000-$/);
    expect(await library.list()).toHaveLength(1);
  });

  it('can be one of several files', async () => {
    const { add } = stage();
    await expect(add('owner/both')).rejects.toThrow('owner/both: has 2 .gguf files: name one of a.gguf, b.gguf');
    expect((await add('owner/both/b.gguf')).name).toBe('owner/both/b.gguf');
    await expect(add('owner/both/c.gguf')).rejects.toThrow('there is no file c.gguf in owner/both');
  });

  it.each<[string, string, Partial<LibraryParts>, string]>([
    [
      'of an architecture we do not compute',
      'owner/gemma',
      {},
      'owner/gemma/gemma.gguf: "general.architecture" is "gemma"',
    ],
    [
      'too big for the adapter',
      'owner/mini',
      { memoryFor: async () => Promise.reject(new ExpectationError('needs 9 GiB, there are 2: use a smaller model')) },
      'needs 9 GiB, there are 2: use a smaller model',
    ],
    [
      'too big for the browser',
      'owner/mini',
      { roomBytes: async () => 1000 },
      'takes 0 MB, and this browser has room for 0 MB',
    ],
  ])('%s is refused before it is downloaded', async (_, name, changes, fault) => {
    const { hub, library, add } = stage(changes);
    await expect(add(name)).rejects.toThrow(fault);
    expect(downloads(hub.asked)).toEqual([]);
    expect(await library.list()).toEqual([]);
  });

  it('that was damaged on its way is thrown away and can be fetched anew', async () => {
    let spoilt = true;
    const { send } = stage().hub;
    const { library, add } = stage({
      send: async (url, init) => {
        const response = await send(url, init);
        if (!spoilt || !url.endsWith('mini.gguf') || response.status !== 200) return response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
        return new Response(bytes);
      },
    });
    await expect(add('owner/mini')).rejects.toThrow('owner/mini/mini.gguf: was damaged on its way');
    expect(await library.list()).toEqual([]);
    spoilt = false;
    await add('owner/mini');
    expect(await library.list()).toHaveLength(1);
  });

  it('stops when it is cancelled, and says so', async () => {
    const { add, cancelling, library } = stage({ roomBytes: async () => undefined });
    const loading = add('owner/mini');
    cancelling.abort(new Error('the loading was cancelled'));
    await expect(loading).rejects.toThrow('the loading was cancelled');
    expect(await library.list()).toEqual([]);
  });

  it('finds no room in the middle: the error says what to do', async () => {
    const { add, limit } = stage();
    limit.bytes = 30_000;
    await expect(add('owner/mini')).rejects.toThrow('there is no room to store the model: delete runs');
  });
});

describe('a model from files of this computer', () => {
  const file = new File([llama], 'mini.gguf');

  it('is checked, copied and kept', async () => {
    const { library, loading } = stage();
    const summary = await library.add(
      { kind: 'files', name: 'mini.gguf', files: [new File(['x'], 'notes.txt'), file] },
      loading,
    );
    expect(summary).toMatchObject({ name: 'mini.gguf', origin: 'files', bytes: llama.length });
    expect((await readBaseModel('mini.gguf', await library.files('mini.gguf'))).tensors).toHaveLength(29);
    await library.remove('mini.gguf');
    expect(await library.list()).toEqual([]);
  });

  it('is taken out of an archive of several, and refused in the words of any other', async () => {
    const { library, loading } = stage();
    const files = ['config.json', 'tokenizer.json', 'model.safetensors'].map((name) => ({ name, bytes: sprout(name) }));
    const cut = files.map(({ name, bytes }) => ({ name: `plan/${name}`, bytes: bytes.slice(0, 9e5) }));
    const tool = [
      ...files,
      { name: 'README.md', bytes: new Uint8Array(9) },
      { name: 'onnx/x.onnx', bytes: files[0]!.bytes },
    ];
    const bytes = await zipOf([...cut, ...tool.map((file) => ({ ...file, name: `tool/${file.name}` }))], new Date(0));
    const file = new File([bytes], 'run-merged.zip');
    expect(await modelsIn(blobSource(file, file.name))).toEqual(['plan', 'tool']);
    const add = (folder: string) =>
      library.add({ kind: 'archive', name: `run-${folder}-merged`, file, folder }, loading);
    await expect(add('plan')).rejects.toThrow('run-plan-merged/model.safetensors');
    await expect(add('other')).rejects.toThrow('run-other-merged: is no model');
    expect(await add('tool')).toMatchObject({ name: 'run-tool-merged', origin: 'files', wording: 'compact' });
    const read = await readBaseModel('run-tool-merged', await library.files('run-tool-merged'));
    expect(read.hash).toBe(await sha256Of(sprout('model.safetensors')));
    const empty = bytesSource(await zipOf([], new Date(0)), 'nothing.zip');
    await expect(modelsIn(empty)).rejects.toThrow('nothing.zip: holds no model');
  });

  it('is refused with the reason, and leaves the models that are there', async () => {
    const { library, loading } = stage();
    await library.add({ kind: 'files', name: 'mini', files: [file] }, loading);
    const add = (name: string, ...files: File[]) => library.add({ kind: 'files', name, files }, loading);
    await expect(add('other', new File(['{}'], 'tokenizer.json'))).rejects.toThrow('other: is no model');
    const cut = new File([llama.slice(0, 50_000)], 'cut.gguf');
    await expect(add('cut', cut)).rejects.toThrow('cut/cut.gguf: is cut off or corrupt');
    for (const taken of ['sprout', 'mini'])
      await expect(add(taken, cut)).rejects.toThrow(`${taken}: is the name of a model that is here already`);
    expect((await library.list()).map(({ name }) => name)).toEqual(['mini']);
    expect((await readBaseModel('mini', await library.files('mini'))).tensors).toHaveLength(29);
  });
});
