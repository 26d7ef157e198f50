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
  expect(quick.settings).toMatchObject({ steps: 15, evaluateEvery: 5 });
  expect(runTime(quick, time, 5)).toEqual({ rise: 5 * 4 + 2 * 2, all: 15 * 4 + 4 * 2 + 2 * 3, rooms: 4 });
  expect(runTime(quick, time, undefined)).toEqual({ all: 74, rooms: 4 });
});

test('what a setup plays more of takes longer, and of another way to learn no rise is promised', () => {
  expect(runTime(changed({ seed: 7 }), time, 5)?.rise).toBe(24);
  expect(runTime(changed({ branches: 16 }), time, 5)).toEqual({ all: 15 * 8 + 14, rooms: 4 });
  expect(runTime(changed({ testWorlds: 128 }), time, 5)).toEqual({ all: 80, rooms: 4 });
  expect(runTime(changed({ steps: 30 }), time, 5)).toEqual({ all: 30 * 4 + 7 * 2 + 6, rooms: 4 });
});

test('of another team, world or model, and of a run that goes on from a fork, it tells nothing', () => {
  expect(runTime({ ...quick, team: 'plan-alone' }, time, 5)).toBeUndefined();
  expect(runTime({ ...quick, model: 'other' }, time, 5)).toBeUndefined();
  expect(runTime({ ...quick, fork: { run: 'r', step: 5, hash: '', seed: 1 } }, time, 5)).toBeUndefined();
});

test('a time is no more exact than it can be known', () => {
  const said = [0.2, 7.4, 38, 71, 130, 1000, 4000].map((seconds) => roundTime(seconds).replace('\u202f', ' '));
  expect(said).toEqual(['1 s', '7 s', '40 s', '70 s', '2 min', '17 min', '65 min']);
});
