// Rows of a study against one of them, problem by problem and seed by seed (V9). Every row was measured on the same
// problems; a row and the reference with the same seed are a pair. It does not correct for several rows being compared:
// whoever picks the best of many must.

import { present } from '../../../basics/check';
import { rngFrom } from '../../../basics/rng';
import type { Estimate } from '../../../basics/statistics/bootstrap';
import { improvementOf, interquartileMeanOf, oneTask } from '../../../basics/statistics/over-seeds';
import type { PairedComparison } from '../../../basics/statistics/paired';
import { compareEvaluations } from '../../../learning/training/compare-evaluations';
import { hasSeeds, type StudyCell, type StudyPlan, type StudyRow } from './study';

/** Of the paired bootstrap, which draws 500 problems for each: fewer than elsewhere, so that a page shows a table at
 *  once. */
const pairedResamples = 2000;

/** Row − reference. */
export interface RowComparison {
  readonly reference: StudyRow;
  /** Of the seeds that both have. Absent where a record does not say which problems were solved. */
  readonly paired?: PairedComparison;
  /** How probable it is that a seed of the row beats one of the reference; with two seeds of either, or more. */
  readonly improvement?: Estimate;
}

/** The row that the others are compared with: the one that sets the budget, or the first that is trained, or the
 *  first. */
export function referenceOf({ rows, budgetRow }: StudyPlan): StudyRow {
  const reference =
    rows.find(({ id }) => id === budgetRow) ?? rows.find(({ how }) => how.kind === 'trained') ?? rows[0];
  return present(reference, 'a study has rows');
}

/** Undefined for the reference itself, and while there is nothing to compare. */
export function comparisonOf(plan: StudyPlan, row: StudyRow, cells: readonly StudyCell[]): RowComparison | undefined {
  const reference = referenceOf(plan);
  const [own, theirs] = [row, reference].map(({ id }) => cells.filter((cell) => cell.row === id)) as [
    StudyCell[],
    StudyCell[],
  ];
  if (row.id === reference.id || own.length === 0 || theirs.length === 0) return undefined;
  const withSeedsOf = (these: readonly StudyCell[], others: readonly StudyCell[]) =>
    hasSeeds(row) && hasSeeds(reference)
      ? these.filter(({ seed }) => others.some((other) => other.seed === seed))
      : these;
  const evaluations = (these: readonly StudyCell[], others: readonly StudyCell[]) =>
    withSeedsOf(these, others)

      .toSorted((a, b) => a.seed - b.seed)
      .map(({ evaluation }) => evaluation);
  const rng = rngFrom('study comparison', plan.id, row.id);
  const paired = compareEvaluations(evaluations(own, theirs), evaluations(theirs, own), {
    rng,
    resamples: pairedResamples,
  });
  const severalSeeds = own.length > 1 && theirs.length > 1;
  return {
    reference,
    ...(paired ? { paired } : {}),
    ...(severalSeeds ? { improvement: improvementOf(scoresOf(own), scoresOf(theirs), { rng }) } : {}),
  };
}

/** Interquartile mean over the seeds; undefined with fewer than two. */
export function middleOf(row: StudyRow, cells: readonly StudyCell[]): Estimate | undefined {
  if (cells.length < 2) return undefined;
  return interquartileMeanOf(scoresOf(cells), { rng: rngFrom('study interquartile mean', row.id) });
}

const scoresOf = (cells: readonly StudyCell[]) => oneTask(cells.map(({ evaluation }) => evaluation.rate));
