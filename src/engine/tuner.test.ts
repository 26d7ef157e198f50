import { expect, test } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { requestEngineDevice } from './gpu/device';
import { variantOf, variants } from './kernels/matmul/variants';
import { tuneProducts } from './tuner';

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
