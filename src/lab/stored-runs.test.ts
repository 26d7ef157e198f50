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
  expect(await hashOfConfig(config)).toBe('16e68f09906a803e1fd4c9433a0edb0010cf98c4bb29f05c655cdc92b430450e');
  expect(() => checkRun(config)).not.toThrow();
  expect(worldsOf(config)).toHaveLength(1);
});
