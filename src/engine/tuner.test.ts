import { expect, test, vi } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { randomTensors } from './bench/random-weights';
import { Engine } from './engine';
import { requestEngineDevice } from './gpu/device';
import { variantOf, variants } from './kernels/matmul/variants';
import { tuneProducts } from './tuner';

const tiny = {
  model_type: 'qwen3',
  hidden_size: 32,
  intermediate_size: 48,
  num_hidden_layers: 2,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 8,
  vocab_size: 30,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the tuner did not run: ${found.reason}`);

test.skipIf(found.kind === 'none')('every variant computes what the plain one does, and the fastest is chosen', async () => {
  const gpu = await requestEngineDevice((found as { gpu: GPU }).gpu);
  const { choice, timings } = await tuneProducts(gpu, () => performance.now());
  for (const kernel of Object.keys(variants) as (keyof typeof variants)[]) {
    const own = timings.filter((timing) => timing.kernel === kernel);
    expect(own.map(({ variant }) => variant)).toEqual(variants[kernel].map(({ name }) => name));
    expect(own.filter(({ right }) => !right)).toEqual([]);
    const fastest = own.reduce((best, timing) => (timing.ms < best.ms ? timing : best));
    expect(variantOf(kernel, choice).name).toBe(fastest.variant);
  }
});

test('a choice that this version does not know means the plain variant', () => {
  expect(variantOf('matmul forward', { 'matmul forward': 'gone' })).toBe(variants['matmul forward'][0]);
});

test.skipIf(found.kind === 'none')(
  'an engine computes with the variants that its device was tuned to, and says the same',
  async () => {
    const gpu = await requestEngineDevice((found as { gpu: GPU }).gpu);
    const modules = vi.spyOn(gpu.device, 'createShaderModule');
    const answers = [];
    const choices: Readonly<Record<string, string>>[] = [{}, { 'matmul forward': 'staged 4×4 in 8×16' }];
    for (const variants of choices) {
      modules.mockClear();
      const engine = new Engine({ ...gpu, variants }, { config: tiny, tensors: randomTensors(tiny, 1), stopToken: 3 });
      answers.push(await engine.sample([{ policy: 'base', prompt_P: [1, 2, 9], seed_K: [1, 2], maxTokens: 4, temperature: 1 }]));
      const staged = modules.mock.calls.some(([{ label, code }]) => label === 'matmul forward' && code.includes('x_slab'));
      expect(staged).toBe('matmul forward' in variants);
      engine.close();
    }
    expect(answers[1]).toEqual(answers[0]);
  },
);
