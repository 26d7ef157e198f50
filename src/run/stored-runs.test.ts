// Runs that were stored before there were several worlds, teams of one's own and sampling by role are still the same
// runs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashOfJson } from '../files/formats/hash';
import { readRecordedRun } from '../files/formats/run-json';
import { checkRun } from '../learning/config/check-run';
import { completed, type StoredConfig } from '../learning/config/stored';
import { hashOfConfig, identityOf } from './session-parts';

const at = (path: string) => new Uint8Array(readFileSync(new URL(path, import.meta.url)));

test('R2: a run of before fits together, and has the hash it had when it was made', async () => {
  const stored: StoredConfig = JSON.parse(new TextDecoder().decode(at('stored-config.test-data.json')));
  expect(Object.keys(stored.settings)).not.toContain('grouping');
  const config = completed(stored);
  const hash = '16e68f09906a803e1fd4c9433a0edb0010cf98c4bb29f05c655cdc92b430450e';
  expect([await hashOfConfig(stored), await hashOfConfig(config)]).toEqual([hash, hash]);
  expect(() => checkRun(config)).not.toThrow();
  expect(config.worlds).toEqual([{ environment: 'sokoban', environmentSettings: { size: 6, boxes: 1 }, share: 1 }]);
});

test('R2: a run on several worlds whose first stood by itself is today’s run on them, and has the name it had', async () => {
  const whole: StoredConfig = JSON.parse(new TextDecoder().decode(at('stored-config.test-data.json')));
  const { environment, environmentSettings } = whole as Required<StoredConfig>;
  const worlds = [
    { environment, environmentSettings, share: 2 },
    { environment: 'plan-path', environmentSettings: { size: 8 }, share: 1, moveBudget: 20 },
  ];
  const config = completed({ ...whole, worlds });
  expect(config).toMatchObject({ worlds, trainable: 'adapter' });
  expect(config).not.toHaveProperty('environment');
  expect(completed(config)).toEqual(config);
  expect(() => checkRun(config)).not.toThrow();
  // a run was named by all that it said then
  const name = await hashOfJson({ ...whole, worlds, baseHash: 'base' });
  expect([await identityOf({ ...whole, worlds }, 'base'), await identityOf(config, 'base')]).toEqual([name, name]);
});

test('the recorded run opens and fits together', () => {
  const { run } = readRecordedRun(at('../../public/recorded-run.json'), 'recorded-run.json');
  expect(() => checkRun(completed(run.config as unknown as StoredConfig))).not.toThrow();
});
