import { expect, test } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { roundTime, runTime } from './run-time';

const quick = presetById('first-look').config;
const time = { step: 4, validation: 2, test: 3, rooms: 4 };
const changed = (changes: Partial<RunConfig['settings']>) => ({
  ...quick,
  settings: { ...quick.settings, ...changes },
});

test('a run takes its steps, a validation before them and at each interval, and a test before and after', () => {
  expect(quick.settings).toMatchObject({ steps: 8, evaluateEvery: 4 });
  expect(runTime(quick, time, 4)).toEqual({ rise: 4 * 4 + 2 * 2, all: 8 * 4 + 3 * 2 + 2 * 3, rooms: 4 });
  expect(runTime(quick, time, undefined)).toEqual({ all: 44, rooms: 4 });
});

test('what a setup plays more of takes longer, and of another way to learn no rise is promised', () => {
  expect(runTime(changed({ seed: 7 }), time, 4)?.rise).toBe(20);
  expect(runTime(changed({ branches: 16 }), time, 4)).toEqual({ all: 8 * 8 + 12, rooms: 4 });
  expect(runTime(changed({ testWorlds: 128 }), time, 4)).toEqual({ all: 50, rooms: 4 });
  expect(runTime(changed({ steps: 30 }), time, 4)).toEqual({ all: 30 * 4 + 9 * 2 + 6, rooms: 4 });
});

test('of another team, world or model, and of a run that goes on from a fork, it tells nothing', () => {
  expect(runTime({ ...quick, team: 'plan-alone' }, time, 6)).toBeUndefined();
  expect(runTime({ ...quick, model: 'other' }, time, 6)).toBeUndefined();
  expect(runTime({ ...quick, fork: { run: 'r', step: 5, hash: '', seed: 1 } }, time, 6)).toBeUndefined();
});

test('a time is no more exact than it can be known', () => {
  const said = [0.2, 7.4, 38, 71, 130, 1000, 4000].map((seconds) => roundTime(seconds).replace('\u202f', ' '));
  expect(said).toEqual(['1 s', '7 s', '40 s', '70 s', '2 min', '17 min', '65 min']);
});
