// Runs that were stored before there were several worlds, teams of one's own and sampling by role are still the same runs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecordedRun } from '../files/formats/run-json';
import { checkRun } from '../learning/training/check-run';
import { completed, type RunConfig } from '../learning/training/config';
import { worldsOf } from '../learning/training/worlds';
import { hashOfConfig } from './session-parts';

test('R2: the recorded run still opens, fits together, and has the hash it had when it was made', async () => {
  const bytes = new Uint8Array(readFileSync(new URL('../../public/recorded-run.json', import.meta.url)));
  const { run } = readRecordedRun(bytes, 'recorded-run.json');
  const config = completed(run.config as unknown as RunConfig);
  expect(await hashOfConfig(config)).toBe('9c72bdb734f79a0d9d604220c698c7505375f5a55f1f4ee6c8ee51772d3d5c71');
  expect(() => checkRun(config)).not.toThrow();
  expect(worldsOf(config)).toHaveLength(1);
});
