// What each arm came to, and what lies between it and one of them: problem by problem where both were asked the same
// (V9), seed by seed where each has several. Pure. It does not correct for several arms being compared.
import { rngFrom } from '../../../basics/rng';
import type { Estimate } from '../../../basics/statistics/bootstrap';
import {
  improvementOf,
  interquartileMeanOf,
  oneTask,
  performanceProfileOf,
  type Scores,
} from '../../../basics/statistics/over-seeds';
import type { PairedComparison } from '../../../basics/statistics/paired';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import { compareEvaluations } from '../../../learning/training/compare-evaluations';
import type { RunView } from '../../../page/stores/run-view';
import type { Arm } from './arms';

/** "test": every run was measured at its end; else each run's last validation, by which it chose a checkpoint too. */
export type Occasion = 'test' | 'validation';

export interface Measured {
  readonly seed: number;
  readonly evaluation: Evaluation;
  /** After which it was made. */
  readonly step: number;
}

export interface ArmResult {
  readonly arm: Arm;
  readonly measured: readonly Measured[];
  /** Of one run its rate with Wilson's interval, of several the interquartile mean. Undefined: nothing was measured. */
  readonly success?: Estimate;
  /** The arm − the reference, `of` these seeds of the arm. */
  readonly paired?: PairedComparison & { readonly of: readonly number[] };
  /** How probable it is that a run of the arm beats one of the reference; with two or more of either. */
  readonly improvement?: Estimate;
}

export function occasionOf(runs: readonly RunView[]): Occasion {
  return runs.every(({ after }) => after) ? 'test' : 'validation';
}

export function resultsOf(arms: readonly Arm[], reference: Arm): readonly ArmResult[] {
  const occasion = occasionOf(arms.flatMap(({ runs }) => runs));
  const measured = new Map(arms.map((arm) => [arm, arm.runs.flatMap((run) => lastOf(run, occasion))]));
  const theirs = measured.get(reference) ?? [];
  return arms.map((arm) => {
    const own = measured.get(arm) ?? [];
    const success = successOf(own, arm.id);
    if (arm === reference || own.length === 0 || theirs.length === 0) return { arm, measured: own, success };
    const rng = rngFrom('compared runs', reference.id, arm.id);
    const pair = pairsOf(own, theirs);
    const paired = compareEvaluations(pair.own, pair.theirs, { rng });
    const several = own.length > 1 && theirs.length > 1;
    return {
      arm,
      measured: own,
      success,
      ...(paired ? { paired: { ...paired, of: pair.seeds } } : {}),
      ...(several ? { improvement: improvementOf(oneTask(ratesOf(own)), oneTask(ratesOf(theirs)), { rng }) } : {}),
    };
  });
}

/** What a run was measured at on this occasion; undefined where it was not yet. */
export const measuredOf = (run: RunView, occasion: Occasion): Measured | undefined => lastOf(run, occasion)[0];

function lastOf({ config, after, reports, step, references }: RunView, occasion: Occasion): Measured[] {
  const { seed } = config.settings;
  if (occasion === 'test') return after ? [{ seed, evaluation: after, step }] : [];
  const last = reports.findLast(({ validation }) => validation);
  const evaluation = last?.validation ?? references?.untrained;
  return evaluation ? [{ seed, evaluation, step: last?.step ?? 0 }] : [];
}

function successOf(measured: readonly Measured[], name: string): Estimate | undefined {
  const [first] = measured;
  if (!first) return undefined;
  const { rate, low, high } = first.evaluation;
  if (measured.length === 1) return { value: rate, low, high };
  return interquartileMeanOf(oneTask(ratesOf(measured)), { rng: rngFrom('compared runs', name) });
}

/** Evaluations of the seeds that both have, each seed once; where they share none, all, which only pairs with one. */
function pairsOf(own: readonly Measured[], theirs: readonly Measured[]) {
  const bySeed = (all: readonly Measured[]) => new Map(all.map(({ seed, evaluation }) => [seed, evaluation]));
  const [one, other] = [bySeed(own), bySeed(theirs)];
  const shared = [...one.keys()].filter((seed) => other.has(seed));
  const alone = shared.length === 0 && (one.size === 1 || other.size === 1);
  const of = (all: ReadonlyMap<number, Evaluation>) =>
    alone ? [...all.values()] : shared.flatMap((seed) => all.get(seed) ?? []);
  return { own: of(one), theirs: of(other), seeds: alone ? [...one.keys()] : shared };
}

/** `score_RT[seed][world]`; undefined with fewer than three scores, or where seeds played different worlds. */
export function scoresOf({ measured }: ArmResult): Scores | undefined {
  const score_RT = measured.map(({ evaluation: { rate, worlds } }) =>
    worlds ? Object.values(worlds).map((world) => world.rate) : [rate],
  );
  const fits = score_RT.every(({ length }) => length === score_RT[0]?.length);
  return fits && score_RT.flat().length >= 3 ? score_RT : undefined;
}

/** Success that is asked for, in per cent: 0, 2 … 100. */
export const thresholds = Array.from({ length: 51 }, (_, index) => 2 * index);

/** Of every arm: the share of its runs and worlds above each threshold, with its band. Undefined where one has too
 *  few. */
export function profilesOf(results: readonly ArmResult[]): readonly (readonly Estimate[])[] | undefined {
  const all = results.map((result) => ({ result, scores: scoresOf(result) }));
  const drawn = all.flatMap(({ result: { arm }, scores }) =>
    scores ? [performanceProfileOf(scores, shares, { rng: rngFrom('compared runs', arm.id), resamples: 1000 })] : [],
  );
  return drawn.length === all.length ? drawn : undefined;
}

const shares = thresholds.map((threshold) => threshold / 100);

const ratesOf = (measured: readonly Measured[]) => measured.map(({ evaluation }) => evaluation.rate);
