import { expect, test, vi } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { Engine } from './engine';
import { type EngineDevice, requestEngineDevice } from './gpu/device';
import { rowThreadsOf, spreadOf, tunedKernels, variantOf, variants, variantsFor } from './kernels/matmul/variants';
import { randomTensors } from './subjects/random-weights';
import { smallQwen3 as tiny } from './subjects/small-qwen3';
import { tuned, tuneProducts } from './tuner';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the tuner did not run: ${found.reason}`);

test.skipIf(found.kind === 'none')(
  'every variant computes what the plain one does, and the fastest is chosen',
  async () => {
    const gpu = await requestEngineDevice((found as { gpu: GPU }).gpu);
    const { choice, timings } = await tuneProducts(gpu, () => performance.now());
    for (const kernel of tunedKernels) {
      const own = timings.filter((timing) => timing.kernel === kernel);
      expect(own.map(({ variant }) => variant)).toEqual(variantsFor(kernel, gpu.lanes).map(({ name }) => name));
      expect(own.filter(({ right }) => !right)).toEqual([]);
      const fastest = own.reduce((best, timing) => (timing.ms < best.ms ? timing : best));
      expect(variantOf(kernel, choice).name).toBe(fastest.variant);
    }
  },
);

/** A device whose driver does not compile texts with this in them. */
async function refusing(text: string) {
  const gpu = await requestEngineDevice((found as { gpu: GPU }).gpu);
  const make = gpu.device.createShaderModule.bind(gpu.device);
  vi.spyOn(gpu.device, 'createShaderModule').mockImplementation((module) =>
    make(module.code.includes(text) ? { ...module, code: `${module.code}\nfn broken( {` } : module),
  );
  return gpu;
}

test.skipIf(found.kind === 'none')('a variant that the GPU refuses is out, and no fault of the device', async () => {
  const gpu = await refusing('x_tile'); // staged forward variants
  const { choice, timings } = await tuneProducts(gpu, () => performance.now());
  for (const { kernel, variant, right, ms } of timings) {
    const refused = kernel === 'matmul forward' && variant.startsWith('staged');
    expect([variant, right, Number.isFinite(ms)]).toEqual([variant, !refused, !refused]);
  }
  expect(choice['matmul forward']).not.toMatch('staged');
  expect(gpu.fault()).toBeUndefined();
  gpu.device.destroy();
});

test.skipIf(found.kind === 'none')(
  'where a plain variant is refused tuning fails, which is no fault of the device either',
  async () => {
    const gpu = await refusing('fn main');
    const card = { ...gpu, adapter: { ...gpu.adapter, software: false } };
    await expect(tuned(card, { now: () => 0 })).rejects.toThrow('the plain variant of matmul forward runs here, got:');
    expect(gpu.fault()).toBeUndefined();
    gpu.device.destroy();
  },
);

const products = ['matmul forward', 'matmul backward'] as const;

test('a processor is not timed: eight lanes shuffle, four hand numbers round, without subgroups all is plain, few rows stay together', async () => {
  const processor = (lanes: number) => ({ lanes, adapter: { software: true } }) as EngineDevice;
  const now = () => expect.fail('timed');
  expect((await tuned(processor(0), { now })).variants).toEqual({});
  const { variants: ofFour = {} } = await tuned(processor(4), { now });
  for (const kernel of products)
    expect(variantOf(kernel, ofFour)).toMatchObject({ name: ofFour[kernel], rotated: true });
  const { variants: chosen = {} } = await tuned(processor(8), { now });
  for (const kernel of products) expect(variantOf(kernel, chosen).lanes).toBe(8);
  const threads = [{}, ofFour, chosen].map((variants) => rowThreadsOf({ variants })['THREADS']);
  expect(threads).toEqual([64, 4, 8]);
  for (const choice of [{}, ofFour, chosen]) expect(spreadOf({ fewRows: true, variants: choice })).toBeUndefined();
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
      answers.push(
        await engine.sample([{ policy: 'base', prompt_P: [1, 2, 9], seed_K: [1, 2], maxTokens: 4, temperature: 1 }]),
      );
      const staged = modules.mock.calls.some(
        ([{ label, code }]) => label === 'matmul forward' && code.includes('var<workgroup>'),
      );
      expect(staged).toBe('matmul forward' in variants);
      engine.close();
    }
    expect(answers[1]).toEqual(answers[0]);
  },
);
