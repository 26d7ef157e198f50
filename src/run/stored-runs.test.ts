// Runs that were stored before there were several worlds, teams of one's own and sampling by role are still the same runs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecordedRun } from '../files/formats/run-json';
import { checkRun } from '../learning/config/check-run';
import { completed, type RunConfig } from '../learning/config/run-config';
import { worldsOf } from '../learning/config/worlds';
import { hashOfConfig } from './session-parts';

const at = (path: string) => new Uint8Array(readFileSync(new URL(path, import.meta.url)));

test('R2: a run of before fits together, and has the hash it had when it was made', async () => {
  const stored: RunConfig = JSON.parse(new TextDecoder().decode(at('stored-config.test-data.json')));
  expect(Object.keys(stored.settings)).not.toContain('grouping');
  const config = completed(stored);
  expect(await hashOfConfig(config)).toBe('16e68f09906a803e1fd4c9433a0edb0010cf98c4bb29f05c655cdc92b430450e');
  expect(() => checkRun(config)).not.toThrow();
  expect(worldsOf(config)).toHaveLength(1);
});

test('the recorded run opens and fits together', () => {
  const { run } = readRecordedRun(at('../../public/recorded-run.json'), 'recorded-run.json');
  expect(() => checkRun(completed(run.config as unknown as RunConfig))).not.toThrow();
});
