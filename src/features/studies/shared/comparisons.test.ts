import { expect, test } from 'vitest';
import { packFlags } from '../../../basics/flags';
import { wilson } from '../../../basics/statistics';
import { largestP } from '../../../basics/statistics/paired';
import { writeTable } from '../../../basics/table';
import { comparisonOf, referenceOf } from './comparisons';
import { studies, studyById } from './plans';
import { powerInWords, powerOf } from './power';
import { rowOf, type StudyCell } from './study';
import { studyTable, summaryOf } from './summary';

const n = 500;
/** Solves all but the first `failed` problems. */
function cell(row: string, seed: number, failed: number): StudyCell {
  const solved = n - failed;
  const solvedEach = { problems: 'same', solved: packFlags(Array.from({ length: n }, (_, at) => at >= failed)) };
  return {
    ...{ row, seed, split: 'report', trainingTokens: 0, trainingSeconds: 0, runs: [] },
    evaluation: { ...wilson(solved, n), solved, turnsMean: 2, solvedEach },
  };
}

/** As studies were kept before 2026-11-22. */
function old({ evaluation: { solvedEach: _, ...evaluation }, ...others }: StudyCell): StudyCell {
  return { ...others, evaluation };
}

const plan = studyById('table3');
const cells = [
  ...[40, 25, 35].map((failed, at) => cell('together', at + 1, failed)),
  ...[400, 410, 36].map((failed, at) => cell('plan-alone', at + 1, failed)),
  cell('single', 1, 460),
];

test('V9 rows are compared with the row that sets the budget, or the first that is trained, seed by seed', () => {
  expect(studies.map((study) => [study.id, referenceOf(study).id])).toEqual(
    expect.arrayContaining([
      ['table3', 'together'],
      ['world-sokoban', 'trained'],
      ['search', 'untrained'],
    ]),
  );
  const { paired, improvement } = comparisonOf(plan, rowOf(plan, 'plan-alone'), cells) ?? {};
  expect(paired?.seeds.map(({ onlyFirst, onlySecond }) => [onlyFirst, onlySecond])).toEqual([
    [0, 360],
    [0, 385],
    [0, 1],
  ]);
  expect(paired && largestP(paired)).toBe(1);
  expect(paired?.difference.value).toBeCloseTo(-(360 + 385 + 1) / 1500, 12);
  expect(improvement?.value).toBeCloseTo(1 / 9, 12); // 464 solved beats 460 only
  expect(comparisonOf(plan, rowOf(plan, 'together'), cells)).toBeUndefined();
  expect(comparisonOf(plan, rowOf(plan, 'joined'), cells)).toBeUndefined();
});

test('V9 what no seed changes is compared with each seed; of rows half done the seeds that both have', () => {
  const untrained = comparisonOf(plan, rowOf(plan, 'single'), cells);
  expect(untrained?.paired?.seeds.map(({ onlySecond }) => onlySecond)).toEqual([420, 435, 425]);
  expect(untrained?.improvement).toBeUndefined();
  const underWay = cells.filter(({ row, seed }) => row !== 'plan-alone' || seed === 2);
  expect(comparisonOf(plan, rowOf(plan, 'plan-alone'), underWay)?.paired?.seeds).toHaveLength(1);
});

test('V9 the table has interquartile means, paired differences, probabilities of improvement, the same each time', () => {
  const { columns, rows } = studyTable(plan, cells);
  const value = (row: string, column: string) =>
    rows[plan.rows.findIndex(({ id }) => id === row)]?.[columns.findIndex((name) => name.startsWith(column))];
  expect(value('together', 'interquartile')).toBe(93.3);
  expect(value('together', 'paired difference')).toBeUndefined();
  expect(value('plan-alone', 'paired difference')).toBe(-49.7);
  expect(value('plan-alone', 'better than')).toBe(11.1);
  expect(value('single', 'paired difference')).toBe(-85.3);
  expect(value('single', 'p (McNemar)')).toBeLessThan(1e-100);
  for (const row of rows) expect(row).toHaveLength(columns.length);
  expect(studyTable(plan, [...cells])).toEqual({ columns, rows });
});

test('studies kept before solved problems were noted open as before, with what their rates alone can say', () => {
  const { columns } = studyTable(plan, cells.map(old));
  expect(columns.filter((name) => /paired|McNemar/.test(name))).toEqual([]);
  expect(summaryOf(plan, cells.map(old))[3]?.comparison?.improvement).toBeDefined();
  const one = studyTable(plan, cells.filter(({ seed }) => seed === 1).map(old));
  expect(writeTable(one, 'csv')).not.toMatch(/interquartile|better|paired/);
});

test('before it starts a study says what it takes to see a difference, and what it can show', () => {
  const power = powerOf({ seeds: 3, problems: 500, difference: 0.05, spread: 0.03 });
  expect(power).toMatchObject({ seedsNeeded: 6, problemsNeeded: 626 });
  expect(power.shownBySeeds).toBeCloseTo(0.0979, 4);
  expect(power.shownByProblems).toBeCloseTo(0.0559, 4);
  const words = powerInWords(power).join(' ');
  for (const figure of ['5 points', '6 seeds', '9.8 points', '626 problems', '5.6 points'])
    expect(words).toContain(figure);
  const single = powerOf({ seeds: 1, problems: 20, difference: 0.4 });
  expect([single.power, single.shownBySeeds]).toEqual([undefined, undefined]);
  expect(powerInWords(single).join(' ')).toContain('one seed says nothing of others');
});
