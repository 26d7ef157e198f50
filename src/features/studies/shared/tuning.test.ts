import { expect, test } from 'vitest';
import { wilson } from '../../../basics/statistics';
import { studyById } from './plans';
import { nextTask, type StudyCell, type StudyTask, type StudyWishes } from './study';
import { studyTable } from './summary';
import { checkTuning, chosenFactor, chosenIn, type Trial, usualTuning } from './tuning';

const plan = studyById('credit-signals');
const tuning = { factors: [0.5, 1, 2], seeds: [101, 102] };
const wishes: StudyWishes = { plan: plan.id, seeds: [1, 2], tuning };
const measured = (solved: number) => ({ ...wilson(solved, 100), solved, turnsMean: 1 });
const trial = (row: string, seed: number, factor: number, solved: number, tokens = 10): Trial => ({
  row,
  seed,
  factor,
  validation: measured(solved),
  trainingTokens: tokens,
  trainingSeconds: 1,
  run: { id: 'r', identity: 'i' },
});

/** Does everything; `solved` of a trial decides which rate is taken. */
function carriedOut(solved: (row: string, factor: number) => number) {
  const done: StudyTask[] = [];
  const [cells, trials]: [StudyCell[], Trial[]] = [[], []];
  for (let task = nextTask(plan, wishes, [], []); task; task = nextTask(plan, wishes, cells, trials)) {
    const { row, seed, factor } = task;
    done.push(task);
    if (factor === undefined) {
      const kept = { evaluation: measured(5), split: 'report' as const, trainingTokens: seed, trainingSeconds: 1 };
      cells.push({ row: row.id, seed, ...kept, runs: [] });
    } else trials.push(trial(row.id, seed, factor, solved(row.id, factor), 1000 * factor + seed));
  }
  return { done, cells, trials };
}

test('V7 every trained row is tried first, on seeds of which nothing is reported, and trained with what was best', () => {
  const { done, cells, trials } = carriedOut((row, factor) => (row === 'own' ? 10 * factor : 50 - 10 * factor));
  const first = done.findIndex(({ factor }) => factor === undefined);
  expect(done.slice(first).every(({ factor }) => factor === undefined)).toBe(true);
  expect(first).toBe(5 * 3 * 2);
  expect(new Set(trials.map(({ seed }) => seed))).toEqual(new Set([101, 102]));
  const rates = (id: string) => {
    const own = done.filter(({ row, factor }) => row.id === id && factor === undefined);
    return own.map(({ config }) => config.settings.learningRate);
  };
  expect([rates('own'), rates('look-ahead'), rates('untrained')]).toEqual([[2e-3, 2e-3], [5e-4, 5e-4], [1e-3]]);
  const table = studyTable(plan, cells, chosenIn({ wishes, trials }));
  const at = table.columns.findIndex((column) => column.startsWith('learning rate'));
  expect(table.rows.map((row) => [row[0], row[at]])).toContainEqual(['Own', 2]);
  expect(table.rows.map((row) => [row[0], row[at]])).toContainEqual(['Team, untrained', undefined]);
});

test('trials of the other rows may generate what the row that sets the budget did with the rate chosen for it', () => {
  const { done } = carriedOut((_, factor) => 10 * factor);
  const own = done.filter(({ row, factor }) => row.id === 'own' && factor !== undefined);
  expect(own.map(({ config }) => config.settings.tokenBudget)).toEqual([2101, 2101, 2101, 2102, 2102, 2102]);
  expect(done[0]?.config.settings).toMatchObject({ learningRate: 5e-4, tokenBudget: 0, seed: 101 });
});

test('of equals the rate nearest to the row’s own is taken; nothing while trials are left', () => {
  const given = tuning.seeds.flatMap((seed) => tuning.factors.map((factor) => trial('own', seed, factor, 40)));
  expect(chosenFactor(tuning, 'own', given)).toBe(1);
  expect(chosenFactor(tuning, 'own', given.slice(1))).toBeUndefined();
  expect(chosenIn({ wishes: { tuning }, trials: given.slice(1) })).toEqual({});
  expect(chosenIn({ wishes: {} })).toBeUndefined();
});

test('what cannot be tuned is refused, with what is wrong', () => {
  expect(() => checkTuning({ factors: [1], seeds: [9] }, [1])).toThrow('two multiples of the learning rate or more');
  expect(() => checkTuning({ factors: [0, 1], seeds: [9] }, [1])).toThrow('above 0');
  expect(() => checkTuning({ factors: [1, 2], seeds: [] }, [1])).toThrow('tuning needs seeds');
  expect(() => checkTuning({ factors: [1, 2], seeds: [9, 1] }, [1])).toThrow('seed 1 cannot both be tuned on and');
  expect(usualTuning([1, 500]).seeds).toEqual([501, 502]);
  const given = { ...wishes, settings: { learningRate: 0.1 } };
  expect(() => nextTask(plan, given, [])).toThrow('"learningRate" is what study "credit-signals" itself sets');
});
