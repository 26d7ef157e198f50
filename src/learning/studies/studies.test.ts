import { expect, test } from 'vitest';
import { wilson } from '../../basics/statistics';
import { writeTable } from '../../basics/table';
import { teamById } from '../agents';
import { studies, studyById } from './plans';
import { nextTask, type StudyCell, type StudyPlan, type StudyWishes, sourcesOf, tasksOf } from './study';
import { studyTable, summaryOf } from './summary';

const wishes: StudyWishes = { plan: 'table3', seeds: [1, 2, 3], steps: 20 };
const cell = (row: string, seed: number, solved = 50, tokens = 1000): StudyCell => ({
  row,
  seed,
  evaluation: { ...wilson(solved, 100), solved, turnsMean: 2, tokens: 400, seconds: 1 },
  trainingTokens: tokens,
  trainingSeconds: 9,
  runs: [{ row, id: `${row}-${seed}`, identity: 'i' }],
});

/** Does everything, one task after the other. */
function carriedOut(plan: StudyPlan, given: StudyWishes) {
  const cells: StudyCell[] = [];
  const done = [];
  for (let task = nextTask(plan, given, cells); task; task = nextTask(plan, given, cells)) {
    done.push(task);
    cells.push(cell(task.row.id, task.seed, 50, task.row.id === plan.budgetRow ? 1000 + task.seed : 999));
  }
  return { cells, done };
}

test('every study has rows with names of their own, whose teams and sources exist', () => {
  for (const plan of studies) {
    expect(new Set(plan.rows.map(({ id }) => id)).size).toBe(plan.rows.length);
    if (plan.budgetRow) expect(plan.rows.find(({ id }) => id === plan.budgetRow)?.how.kind).toBe('trained');
    for (const row of plan.rows) {
      expect(Object.keys(row.config.policies)).toEqual(teamById(row.config.team).roles.map(({ id }) => id));
      for (const source of sourcesOf(row)) expect(plan.rows.map(({ id }) => id)).toContain(source);
    }
  }
});

test('a study is finished after a finite number of tasks, each done once, sources before what is made from them', () => {
  for (const plan of studies) {
    const { done } = carriedOut(plan, { ...wishes, plan: plan.id });
    expect(done).toHaveLength(tasksOf(plan, wishes).length);
    done.forEach(({ row, seed }, at) => {
      for (const source of sourcesOf(row))
        expect(done.slice(0, at).some((earlier) => earlier.row.id === source && earlier.seed === seed)).toBe(true);
    });
  }
});

test('equal compute: the other runs of a seed may generate as many tokens as the row that sets the budget', () => {
  const { done } = carriedOut(studyById('table3'), wishes);
  const settingsOf = (row: string, seed: number) =>
    done.find((task) => task.row.id === row && task.seed === seed)?.config.settings;
  expect(settingsOf('together', 2)).toMatchObject({ steps: 20, tokenBudget: 0, seed: 2 });
  expect(settingsOf('plan-alone', 2)).toMatchObject({ steps: 200, tokenBudget: 1002, seed: 2 });
  expect(settingsOf('tool-alone', 3)).toMatchObject({ tokenBudget: 1003, seed: 3 });
});

test('what is greedy and untrained is measured once, whatever the seeds', () => {
  const { done } = carriedOut(studyById('table3'), wishes);
  expect(done.filter(({ row }) => row.id === 'single').map(({ seed }) => seed)).toEqual([1]);
});

test('the grouping study has the search without training that its sentence names, with as many answers as the tree', () => {
  const { sentence, rows } = studyById('grouping');
  expect(sentence).toContain('a search without training');
  const tree = rows.find(({ id }) => id === 'agent-and-turn')?.config.settings.branches;
  expect(rows.filter(({ how }) => how.kind === 'search').map(({ how }) => how)).toEqual([
    { kind: 'search', search: { branches: tree, by: 'reward' } },
  ]);
});

test('seeds that come twice, or none, are refused', () => {
  expect(() => tasksOf(studyById('table3'), { seeds: [] })).toThrow('a study needs seeds, each once, got none');
  expect(() => tasksOf(studyById('table3'), { seeds: [1, 1] })).toThrow('got 1, 1');
});

test('V3 a row carries its interval: Wilson of one seed, Student over several', () => {
  const plan = studyById('table3');
  const [, , , , together] = summaryOf(plan, [cell('together', 1, 90), cell('together', 2, 94)]);
  expect(together?.success).toMatchObject({ mean: expect.closeTo(0.92, 9), seeds: 2 });
  const single = summaryOf(plan, [cell('single', 1, 5)])[0];
  expect(single?.success).toEqual({ mean: 0.05, low: wilson(5, 100).low, high: wilson(5, 100).high, seeds: 1 });
});

test('the table stands beside the paper’s numbers and shows what was spent', () => {
  const table = studyTable(studyById('table3'), [cell('together', 1, 90), cell('together', 2, 94), cell('single', 1, 5)]);
  const text = writeTable(table, 'markdown');
  expect(text.split('\n')).toHaveLength(2 + 6 + 1);
  expect(text).toContain('| seed 1 % | seed 2 % | paper % |');
  expect(text).toMatch(/Trained together, one policy per role \| 92 \| .* \| 90 \| 94 \| 96 \| 2 \| 1000 \| 9 \| 400 \| 1 \|/);
  expect(writeTable(studyTable(studyById('search'), [cell('reward-2', 1)]), 'csv')).toContain('uses the reward at test time');
});

test('settings may be given for all rows, but not those that the study asks about', () => {
  const plan = studyById('alpha');
  const settings = { worldsPerStep: 4, testWorlds: 8 };
  expect(nextTask(plan, { plan: 'alpha', seeds: [1], settings }, [])?.config.settings).toMatchObject(settings);
  expect(() => nextTask(plan, { plan: 'alpha', seeds: [1], settings: { alpha: 2 } }, [])).toThrow(
    '"alpha" is what study "alpha" itself sets',
  );
});
