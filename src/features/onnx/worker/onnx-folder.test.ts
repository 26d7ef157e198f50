// The exported folder, written to disk, is what transformers.js makes of it: it loads as any model of the hub does, and
// its greedy tokens are those of our own reading of the same weights.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergedWeights } from '../../../export/merged-weights';
import type { ArchivedFile } from '../../../files/formats/zip';
import { baseModelFromDisk } from '../../../headless/model-files';
import type { BaseModel } from '../../../models/base-model';
import { onnxModelFolder, onnxTeamFolder } from './onnx-folder';
import type { LoraAdapter } from './onnx-model';
import { onnxSampler } from './onnx-sampler';
import { drawnAdapter } from './small-run.test-data';

const root = mkdtempSync(join(tmpdir(), 'grove-onnx-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The web build: it takes the runtime it finds here, and asks a cache for files, which is the disk. */
async function transformers(): Promise<typeof import('@huggingface/transformers')> {
  Object.assign(globalThis, { [Symbol.for('onnxruntime')]: ort });
  ort.env.wasm.wasmPaths = new URL('../../../../node_modules/onnxruntime-web/dist/', import.meta.url).href;
  const web = new URL('../../../../node_modules/@huggingface/transformers/dist/transformers.web.js', import.meta.url)
    .href;
  const library = (await import(/* @vite-ignore */ web)) as typeof import('@huggingface/transformers');
  const fromDisk = async (address: string) => {
    // it asks by either name
    const name = address.replace(/^.*(?:^\/models\/|huggingface\.co\/)/, '').replace('resolve/main/', '');
    const file = join(root, name);
    if (!existsSync(file)) return undefined;
    if (file.endsWith('.onnx')) return file; // under Node it wants to open models by itself
    return new Response(readFileSync(file), { headers: { 'content-length': `${statSync(file).size}` } });
  };
  Object.assign(library.env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: '/models/' });
  Object.assign(library.env, {
    useBrowserCache: false,
    useCustomCache: true,
    customCache: { match: fromDisk, put: async () => {} },
  });
  return library;
}

function written(name: string, files: readonly ArchivedFile[]): string {
  for (const file of files) {
    const path = join(root, name, file.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.bytes);
  }
  return name;
}

describe('an ONNX folder in transformers.js', () => {
  let library: Awaited<ReturnType<typeof transformers>>;
  let base: BaseModel;
  let adapter: LoraAdapter;
  const prompts = ['plan 6 6\n######\n#  @ #\n', 'tool '];
  const maxTokens = 12;

  beforeAll(async () => {
    library = await transformers();
    base = await baseModelFromDisk('sprout');
    adapter = drawnAdapter(base, 4, 0.3, 1);
  });

  async function ours(prompt: string): Promise<number[]> {
    const sampler = await onnxSampler(ort, base, { endToken: base.tokenizer.endToken });
    sampler.setAdapter('trained', adapter);
    const prompt_P = base.tokenizer.encode(prompt);
    const [answers] = await sampler.sample([{ policy: 'trained', prompt_P, seed_K: [1], maxTokens, temperature: 0 }]);
    await sampler.close();
    return [...answers![0]!.token_T];
  }

  async function theirs(folder: string, prompt: string): Promise<number[]> {
    const options = { dtype: 'fp32', device: 'auto', session_options: { logSeverityLevel: 3 } } as const;
    const tokenizer = await library.AutoTokenizer.from_pretrained(folder);
    const model = await library.AutoModelForCausalLM.from_pretrained(folder, options);
    const inputs = tokenizer(prompt, { add_special_tokens: false });
    const whole = await model.generate({ ...inputs, max_new_tokens: maxTokens });
    await model.dispose();
    const ids = (whole as InstanceType<typeof library.Tensor>).tolist() as bigint[][];
    return ids[0]!.slice(base.tokenizer.encode(prompt).length).map(Number);
  }

  it('speaks as our own reading does, the adapter merged', async () => {
    const tensors = mergedWeights(base.tensors, { kind: 'adapter', ...adapter }, adapter);
    const folder = written('merged', onnxModelFolder({ ...base, tensors }, 'A policy.'));
    expect(readdirSync(join(root, folder)).sort()).toEqual([
      'README.md',
      'config.json',
      'generation_config.json',
      'onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    const bare = written('bare', onnxModelFolder(base, 'The base.'));
    let changed = 0;
    for (const prompt of prompts) {
      const said = await theirs(folder, prompt);
      expect(said).toEqual(await ours(prompt));
      if (`${await theirs(bare, prompt)}` !== `${said}`) changed++;
    }
    expect(changed).toBeGreaterThan(0);
  });

  it('of a team takes every tensor of its adapters as an input, and has them beside it', async () => {
    const adapters = [{ name: 'plan/adapter_config.json', bytes: new Uint8Array(1) }];
    const files = new Map(onnxTeamFolder(base, adapters, 'A team.').map(({ name, bytes }) => [name, bytes]));
    expect([...files.keys()]).toContain('adapters/plan/adapter_config.json');
    const session = await ort.InferenceSession.create(files.get('onnx/model_with_adapters.onnx')!, {
      logSeverityLevel: 3,
    });
    expect(session.inputNames).toEqual(
      expect.arrayContaining(['lora_scale', ...adapter.tensors.map(({ name }) => name)]),
    );
    await session.release();
  });
});
