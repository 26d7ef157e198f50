// S2 on a real GPU, by the shipped model: sampler and trainer give the same tokens the same log-probabilities in every
// precision of the base, at temperatures other than 1, from an adapter and from weights of its own. What is seen is
// said: the tolerance stands on it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderRunStore } from '../headless/folder-run-store';
import { baseModelFromDisk, modelFolder } from '../headless/model-files';
import { findGpu } from '../headless/open-gpu';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import { basePrecisionOf } from '../models/base-precision';
import { engineIn } from './engine-learner';
import { startSession } from './session';

const found = await findGpu();
const shipped = existsSync(join(modelFolder('sprout'), 'model.safetensors'));
const missing = found.kind === 'none' ? found.reason : shipped ? undefined : 'models/sprout has no model.safetensors';
if (missing !== undefined) console.warn(`SKIPPED: the mismatch was not measured on a GPU: ${missing}`);

const folder = mkdtempSync(join(tmpdir(), 'grove-mismatch-'));
afterAll(() => rmSync(folder, { recursive: true }));
const engine = engineIn(() => (found.kind === 'gpu' ? found.gpu : undefined));
const small = {
  steps: 2,
  worldsPerStep: 4,
  branches: 4,
  turns: 2,
  validationWorlds: 4,
  testWorlds: 4,
  evaluateEvery: 1,
  learningRate: 1e-3,
};

test.skipIf(missing !== undefined).each([
  ['f32', 'adapter', 1],
  ['f32', 'adapter', 0.7],
  ['f32', 'all-weights', 1],
  ['f16', 'adapter', 1],
  ['int8', 'adapter', 1],
  ['int4', 'adapter', 1.3],
] as const)('base %s, %s, temperature %d', async (basePrecision, trainable, temperature) => {
  const base = await baseModelFromDisk('sprout');
  const config = {
    ...presetById('quick').config,
    trainable,
    settings: settingsFrom({ ...small, basePrecision, temperature }),
  };
  const runStore = folderRunStore(join(folder, `${basePrecision} ${trainable} ${temperature}`));
  const parts = {
    runStore,
    base,
    openLearner: () => engine.open(base, basePrecisionOf(config)),
    now: () => 0,
    announce: () => {},
  };
  const run = await (await startSession(parts, { config, name: 'run' })).rested;
  expect(run.reason).toBeUndefined();
  const [first, second] = await runStore.metrics.list(run.id);
  const mismatches = [first, second]
    .flatMap((report) => Object.values(report?.updates ?? {}))
    .map(({ mismatch }) => mismatch);
  const apart = Object.values(second?.baseDistances ?? {}).map(({ k3 }) => k3);
  const words = [
    mismatches.map((one) => one.toExponential(1)).join(' '),
    apart.map((one) => one.toExponential(1)).join(' '),
  ];
  console.info(
    `${basePrecision}, ${trainable}, temperature ${temperature}: mismatches ${words[0]}, k3 to the base ${words[1]}`,
  );
  expect(mismatches.length).toBeGreaterThan(1);
  for (const mismatch of mismatches) expect(mismatch).toBeLessThan(1e-5);
  // Before its first update a policy is the base: what is left is rounding, of k3 that is quadratic in it.
  for (const { k3 } of Object.values(first?.baseDistances ?? {})) expect(k3).toBeLessThan(1e-6);
  for (const k3 of apart) expect(k3).toBeGreaterThan(1e-6);
});
