import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { presetById } from '../learning/config/presets';
import { weightlessBase } from '../models/weightless-base.test-data';
import { memoryOfRun } from './run-memory';

const { tokenizer } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const { config } = presetById('plan-path');
const { settings } = config;
const { worldsPerStep, branches, turns } = settings;

test('a policy is trained on the groups of all turns at once, and asked for those of one', async () => {
  const { policies, batch } = await memoryOfRun(config, tokenizer);
  expect(policies.length).toBe(2);
  expect(batch).toMatchObject({ groups: worldsPerStep, branches, trained: worldsPerStep * turns });
  expect(batch.promptTokens).toBeGreaterThan(50);
});

test('one policy of two roles is trained on both roles’ groups', async () => {
  const roles = Object.keys(config.policies);
  const shared = { ...config, policies: Object.fromEntries(roles.map((role) => [role, 'shared'])) };
  const { policies, batch } = await memoryOfRun(shared, tokenizer);
  expect(policies.length).toBe(1);
  expect(batch.trained).toBe(worldsPerStep * turns * roles.length);
});

test('without a tree every game has prompts of its own', async () => {
  const games = worldsPerStep * branches;
  const { batch } = await memoryOfRun({ ...config, settings: { ...settings, grouping: 'world' } }, tokenizer);
  expect(batch).toMatchObject({ groups: games, branches: 1, trained: games * turns });
});

test('evaluations play a hundred games at once, or all there are', async () => {
  expect((await memoryOfRun(config, tokenizer)).batch.games).toBe(100);
  const few = { ...config, settings: { ...settings, testWorlds: 7, validationWorlds: 5 } };
  expect((await memoryOfRun(few, tokenizer)).batch.games).toBe(7);
});

test('its tokens are those of every answer that is trained on or measured, none that only follows one', async () => {
  const tokens = async (changes: Partial<typeof settings>) =>
    (await memoryOfRun({ ...config, settings: { ...settings, ...changes } }, tokenizer)).tokens;
  const few = { evaluateEvery: 1000, testWorlds: 4, validationWorlds: 4, turns: 1, branches: 2 };
  const answers = 2 * (10 * worldsPerStep * 2 + 2 * 4 + 4 * (1 + 1)); // of two roles, in ten steps and four evaluations
  const each = (await tokens({ ...few, steps: 10 })) / answers;
  expect(each).toBeGreaterThan(50);
  expect(each).toBeLessThan(200);
  expect(await tokens({ ...few, steps: 10, credit: 'look-ahead' })).toBe(each * answers);
  const twice = (await tokens({ ...few, steps: 20 })) - each * answers;
  expect(twice / (each * 2 * 10 * worldsPerStep * 2)).toBeCloseTo(1, 3);
});
