// Two ways to play that were measured on the same problems, compared problem by problem (V9). It does not know who
// played.
import { unpackFlags } from '../../basics/flags';
import type { Resampling } from '../../basics/statistics/bootstrap';
import { comparePaired, type Outcomes, type PairedComparison } from '../../basics/statistics/paired';
import type { Evaluation } from '../rollouts/transcript';

/** First − second; evaluations are the seeds of either, in the same order, or one that no seed changes. Undefined
 *  where they did not ask the same problems, or where a record says not which were solved. */
export function compareEvaluations(
  first: readonly Evaluation[],
  second: readonly Evaluation[],
  resampling: Resampling,
): PairedComparison | undefined {
  const all = [...first, ...second];
  const problems = problemsOf(all[0]);
  const seedsMatch = first.length === second.length || first.length === 1 || second.length === 1;
  if (problems === undefined || !seedsMatch || first.length === 0 || second.length === 0) return undefined;
  if (all.some((one) => problemsOf(one) !== problems || one.n !== all[0]?.n)) return undefined;
  return comparePaired(first.map(outcomesOf), second.map(outcomesOf), resampling);
}

function problemsOf(evaluation: Evaluation | undefined): string | undefined {
  return (evaluation?.solvedEach ?? evaluation?.chanceEach)?.problems;
}

function outcomesOf({ solvedEach, chanceEach, n }: Evaluation): Outcomes[number] {
  return chanceEach?.chances ?? unpackFlags(solvedEach?.solved ?? '', n);
}
