import { expect, test } from 'vitest';
import { findGpu } from '../../headless/open-gpu';
import { requestEngineDevice } from '../gpu/device';
import { runSelfTest } from './self-test';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the self-test did not run: ${found.reason}`);

test.skipIf(found.kind === 'none')('the self-test passes on this adapter, every tensor checked', async () => {
  if (found.kind === 'none') return;
  const report = await runSelfTest(await requestEngineDevice(found.gpu));
  const worst = report.checks.toSorted((one, other) => other.error / other.tolerance - one.error / one.tolerance).slice(0, 3);
  console.log(`self-test: ${report.checks.length} checks, ${report.ms.toFixed(0)} ms, worst`, worst);
  expect(report.checks.filter(({ error, tolerance }) => error > tolerance)).toEqual([]);
  expect(report.passed).toBe(true);
  expect(report.checks.length).toBeGreaterThan(30);
});
