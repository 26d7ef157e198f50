// Every module that the engine assembles – for these head shapes, precisions and variants of the products that run on
// this adapter, in sampling and in training – is accepted by the compiler at hand: Tint under Node, naga under Deno
// (`npm test -- naga`). Naga also writes each in the languages of the systems that are not here: Metal's (macOS, and
// with it Safari) and Direct3D's (Windows). Pipelines are made elsewhere.
import { parseWgsl, validate, writeHlsl, writeMsl } from 'naga-wasm';
import { expect, test } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { Engine } from './engine';
import { requestEngineDevice } from './gpu/device';
import { type NotedModule, notingDevice } from './gpu/noting-device.test-data';
import { variantsFor } from './kernels/matmul/variants';
import type { Precision } from './model/stored-sections';
import { randomTensors } from './subjects/random-weights';
import { usualKnobs, usualObjective } from './subjects/usual-step';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: no module was compiled: ${found.reason}`);
const gpu = found.kind === 'gpu' ? await requestEngineDevice(found.gpu) : undefined;
const device = gpu?.device;

/** Family, heads, key heads, head size: the model that ships, SmolLM2-135M, Qwen3-0.6B, and a Qwen 2 with bias and an
 *  odd size. */
const shapes = [
  ['qwen3', 4, 2, 24],
  ['llama', 9, 3, 64],
  ['qwen3', 16, 8, 128],
  ['qwen2', 3, 1, 6],
] as const;
const precisions: readonly Precision[] = ['f32', 'f16', 'int8', 'int4'];

async function assembled() {
  const forward = variantsFor('matmul forward', gpu?.lanes ?? 0);
  const backward = variantsFor('matmul backward', gpu?.lanes ?? 0);
  const few = variantsFor('matmul of few rows', gpu?.lanes ?? 0);
  const modules = new Map<string, NotedModule>();
  for (const [model_type, heads, keys, size] of shapes) {
    const widths = { hidden_size: 16, intermediate_size: 24, num_hidden_layers: 1, vocab_size: 30, head_dim: size };
    const config = {
      model_type,
      ...widths,
      num_attention_heads: heads,
      num_key_value_heads: keys,
      tie_word_embeddings: true,
    };
    const tensors = randomTensors(config, 1);
    for (const precision of precisions) {
      for (const [index, { name }] of forward.entries()) {
        const choice = {
          'matmul forward': name,
          'matmul backward': backward[index % backward.length]?.name ?? '',
          'matmul of few rows': few[index % few.length]?.name ?? '',
        };
        const engine = new Engine(notingDevice(choice, modules), {
          config,
          tensors,
          stopToken: 0,
          precision,
          equalBranches: index % 2 ? 'each' : 'once',
          sharedPrefix: 1,
          decode: index % 2 ? 'by token' : 'whole',
        });
        await playAll(engine, precision);
        engine.close();
      }
    }
  }
  return [...modules.values()];
}

async function playAll(engine: Engine, precision: Precision) {
  engine.addPolicy('adapter', { kind: 'adapter', rank: 8, alpha: 16, seed: 1 });
  if (precision === 'f32') engine.addPolicy('weights', { kind: 'all-weights', rank: 0, alpha: 0, seed: 1 });
  const group = {
    prompt_P: [1, 2],
    completions: [{ token_T: [3, 4], oldLogp_T: [-1, -1], refLogp_T: [-1, -1], advantage: 1 }],
  };
  for (const policy of precision === 'f32' ? ['adapter', 'weights'] : ['adapter']) {
    const asked = { policy, prompt_P: [1, 2], seed_K: [1, 2], maxTokens: 3, temperature: 1 };
    await engine.sample([asked]);
    await engine.sample([asked, { ...asked, prompt_P: [1, 3] }]); // a tree
    await engine.accumulate(policy, [group], usualObjective);
    await engine.accumulate(policy, [group, { ...group, prompt_P: [1, 3] }], usualObjective); // a tree
    await engine.update(policy, usualKnobs);
  }
}

const modules = await assembled();
const compiler = 'Deno' in globalThis ? 'naga' : 'Tint';

test.skipIf(!device).each(modules.map((module, index) => ({ ...module, index })))(
  `${compiler} accepts module $index: $name`,
  async ({ name, code }) => {
    const module = (device as GPUDevice).createShaderModule({ label: name, code });
    const { messages } = await module.getCompilationInfo();
    expect(messages.map(({ type, lineNum, message }) => `${type} in line ${lineNum}: ${message}`)).toEqual([]);
  },
);

/** What naga does not know yet: to say that subgroups are used. It knows their operations. */
const unsaid = (code: string) => code.replace(/^enable subgroups;/gm, '');

test.each(modules.map((module, index) => ({ ...module, index })))(
  'naga writes module $index for Metal and for Direct3D, and no constant is left to override: $name',
  ({ code }) => {
    expect(code).not.toMatch(/\boverride\b/);
    const module = parseWgsl(unsaid(code));
    const info = validate(module);
    expect(writeMsl(module, info)).toContain('kernel void');
    expect(writeHlsl(module, info, { shaderModel: '6_2' })).toContain('[numthreads(');
    info.free();
    module.free();
  },
);

test('the modules are many, and every kernel is among them', () => {
  const names = new Set(modules.map(({ name }) => name));
  console.info(`${modules.length} modules of ${names.size} kernels assembled for ${compiler}`);
  expect(names.size).toBeGreaterThan(20);
  expect(modules.length).toBeGreaterThan(100);
});
