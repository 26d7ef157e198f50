import { describe, expect, it } from 'vitest';
import { download, type FileSink } from './download';
import { type Fetch, filesOnHub, findOnHub, hubNameFrom } from './hub';
import { scriptedHub } from './scripted-hub.test-data';

const weights = Uint8Array.from({ length: 50_000 }, (_, at) => at % 251);
const text = (value: string) => new TextEncoder().encode(value);
const hubOf = () =>
  scriptedHub({
    'owner/model': { 'config.json': text('{}'), 'model.safetensors': weights, 'onnx/model.onnx': weights },
  });

describe('a model’s name on the hub', () => {
  it.each([
    ['HuggingFaceTB/SmolLM2-135M-Instruct', { repository: 'HuggingFaceTB/SmolLM2-135M-Instruct' }],
    [' https://huggingface.co/Qwen/Qwen3-0.6B/ ', { repository: 'Qwen/Qwen3-0.6B' }],
    ['hf.co/a/b/blob/main/c.Q4_K_M.gguf', { repository: 'a/b', file: 'c.Q4_K_M.gguf' }],
    ['a/b/c.gguf', { repository: 'a/b', file: 'c.gguf' }],
  ])('%s', (written, found) => expect(hubNameFrom(written)).toMatchObject(found));

  it.each(['smollm', 'a/b/c', '../x', 'a/..', 'a b/c', '', 'https://example.com/a/b'])('"%s" is none', (written) => {
    expect(() => hubNameFrom(written)).toThrow('is no model’s name: write it as the hub does');
  });
});

describe('the hub', () => {
  it('lists a model’s files with size, hash and an address that names their state', async () => {
    const model = await findOnHub('owner/model', hubOf().send);
    expect(model).toMatchObject({ name: 'owner/model', revision: 'abc123' });
    expect(model.files.map(({ file, bytes }) => [file, bytes])).toEqual([
      ['config.json', 2],
      ['model.safetensors', 50_000],
    ]);
    expect(model.files[1]?.url).toBe('https://huggingface.co/owner/model/resolve/abc123/model.safetensors');
    expect(model.files[1]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is asked for no more than the stretch that is read', async () => {
    const hub = hubOf();
    const source = await filesOnHub(await findOnHub('owner/model', hub.send), hub.send).open('model.safetensors');
    expect(await source.read(100, 110)).toEqual(weights.slice(100, 110));
    expect(hub.asked.at(-1)).toBe('owner/model/resolve/abc123/model.safetensors bytes=100-109');
    hub.knowsNoParts = true;
    await expect(source.read(100, 110)).rejects.toThrow('the hub answered 200 for a part of it');
  });

  it.each<[string, Fetch, string]>([
    ['not there', hubOf().send, 'owner/other: is not on the hub, or may only be read by people who were let in'],
    [
      'away',
      async () => Promise.reject(new TypeError('fetch failed')),
      'the hub does not answer (fetch failed): is this computer online?',
    ],
    ['broken', async () => new Response('', { status: 503 }), 'cannot be looked up: the hub answered 503'],
    ['odd', async () => Response.json({ siblings: 'none' }), 'the hub answered without a list of files'],
    [
      'gated',
      async () => Response.json({ sha: 'abc1', gated: 'auto', siblings: [] }),
      'given only to those who accepted its terms',
    ],
  ])('says what is wrong when it is %s', async (_, send, fault) => {
    await expect(findOnHub('owner/other', send)).rejects.toThrow(fault);
  });
});

describe('a download', () => {
  function sinkOf(begun = new Uint8Array()): FileSink & { bytes(): Uint8Array } {
    let there = [...begun];
    return {
      bytes: () => Uint8Array.from(there),
      size: () => there.length,
      write: (bytes, at) => {
        expect(at).toBe(there.length);
        there.push(...bytes);
      },
      truncate: (bytes) => {
        there = there.slice(0, bytes);
      },
    };
  }
  async function downloaded(hub: ReturnType<typeof hubOf>, sink: FileSink, signal?: AbortSignal) {
    const [, file] = (await findOnHub('owner/model', hub.send)).files;
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    await download({ file: file!, sink, send: hub.send, wait, ...(signal ? { signal } : {}) });
    return waits;
  }

  it('brings the whole file', async () => {
    const sink = sinkOf();
    await downloaded(hubOf(), sink);
    expect(sink.bytes()).toEqual(weights);
  });

  it('goes on where the connection broke, and where an earlier one had stopped', async () => {
    const hub = hubOf();
    hub.breaks.push(9000, 0);
    const sink = sinkOf(weights.slice(0, 1234));
    expect(await downloaded(hub, sink)).toEqual([1000, 2000]);
    expect(sink.bytes()).toEqual(weights);
    expect(hub.asked.filter((one) => one.includes('bytes=')).map((one) => one.split('=')[1])).toEqual([
      '1234-',
      '10234-',
      '10234-',
    ]);
  });

  it('begins anew with a server that knows no parts', async () => {
    const hub = hubOf();
    hub.knowsNoParts = true;
    const sink = sinkOf(weights.slice(0, 1234));
    await downloaded(hub, sink);
    expect(sink.bytes()).toEqual(weights);
  });

  it('gives up after four failures in a row and keeps what came', async () => {
    const hub = hubOf();
    hub.breaks.push(5000, 0, 0, 0, 0);
    const sink = sinkOf();
    await expect(downloaded(hub, sink)).rejects.toThrow(
      'model.safetensors: the download broke off at byte 5000 of 50000 (network error): start it again to go on from there',
    );
    expect(sink.size()).toBe(5000);
  });

  it('stops when it is cancelled', async () => {
    const cancelled = AbortSignal.abort(new Error('the loading was cancelled'));
    await expect(downloaded(hubOf(), sinkOf(), cancelled)).rejects.toThrow('the loading was cancelled');
  });

  it('takes no more than was named', async () => {
    const hub = hubOf();
    const [, file] = (await findOnHub('owner/model', hub.send)).files;
    const short = { ...file!, bytes: 100 };
    await expect(download({ file: short, sink: sinkOf(), send: hub.send, wait: async () => {} })).rejects.toThrow(
      'sent more than the 100 bytes it had named',
    );
  });
});
