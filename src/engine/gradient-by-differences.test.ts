// On a small shape: the gradient is the engine's, and one that is off would be seen.
import { expect, test } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { requestEngineDevice } from './gpu/device';
import { gradientByDifferences } from './gradient-by-differences';
import { config135m } from './subjects/config-135m';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: gradients by differences: ${found.reason}`);

test.skipIf(found.kind === 'none')('errors shrink with the square of the step', async () => {
  const gpu = await requestEngineDevice((found as { gpu: GPU }).gpu);
  const errors = await gradientByDifferences(gpu, { ...config135m, num_hidden_layers: 2, vocab_size: 3276 });
  for (const way of ['gradient', 'adapter']) {
    const along = errors.filter((one) => one.way === way);
    expect(along.map(({ step }) => step)).toEqual([0.1, 0.03, 0.01]);
    const [coarse, fine, finest] = along.map(({ error }) => error) as [number, number, number];
    expect(coarse, way).toBeLessThan(0.3);
    expect(fine, way).toBeLessThan(0.2 * coarse);
    expect(finest, way).toBeLessThan(1e-3);
  }
  gpu.device.destroy();
});
