// The stored histograms of advantages over steps, as columns of a strip: 15 equal bins over [−3, 3], the outer ones
// take the rest (learning/training/report.ts). Many steps are folded into one column, so that each can be hit. Pure.
import type { StepReport } from '../../../learning/training/report';
import type { Range } from './query';

export const bins = 15;
const reach = 3;

export interface StripColumn {
  readonly first: number;
  readonly last: number;
  /** Answers in each bin, from the worst. */
  readonly count_B: readonly number[];
  readonly total: number;
}

/** At most `most` columns of the role's answers. */
export function stripOf(
  reports: readonly Pick<StepReport, 'step' | 'roles'>[],
  role: string,
  most: number,
): readonly StripColumn[] {
  const told = reports.flatMap(({ step, roles }) => {
    const count_B = roles[role]?.advantageHistogram;
    return count_B && count_B.length === bins ? [{ step, count_B }] : [];
  });
  const each = Math.max(1, Math.ceil(told.length / most));
  return Array.from({ length: Math.ceil(told.length / each) }, (_, column) => {
    const part = told.slice(column * each, (column + 1) * each);
    const count_B = Array.from({ length: bins }, (__, bin) =>
      part.reduce((sum, one) => sum + (one.count_B[bin] ?? 0), 0),
    );
    return {
      first: part[0]?.step ?? 0,
      last: part.at(-1)?.step ?? 0,
      count_B,
      total: count_B.reduce((sum, count) => sum + count, 0),
    };
  });
}

/** The advantages of a bin. */
export function rangeOfBin(bin: number): Range {
  const edge = (at: number) => Number(((2 * reach * at) / bins - reach).toFixed(6));
  return {
    low: bin === 0 ? Number.NEGATIVE_INFINITY : edge(bin),
    high: bin === bins - 1 ? Number.POSITIVE_INFINITY : edge(bin + 1),
  };
}
