// What several seeds say of one way to train, and of two: interquartile mean, probability of improvement and
// performance profiles with stratified bootstrap intervals, as in Agarwal et al. 2021 (arXiv 2108.13264) and equal to
// their `rliable` 1.2 (V9). Scores are R runs by T tasks: a run is one seed, a task one world. Three seeds are few for
// any interval, for these too: the bootstrap sees only what was drawn.
import { check } from '../check';
import { mean } from '../statistics';
import { type Estimate, percentileInterval, type Resampling, usualResamples } from './bootstrap';

/** `score_RT[run][task]`, any number of runs, all with the same tasks. */
export type Scores = readonly (readonly number[])[];

/** The scores of one task, each run's. */
export function oneTask(score_R: readonly number[]): Scores {
  return score_R.map((score) => [score]);
}

/** Mean of the middle half of all scores, runs and tasks together: less moved by one bad seed than the mean, and
 *  unlike the median it uses  half of the data. Of n scores ⌊n ÷ 4⌋ are left out at either end, so with three seeds
 *  it is their mean. */
export function interquartileMean(score_RT: Scores): number {
  const sorted = score_RT.flat().sort((a, b) => a - b);
  const cut = Math.floor(sorted.length / 4);
  return mean(sorted.slice(cut, sorted.length - cut));
}

/** P(x > y) + ½ P(x = y) for a run of either, mean over the tasks: the Mann–Whitney statistic over its largest
 *  value. */
export function probabilityOfImprovement(x_RT: Scores, y_RT: Scores): number {
  const [tasks = []] = x_RT;
  return mean(
    tasks.map((_, task) => {
      const wins = x_RT.flatMap((x) =>
        y_RT.map((y) => 0.5 + 0.5 * Math.sign((x[task] as number) - (y[task] as number))),
      );
      return mean(wins);
    }),
  );
}

/** Share of all scores, runs and tasks together, above each threshold. */
export function performanceProfile(score_RT: Scores, thresholds: readonly number[]): number[] {
  const scores = score_RT.flat();
  return thresholds.map((threshold) => mean(scores.map((score) => (score > threshold ? 1 : 0))));
}

export function interquartileMeanOf(score_RT: Scores, resampling: Resampling): Estimate {
  return stratified([score_RT], (score_RT) => [interquartileMean(score_RT)], resampling)[0] as Estimate;
}

/** Above ½ throughout its interval: x is the better one. */
export function improvementOf(x_RT: Scores, y_RT: Scores, resampling: Resampling): Estimate {
  return stratified([x_RT, y_RT], (x_RT, y_RT) => [probabilityOfImprovement(x_RT, y_RT)], resampling)[0] as Estimate;
}

/** A band: at each threshold the share above it with its interval (pointwise, not for the whole curve). */
export function performanceProfileOf(
  score_RT: Scores,
  thresholds: readonly number[],
  resampling: Resampling,
): Estimate[] {
  return stratified([score_RT], (score_RT) => performanceProfile(score_RT, thresholds), resampling);
}

/** Statistics with their intervals: runs are drawn anew within each task, and for each of the samples by itself.
 *  Draws go sample by sample,  run by run, task by task, as rliable's do. */
export function stratified<Samples extends readonly Scores[]>(
  samples: readonly [...Samples],
  statistics: (...samples: { [at in keyof Samples]: Scores }) => readonly number[],
  { rng, resamples = usualResamples }: Resampling,
): Estimate[] {
  for (const score_RT of samples) checkScores(score_RT);
  check(new Set(samples.map(([first]) => first?.length)).size === 1, 'scores are compared on the same tasks');
  const of = (given: readonly Scores[]) => statistics(...(given as { [at in keyof Samples]: Scores }));
  const values = of(samples);
  const drawn = values.map(() => new Float64Array(resamples));
  for (let resample = 0; resample < resamples; resample++) {
    const again = samples.map((score_RT) =>
      score_RT.map((run) =>
        run.map((_, task) => (score_RT[rng.integer(score_RT.length)] as readonly number[])[task] as number),
      ),
    );
    for (const [at, value] of of(again).entries()) (drawn[at] as Float64Array)[resample] = value;
  }
  return values.map((value, at) => ({ value, ...percentileInterval(drawn[at] as Float64Array) }));
}

function checkScores(score_RT: Scores): void {
  const tasks = score_RT[0]?.length ?? 0;
  check(
    tasks > 0 && score_RT.every((run) => run.length === tasks),
    'scores need at least one run and one task, and every run a score of every task',
  );
}
