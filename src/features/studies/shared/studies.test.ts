import { expect, test } from 'vitest';
import { wilson } from '../../../basics/statistics';
import { writeTable } from '../../../basics/table';
import { teamById } from '../../../learning/agents';
import { teamAlone } from '../../../learning/agents/alone';
import { presetById } from '../../../learning/config/presets';
import { evaluatedCeiling } from '../../../learning/training/evaluate';
import { studies, studyById } from './plans';
import {
  hasSeeds,
  inOrder,
  nextTask,
  readyTasks,
  type StudyCell,
  type StudyPlan,
  type StudyWishes,
  sourcesOf,
  tasksOf,
} from './study';
import { studyTable, summaryOf } from './summary';

const wishes: StudyWishes = { plan: 'table3', seeds: [1, 2, 3], steps: 20 };
const cell = (row: string, seed: number, solved = 50, tokens = 1000): StudyCell => ({
  row,
  seed,
  evaluation: { ...wilson(solved, 100), solved, turnsMean: 2, tokens: 400, seconds: 1 },
  split: 'report',
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
      const { how } = row;
      if (how.kind === 'alone') teamAlone(teamById(row.config.team), how.role);
    }
  }
});

test('studies of worlds with several players have the exact bound of one player as a row, once for all seeds', () => {
  const several = studies.filter(({ rows }) =>
    teamById(rows[0]?.config.team ?? '').roles.every(({ player }) => player),
  );
  expect(several.map(({ id }) => id).sort()).toEqual(
    [
      ...['partners', 'credit', 'shared'].flatMap((kind) =>
        ['signals', 'guide-and-walker', 'sokoban-for-two'].map((world) => `${kind}-${world}`),
      ),
      ...['trunk-guide-and-walker', 'trunk-sokoban-for-two', 'team-size'], // Signals has one turn: nothing goes on
    ].sort(),
  );
  for (const { rows } of several) {
    const [row, ...more] = rows.filter(({ how }) => how.kind === 'ceiling');
    expect([row !== undefined && hasSeeds(row), more]).toEqual([false, []]);
  }
  const untrained = ['workflows', 'debate'].map((id) => studyById(id).rows.find(({ how }) => how.kind === 'untrained'));
  expect(untrained.map((row) => row && hasSeeds(row))).toEqual([false, true]); // the debate's answers are drawn
  const { config } = presetById('signals'); // one of eight objects, guessed
  const bound = evaluatedCeiling({ config, split: 'report', n: 500 });
  expect(bound).toMatchObject({ rate: 1 / 8, low: 1 / 8, high: 1 / 8, n: 8, solved: 1, all: true });
  expect(() => evaluatedCeiling({ config: presetById('sokoban').config, split: 'report', n: 4 })).toThrow('several');
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

test('tasks that wait for nothing can be done in any order: the last one first comes to the same cells', () => {
  for (const plan of studies) {
    const given = { plan: plan.id, seeds: [1, 2] };
    const reversed: StudyCell[] = [];
    for (let ready = readyTasks(plan, given, { cells: reversed }); ready.length > 0; ) {
      const { row, seed } = ready.at(-1) ?? ready[0] ?? { row: plan.rows[0], seed: 0 };
      reversed.push(cell(row?.id ?? '', seed, 50, row?.id === plan.budgetRow ? 1000 + seed : 999));
      ready = readyTasks(plan, given, { cells: reversed });
    }
    expect(inOrder(plan, given, { cells: reversed }).cells).toEqual(carriedOut(plan, given).cells);
  }
});

test('what waits: budgets for the row that sets them, rates for their trials, parts for what is made from them', () => {
  const plan = studyById('table3');
  const names = (given: StudyWishes, cells: readonly StudyCell[]) =>
    readyTasks(plan, given, { cells }).map(({ row, factor }) => `${row.id}${factor === undefined ? '' : ' tried'}`);
  const one = { plan: 'table3', seeds: [1] };
  expect(names(one, [])).toEqual(['together', 'random', 'single']);
  expect(names(one, [cell('together', 1)])).toEqual(
    expect.arrayContaining(['tool-alone', 'plan-alone', 'swapped', 'together-tool']),
  );
  expect(names(one, [cell('together', 1)])).not.toContain('joined');
  const tuned = { ...one, tuning: { factors: [1, 2], seeds: [9] } };
  expect(names(tuned, [])).toEqual(['together tried', 'together tried', 'random', 'single']);
});

test('what no seed changes is measured once: play by chance, the untrained team, the solver', () => {
  const { done } = carriedOut(studyById('world-sokoban'), { ...wishes, plan: 'world-sokoban' });
  const seedsOf = (id: string) => done.filter(({ row }) => row.id === id).map(({ seed }) => seed);
  expect(['random', 'untrained', 'solver'].map(seedsOf)).toEqual([[1], [1], [1]]);
  const trained = ['trained', 'swapped', 'tool-alone', 'plan-alone', 'of-team-tool', 'of-team-plan'];
  expect(trained.map(seedsOf)).toEqual(trained.map(() => [1, 2, 3]));
});

test('every world study trains its preset as it is, and says what each role of the trained team does by itself', () => {
  const worlds = studies.filter(({ id }) => id.startsWith('world-'));
  expect(worlds.map(({ id }) => id.replace('world-', ''))).toEqual(
    'sokoban plan-path sudoku eight-queens blocksworld maths'.split(' '),
  );
  for (const plan of worlds) {
    const { config } = presetById(plan.id.replace('world-', ''));
    const given = { plan: plan.id, seeds: [7] };
    const { done } = carriedOut(plan, given);
    expect(done.find(({ row }) => row.id === 'trained')?.config).toEqual({
      ...config,
      settings: { ...config.settings, seed: 7 },
    });
    const alone = plan.rows.flatMap(({ how }) => (how.kind === 'alone' ? [how] : []));
    expect(alone.map(({ role }) => role)).toEqual(teamById(config.team).roles.map(({ id }) => id));
    expect(alone.map(({ of }) => of)).toEqual(alone.map(() => 'trained'));
  }
});

test('partners: every role is trained while the others stay at the base model, and the parts are joined', () => {
  const plan = studyById('partners-guide-and-walker');
  const config = (id: string) => plan.rows.find((row) => row.id === id)?.config;
  expect(config('guide-alone')?.frozen).toEqual(['walker']);
  expect(config('walker-alone')?.frozen).toEqual(['guide']);
  expect(config('together')).toEqual(presetById('guide-and-walker').config);
  expect(plan.rows.find(({ id }) => id === 'joined')?.how).toEqual({
    kind: 'joined',
    roles: { guide: 'guide-alone', walker: 'walker-alone' },
  });
});

test('single agents of a world study may generate what the team did, in the same world', () => {
  for (const plan of studies.filter(({ id }) => id.startsWith('world-'))) {
    const { done } = carriedOut(plan, { plan: plan.id, seeds: [3] });
    const singles = done.filter(({ row }) => row.how.kind === 'trained' && row.id !== 'trained');
    expect(singles.length).toBeGreaterThan(0);
    for (const { config } of singles) {
      expect(config.settings).toMatchObject({ tokenBudget: 1003, seed: 3 });
      expect(Object.keys(config.policies)).toHaveLength(1);
      expect(config.worlds).toEqual(presetById(plan.id.replace('world-', '')).config.worlds);
    }
  }
});

test('credit: rows differ in nothing but what a role is given for the success of the team', () => {
  const { config } = presetById('signals');
  const { rows } = studyById('credit-signals');
  for (const { id, config: own } of rows.filter(({ how }) => how.kind === 'trained').slice(1))
    expect(own).toEqual({ ...config, settings: { ...config.settings, credit: id } });
});

test('V7: rows are measured on 500 problems, or as many as are wished', () => {
  const [first] = tasksOf(studyById('search'), wishes);
  expect(nextTask(studyById('search'), { plan: 'search', seeds: [1] }, [])).toMatchObject({ ...first, problems: 500 });
  expect(nextTask(studyById('search'), { plan: 'search', seeds: [1], problems: 8 }, [])?.problems).toBe(8);
});

test('the grouping study has a search without training, with as many answers as the tree', () => {
  const { rows } = studyById('grouping');
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
  const [, , , , , together] = summaryOf(plan, [cell('together', 1, 90), cell('together', 2, 94)]);
  expect(together?.success).toMatchObject({ mean: expect.closeTo(0.92, 9), seeds: 2 });
  const single = summaryOf(plan, [cell('single', 1, 5)])[1];
  expect(single?.success).toEqual({ mean: 0.05, low: wilson(5, 100).low, high: wilson(5, 100).high, seeds: 1 });
});

test('the table stands beside the paper’s numbers and shows what was spent', () => {
  const table = studyTable(studyById('table3'), [
    cell('together', 1, 90),
    cell('together', 2, 94),
    cell('single', 1, 5),
  ]);
  const text = writeTable(table, 'markdown');
  expect(text.split('\n')).toHaveLength(2 + 8 + 1);
  expect(text).toContain('| seed 1 % | seed 2 % | paper % |');
  expect(text).toMatch(
    /Trained together, one policy per role \| 92 \| .* \| 90 \| 94 \| 96 \| 2 \| 1000 \| 9 \| 400 \| 1 \|/,
  );
  expect(writeTable(studyTable(studyById('search'), [cell('reward-2', 1)]), 'csv')).toContain(
    'uses the reward at test time',
  );
});

test('the table says what the last role makes of proposals, as shares of turns, and what was measured on test problems', () => {
  const passing = (seed: number, repeats: number): StudyCell => {
    const { evaluation, ...others } = cell('together', seed);
    const passThrough = { role: 'plan', n: 100, repeats, mends: 98 - repeats, spoils: 2, differs: 0 };
    return { ...others, evaluation: { ...evaluation, passThrough } };
  };
  const cells = [passing(1, 90), passing(2, 80)];
  const plan = studyById('table3');
  expect(summaryOf(plan, cells)[5]?.passThrough).toEqual({
    role: 'plan',
    repeats: expect.closeTo(0.85, 12),
    mends: expect.closeTo(0.13, 12),
    spoils: expect.closeTo(0.02, 12),
    differs: 0,
  });
  const text = writeTable(studyTable(plan, cells), 'markdown');
  expect(text).toContain('| last role repeats % | last role mends % | last role spoils % | last role differs % |');
  expect(text).toContain('| 96 | 85 | 13 | 2 | 0 |');
  expect(text).not.toContain('fresh');
  expect(writeTable(studyTable(plan, [cell('together', 1)]), 'csv')).not.toContain('last role');
  const { split: _, ...before } = cell('together', 1);
  expect(writeTable(studyTable(plan, [before]), 'csv')).toContain('on test problems, not fresh ones');
});

test('settings may be given for all rows, but not those that the study asks about', () => {
  const plan = studyById('alpha');
  const settings = { worldsPerStep: 4, testWorlds: 8 };
  expect(nextTask(plan, { plan: 'alpha', seeds: [1], settings }, [])?.config.settings).toMatchObject(settings);
  expect(() => nextTask(plan, { plan: 'alpha', seeds: [1], settings: { alpha: 2 } }, [])).toThrow(
    '"alpha" is what study "alpha" itself sets',
  );
});
