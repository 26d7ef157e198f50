import { expect, test } from 'vitest';
import type { PairedComparison } from '../../../basics/statistics/paired';
import { build } from '../../../learning/config/build';
import { planOf, setupsId, verdictOf } from './setups';
import { taskFrom, tasksOf } from './study';
import { usualOf } from './usual-setup';

const asked = build('sokoban', {
  settings: { alpha: 0.25, branches: 4, steps: 12, seed: 9, testWorlds: 50 },
  worlds: [{ environment: 'sokoban', environmentSettings: { size: 8 } }],
});

test('the usual setup learns as the preset does, in the worlds and for the steps that were chosen', () => {
  const usual = usualOf(asked);
  const preset = build('sokoban').settings;
  expect(usual.settings).toEqual({ ...preset, steps: 12, seed: 9, testWorlds: 50 });
  expect(usual.worlds).toEqual(asked.worlds);
  expect(usualOf(usual)).toEqual(usual);
});

test('a world that the preset’s team does not play is left to the team that was chosen for it', () => {
  const own = build('sokoban', { worlds: [{ environment: 'signals' }], settings: { alpha: 0.25 } });
  expect(usualOf(own)).toMatchObject({ team: own.team, settings: { alpha: build('sokoban').settings.alpha } });
});

test('a study of setups trains each with every seed, for as many steps, on the same problems', () => {
  const setups = [
    { name: 'usual', config: usualOf(asked) },
    { name: 'mine', config: asked },
  ];
  const wishes = { plan: setupsId, setups, seeds: [1, 2, 3], problems: 40 };
  const plan = planOf(wishes);
  const tasks = tasksOf(plan, wishes).map((task) => taskFrom(plan, wishes, task, { cells: [] }));
  expect(tasks.map(({ row, seed }) => `${row.id} ${seed}`)).toEqual([
    ...['untrained 1', 'usual 1', 'setup-1 1', 'usual 2', 'setup-1 2', 'usual 3', 'setup-1 3'],
  ]);
  const trained = tasks.filter(({ row }) => row.how.kind === 'trained');
  expect(trained.map(({ config }) => config.settings.alpha)).toEqual([1, 0.25, 1, 0.25, 1, 0.25]);
  expect(new Set(trained.map(({ config }) => config.settings.steps))).toEqual(new Set([12]));
  expect(trained[3]?.config).toEqual({ ...asked, settings: { ...asked.settings, seed: 2 } });
  expect(() => planOf({ plan: setupsId })).toThrow('says which');
  expect(planOf({ plan: 'table3' }).id).toBe('table3');
});

test('a verdict needs an interval without 0 and more than one seed', () => {
  const of = (low: number, high: number, seeds = 3) =>
    verdictOf({
      difference: { value: (low + high) / 2, low, high },
      problems: 10,
      seeds: Array.from({ length: seeds }, () => ({ onlyFirst: 1, onlySecond: 1, p: 1 })),
    } satisfies PairedComparison);
  expect([of(0.01, 0.1), of(-0.1, -0.01), of(-0.01, 0.1), of(0, 0.1), of(0.01, 0.1, 1)]).toEqual([
    ...['helped', 'hurt', 'not shown', 'not shown', 'not shown'],
  ]);
});
