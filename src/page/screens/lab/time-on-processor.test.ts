import { expect, test } from 'vitest';
import { presetById } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { factOf } from './preset-groups';
import { longTimeOnProcessor, timeOnProcessor } from './time-on-processor';

const sokoban = presetById('sokoban').config;
const plain = (config: RunConfig, tokens = 0) => longTimeOnProcessor(config, tokens)?.replace(/\s/g, ' ');
const longer = (config: RunConfig, changes: Partial<RunConfig['settings']>) => ({
  ...config,
  settings: { ...config.settings, ...changes },
});

test('the time of a run on the processor follows what was measured of its preset, and how much more it plays', () => {
  const minutes = factOf('sokoban')?.minutes ?? 0;
  expect(minutes).toBeGreaterThan(0);
  const round = (of: number) => 5 * Math.round(of / 5);
  const fourfold = longer(sokoban, { steps: 4 * sokoban.settings.steps });
  expect(plain(fourfold)).toBe(`${round(8 * minutes)} min to ${round(16 * minutes)} min`);
  const thrice = longer(sokoban, { steps: 90, worldsPerStep: 2 * sokoban.settings.worldsPerStep });
  expect(plain(thrice)).toBe(plain(longer(sokoban, { steps: 180 })));
});

test('without a measured run it follows the tokens, and is no more exact than can be known', () => {
  const alone: RunConfig = { ...sokoban, team: 'plan-alone' };
  expect(plain(alone, 6_000_000)).toBe('15 min to 2 h');
  expect(plain(alone, 500_000)).toBeUndefined();
  expect(plain(alone, 1_200_000)).toBe('up to 20 min');
  expect(plain({ ...alone, model: 'owner/larger' }, 1_200_000)).toBe('much more than 20 min');
  expect(timeOnProcessor([alone], 10_000)).toBe('about a minute');
});

test('of the quick preset it follows what a page took for it', () => {
  const quick = presetById('first-look').config;
  expect(timeOnProcessor([quick], undefined)?.replace(/\s/g, ' ')).toBe('up to 60 s');
});
