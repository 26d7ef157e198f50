import { expect, test } from 'vitest';
import { findGpu } from '../../headless/open-gpu';
import { requestEngineDevice } from '../gpu/device';
import { noise } from '../kernels/sample/twin';
import { tuned } from '../tuner';
import { loudSeeds, runSelfTest } from './self-test';
import { usualModel } from './self-test-subject';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the self-test did not run: ${found.reason}`);

const shaped = (model_type: string, [heads, keys, size]: readonly [number, number, number], tied = true) => ({
  model_type,
  hidden_size: heads * size,
  intermediate_size: 4 * size,
  num_hidden_layers: 3,
  num_attention_heads: heads,
  num_key_value_heads: keys,
  head_dim: size,
  vocab_size: 1000,
  tie_word_embeddings: tied,
});
const models = {
  'no model named': usualModel,
  'the model that ships': shaped('qwen3', [4, 2, 24]),
  'SmolLM2-135M': shaped('llama', [9, 3, 64]),
  'a Qwen 2.5 with a head of its own': shaped('qwen2', [6, 2, 16], false),
};

test.skipIf(found.kind === 'none').each(Object.entries(models))(
  'passes on this adapter with the head shape of %s',
  async (name, model) => {
    if (found.kind === 'none') return;
    const report = await runSelfTest(await requestEngineDevice(found.gpu), { model });
    const worst = report.checks
      .toSorted((one, other) => other.error / other.tolerance - one.error / one.tolerance)
      .slice(0, 4);
    console.log(`self-test, ${name}: ${report.checks.length} checks, ${report.ms.toFixed(0)} ms, worst`, worst);
    if (process.env['SELF_TEST_ALL'])
      console.log(report.checks.map(({ name, error }) => `${error.toExponential(1)} ${name}`).join('\n'));
    expect(report.checks.filter(({ error, tolerance }) => error > tolerance)).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.checks.length).toBeGreaterThan(50);
  },
);

test.skipIf(found.kind === 'none')(
  'passes with the head shape of the model that ships, with the variants that are chosen for this adapter',
  async () => {
    if (found.kind === 'none') return;
    const gpu = await tuned(await requestEngineDevice(found.gpu), { now: () => performance.now() });
    console.log('variants', gpu.variants);
    const { checks } = await runSelfTest(gpu, { model: models['the model that ships'] });
    expect(checks.filter(({ error, tolerance }) => error > tolerance)).toEqual([]);
  },
);

test('its loud seeds draw noise near either end, −3.13 … 22.88', () => {
  const [first, second, third, fourth, fifth, sixth] = loudSeeds as [number, number, number, number, number, number];
  const loud = [noise(first, 0, 125), noise(second, 0, 6), noise(third, 0, 115)];
  const quiet = [noise(fourth, 0, 133), noise(fifth, 0, 100), noise(sixth, 0, 88)];
  expect(Math.min(...loud)).toBeGreaterThan(16);
  expect(Math.max(...quiet)).toBeLessThan(-2.8);
});
