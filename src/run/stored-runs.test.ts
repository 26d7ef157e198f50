// Runs that were stored before there were several worlds, teams of one's own and sampling by role are still the same runs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecordedRun } from '../files/formats/run-json';
import { checkRun } from '../learning/config/check-run';
import { presetById } from '../learning/config/presets';
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
  const { worlds, ...others } = presetById('eight-queens').config;
  const [first] = worlds;
  const { environment, environmentSettings } = first as (typeof worlds)[number];
  const stored: StoredConfig = { ...others, environment, environmentSettings, worlds };
  expect(completed(stored)).toEqual(presetById('eight-queens').config);
  expect(completed(completed(stored))).toEqual(completed(stored));
  const identity = 'aeb835bfe0bf921ce948698e131cceb982d9490580e6ae8de74c4232ee95eafe';
  expect([await identityOf(stored, 'base'), await identityOf(completed(stored), 'base')]).toEqual([identity, identity]);
});

test('the recorded run opens and fits together', () => {
  const { run } = readRecordedRun(at('../../public/recorded-run.json'), 'recorded-run.json');
  expect(() => checkRun(completed(run.config as unknown as StoredConfig))).not.toThrow();
});
