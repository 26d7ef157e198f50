import { expect, test } from 'vitest';
import { build, rebuilt } from '../../../learning/config/build';
import { withoutSeed } from '../../../learning/config/without-seed';
import { nextSeeds, repeatId, repeatSeconds, repeatWishes, seedsInWords } from './repeat';
import { planOf } from './setups';
import { taskFrom, tasksOf } from './study';

const config = build('sokoban', { settings: { alpha: 0.25, steps: 12, seed: 1, testWorlds: 50 } });
const seeded = (seed: number) => rebuilt(config, { settings: { ...config.settings, seed } });

test('a repetition trains the same configuration from each of its seeds, and nothing else', () => {
  const wishes = repeatWishes({ name: 'Sokoban #1, seed 1', config }, [2, 3, 4, 5]);
  const plan = planOf(wishes);
  const tasks = tasksOf(plan, wishes).map((task) => taskFrom(plan, wishes, task, { cells: [] }));
  expect(tasks.map(({ row, seed, problems }) => [row.name, seed, problems])).toEqual(
    [2, 3, 4, 5].map((seed) => ['Sokoban #1', seed, 50]),
  );
  expect(tasks.map((task) => task.config)).toEqual([2, 3, 4, 5].map(seeded));
  expect(new Set([config, ...tasks.map((task) => task.config)].map(withoutSeed)).size, 'they fold with it').toBe(1);
  expect(() => planOf({ plan: repeatId, setups: [] })).toThrow('says of what');
});

test('seeds are the next that no run with these settings has had', () => {
  expect(nextSeeds(config, [config])).toEqual([2, 3, 4, 5]);
  expect(nextSeeds(seeded(3), [config, seeded(3), seeded(5), build('sokoban', { settings: { seed: 4 } })])).toEqual([
    4, 6, 7, 8,
  ]);
});

test('seeds in a row are said as one', () => {
  expect(seedsInWords([2, 3, 4, 5])).toBe('2–5');
  expect(seedsInWords([4, 6, 7, 8])).toBe('4, 6, 7, 8');
});

test('what it takes is what the run’s own steps took', () => {
  expect(repeatSeconds({ step: 30, seconds: 90, steps: 60 }, 4)).toBe(720);
  expect(() => repeatSeconds({ step: 0, seconds: 0, steps: 60 }, 4)).toThrow('no step');
});
