// What a study came to: each row over its seeds, as numbers for figures and as a table for people and files.
import { mean, meanRate } from '../../../basics/statistics';
import type { Estimate } from '../../../basics/statistics/bootstrap';
import { largestP } from '../../../basics/statistics/paired';
import type { Table } from '../../../basics/table';
import type { Passing, RoleId } from '../../../learning/rollouts/transcript';
import { comparisonOf, middleOf, type RowComparison, referenceOf } from './comparisons';
import type { StudyCell, StudyPlan, StudyRow } from './study';
import type { ChosenRates } from './tuning';

export interface RowSummary {
  readonly row: StudyRow;
  readonly cells: readonly StudyCell[];
  /** Over the seeds; with one seed the interval is that of its problems (Wilson). Undefined while nothing is done. */
  readonly success?: { readonly mean: number; readonly low: number; readonly high: number; readonly seeds: number };
  /** Interquartile mean over at least two seeds, with its stratified bootstrap interval. */
  readonly middle?: Estimate;
  readonly comparison?: RowComparison;
  /** Means over the seeds. */
  readonly turns: number;
  readonly trainingTokens: number;
  readonly trainingSeconds: number;
  readonly testTokens: number;
  readonly testSeconds: number;
  /** What the last role made of the proposals it was shown: shares of turns, means over the seeds. */
  readonly passThrough?: PassShares;
}

export interface PassShares extends Readonly<Record<Passing, number>> {
  readonly role: RoleId;
}

export function summaryOf(plan: StudyPlan, cells: readonly StudyCell[]): RowSummary[] {
  return plan.rows.map((row) => {
    const own = cells.filter((cell) => cell.row === row.id);
    const over = (value: (cell: StudyCell) => number) => mean(own.map(value));
    const middle = middleOf(row, own);
    const comparison = comparisonOf(plan, row, cells);
    const solved = own.filter(({ evaluation }) => evaluation.solved > 0);
    return {
      row,
      cells: own,
      ...(own.length > 0 ? { success: successOf(own) } : {}),
      ...(middle ? { middle } : {}),
      ...(comparison ? { comparison } : {}),
      turns: mean(solved.map(({ evaluation }) => evaluation.turnsMean)),
      trainingTokens: over(({ trainingTokens }) => trainingTokens),
      trainingSeconds: over(({ trainingSeconds }) => trainingSeconds),
      testTokens: over(({ evaluation }) => evaluation.tokens ?? 0),
      testSeconds: over(({ evaluation }) => evaluation.seconds ?? 0),
      ...passSharesOf(own),
    };
  });
}

function passSharesOf(cells: readonly StudyCell[]): Pick<RowSummary, 'passThrough'> {
  const counted = cells.flatMap(({ evaluation }) => evaluation.passThrough ?? []);
  const [first] = counted;
  if (!first) return {};
  const share = (what: Passing) => mean(counted.map((each) => each[what] / each.n));
  const [repeats, mends, spoils, differs] = [share('repeats'), share('mends'), share('spoils'), share('differs')];
  return { passThrough: { role: first.role, repeats, mends, spoils, differs } };
}

function successOf(cells: readonly StudyCell[]): RowSummary['success'] {
  const [only] = cells;
  if (only && cells.length === 1) {
    const { rate, low, high } = only.evaluation;
    return { mean: rate, low, high, seeds: 1 };
  }
  const { n, ...rate } = meanRate(cells.map(({ evaluation }) => evaluation.rate));
  return { ...rate, seeds: n };
}

/** The summary as a table; success in per cent. `chosen`: multiples of the rows' learning rates, where they were
 *  tuned. */
export function studyTable(plan: StudyPlan, cells: readonly StudyCell[], chosen?: ChosenRates): Table {
  const seeds = [...new Set(cells.map(({ seed }) => seed))].sort((a, b) => a - b);
  const summary = summaryOf(plan, cells);
  const passed = summary.some(({ passThrough }) => passThrough);
  const passes = passed ? (['repeats', 'mends', 'spoils', 'differs'] as const) : [];
  const middles = summary.some(({ middle }) => middle);
  const paired = summary.some(({ comparison }) => comparison?.paired);
  const improvements = summary.some(({ comparison }) => comparison?.improvement);
  const rows = summary.map(({ row, success, middle, comparison, cells: own, passThrough, ...figures }) => [
    row.name,
    success && percent(success.mean),
    success && percent(success.low),
    success && percent(success.high),
    ...(middles ? percents(middle) : []),
    own[0]?.evaluation.n,
    ...seeds.map((seed) => {
      const rate = own.find((cell) => cell.seed === seed)?.evaluation.rate;
      return rate === undefined ? undefined : percent(rate);
    }),
    row.paper,
    ...passes.map((pass) => passThrough && percent(passThrough[pass])),
    success && rounded(figures.turns, 2),
    success && Math.round(figures.trainingTokens),
    success && rounded(figures.trainingSeconds, 1),
    success && Math.round(figures.testTokens),
    success && rounded(figures.testSeconds, 1),
    ...(paired
      ? [...percents(comparison?.paired?.difference), comparison?.paired && significant(largestP(comparison.paired))]
      : []),
    ...(improvements ? percents(comparison?.improvement) : []),
    ...(chosen ? [chosen[row.id]] : []),
    noteOn(row, own),
  ]);
  const against = referenceOf(plan).name;
  const columns = [
    plan.name,
    'success %',
    '95 % low',
    '95 % high',
    ...(middles ? ['interquartile mean %', '95 % low', '95 % high'] : []),
    'problems',
    ...seeds.map((seed) => `seed ${seed} %`),
    'paper %',
    ...passes.map((pass) => `last role ${pass} %`),
    'turns to solve',
    'training tokens',
    'training s',
    'test tokens',
    'test s',
    ...(paired
      ? [
          `paired difference to “${against}”, points`,
          '95 % low',
          '95 % high',
          'p (McNemar), largest of the seeds; a bound’s is exact',
        ]
      : []),
    ...(improvements ? [`better than “${against}” %`, '95 % low', '95 % high'] : []),
    ...(chosen ? ['learning rate ×, chosen on validation problems'] : []),
    'note',
  ];
  return { columns, rows };
}

function noteOn({ how }: StudyRow, cells: readonly StudyCell[]): string {
  const told = cells.some(({ evaluation }) => evaluation.verdicts) ? ['with verdicts'] : [];
  const seen = cells.some(({ split }) => split === undefined) ? ['on test problems, not fresh ones'] : [];
  return [...told, ...seen, ...(how.kind === 'search' ? ['uses the reward at test time'] : [])].join(', ');
}

const percents = (estimate: Estimate | undefined) =>
  estimate ? [estimate.value, estimate.low, estimate.high].map(percent) : [undefined, undefined, undefined];

const significant = (p: number) => Number(p.toPrecision(2));

const percent = (share: number) => rounded(100 * share, 1);

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
