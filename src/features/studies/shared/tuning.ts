// The learning rate of each row of a study, chosen before the study measures anything (V7): every row is trained with
// several multiples of its own rate, on seeds that the study does not report, and the multiple with the highest success
// on validation problems is taken. Plain data and pure functions; it does not know who trains.
import { check } from '../../../basics/check';
import { mean } from '../../../basics/statistics';
import type { Evaluation } from '../../../learning/rollouts/transcript';

/** Which multiples of a row's learning rate are tried, with which seeds. */
export interface Tuning {
  readonly factors: readonly number[];
  readonly seeds: readonly number[];
}

/** Half, once and twice, on two seeds that are not among those reported. */
export function usualTuning(reported: readonly number[]): Tuning {
  const first = Math.max(...reported, 100) + 1;
  return { factors: [0.5, 1, 2], seeds: [first, first + 1] };
}

/** A row trained with a multiple of its rate. */
export interface TrialName {
  readonly row: string;
  readonly seed: number;
  readonly factor: number;
}

/** A trial, done. */
export interface Trial extends TrialName {
  /** Of its best checkpoint, on validation problems. */
  readonly validation: Evaluation;
  readonly trainingTokens: number;
  readonly trainingSeconds: number;
  readonly run: { readonly id: string; readonly identity: string };
}

/** Throws where there is nothing to choose from, or where a seed is also one of those that are reported. */
export function checkTuning({ factors, seeds }: Tuning, reported: readonly number[]): void {
  const once = (list: readonly number[]) => new Set(list).size === list.length;
  check(
    factors.length > 1 && once(factors) && factors.every((factor) => Number.isFinite(factor) && factor > 0),
    `tuning needs two multiples of the learning rate or more, each above 0 and once, got ${factors.join(', ') || 'none'}`,
  );
  check(seeds.length > 0 && once(seeds), `tuning needs seeds, each once, got ${seeds.join(', ') || 'none'}`);
  const both = seeds.find((seed) => reported.includes(seed));
  check(both === undefined, `seed ${both} cannot both be tuned on and reported: name another`);
}

/** The trials of a row, in order. */
export function trialsOf({ factors, seeds }: Tuning, row: string): TrialName[] {
  return seeds.flatMap((seed) => factors.map((factor) => ({ row, seed, factor })));
}

export function trialIn(trials: readonly Trial[], { row, seed, factor }: TrialName): Trial | undefined {
  return trials.find((trial) => trial.row === row && trial.seed === seed && trial.factor === factor);
}

/** The multiple with the highest success on validation problems, mean over the seeds; of equals the one nearest to the
 *  row's own rate. Undefined while trials are left. */
export function chosenFactor(tuning: Tuning, row: string, trials: readonly Trial[]): number | undefined {
  const done = trialsOf(tuning, row).map((name) => trialIn(trials, name));
  if (done.some((trial) => !trial)) return undefined;
  const score = (factor: number) =>
    mean(done.flatMap((trial) => (trial?.factor === factor ? [trial.validation.rate] : [])));
  const far = (factor: number) => Math.abs(Math.log(factor));
  const [best] = [...tuning.factors].sort((a, b) => score(b) - score(a) || far(a) - far(b) || a - b);
  return best;
}

/** What was chosen for each row; a row of which trials are left is not named. */
export type ChosenRates = Readonly<Record<string, number>>;

/** Of a study as it is kept; undefined where nothing is tuned. */
export function chosenIn({
  wishes: { tuning },
  trials = [],
}: {
  readonly wishes: { readonly tuning?: Tuning };
  readonly trials?: readonly Trial[];
}): ChosenRates | undefined {
  if (!tuning) return undefined;
  const rows = [...new Set(trials.map(({ row }) => row))];
  const chosen = rows.map((row) => [row, chosenFactor(tuning, row, trials)] as const);
  return Object.fromEntries(chosen.flatMap(([row, factor]) => (factor === undefined ? [] : [[row, factor]])));
}

/** ", 0.5 × its learning rate" of a trial, nothing of what is reported. */
export const rateInWords = (factor: number | undefined): string =>
  factor === undefined ? '' : `, ${factor} × its learning rate`;
