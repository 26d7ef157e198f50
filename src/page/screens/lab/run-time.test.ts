import { expect, test } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { roundedTime, runTime } from './run-time';

const { config } = presetById('first-look');
const time = { step: 2, validation: 3, test: 4, rooms: 16 };
const changed = (settings: Partial<RunConfig['settings']>): RunConfig => {
  return { ...config, settings: { ...config.settings, ...settings } };
};

test('a run takes its steps, the evaluations between them, and two tests', () => {
  // 15 steps; before the first, and after 5, 10 and 15; the untrained team and the trained one
  expect(runTime(config, time, 5)).toEqual({ all: 15 * 2 + 4 * 3 + 2 * 4, rise: 5 * 2 + 2 * 3, rooms: 16 });
});

test('other numbers of rooms, turns and problems are counted in', () => {
  const { worldsPerStep, validationWorlds } = config.settings;
  expect(runTime(changed({ worldsPerStep: 2 * worldsPerStep }), time, undefined)?.all).toBe(30 * 2 + 4 * 3 + 2 * 4);
  expect(runTime(changed({ validationWorlds: 2 * validationWorlds }), time, 5)?.all).toBe(15 * 2 + 4 * 6 + 2 * 4);
});

test('when success rises is told of the preset as it is, whatever the seed', () => {
  expect(runTime(changed({ seed: 9 }), time, 5)?.rise).toBeDefined();
  expect(runTime(changed({ learningRate: 1e-5 }), time, 5)?.rise).toBeUndefined();
  expect(runTime(config, time, undefined)?.rise).toBeUndefined();
});

test('nothing is known of another world or team, and of a fork', () => {
  expect(runTime({ ...config, team: 'plan-alone' }, time, 5)).toBeUndefined();
  expect(runTime({ ...config, worlds: presetById('plan-path').config.worlds }, time, 5)).toBeUndefined();
  expect(runTime({ ...config, fork: { run: 'a', step: 1 } as never }, time, 5)).toBeUndefined();
});

test('times are told as exactly as they are known', () => {
  expect([0.2, 7.4, 41, 118, 1700].map(roundedTime)).toEqual([1, 7, 40, 120, 1800]);
});
