// Two ways to play, compared on the same problems (V9): only problems that one solves and the other does not tell them
// apart.
import { check } from '../check';
import { mean } from '../statistics';
import { type Estimate, percentileInterval, type Resampling, usualResamples } from './bootstrap';

/** `outcome_SN[seed][problem]`: solved or not; of a bound, the chance that it leaves. A way to play that no seed
 *  changes has one row. */
export type Outcomes = readonly (readonly (boolean | number)[])[];

/** First − second. */
export interface PairedComparison {
  /** Of success rates, mean over the seeds, with the interval of the paired bootstrap over seeds and problems. */
  readonly difference: Estimate;
  readonly problems: number;
  /** Each seed by itself. */
  readonly seeds: readonly PairedSeed[];
}

export interface PairedSeed {
  /** Problems; expected, where one of both is a bound. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** McNemar's exact test, two-sided; of a bound, `chanceOfAtLeast`. */
  readonly p: number;
}

/** Seed by seed, or each seed with the only row of the other. Throws an ExpectationError where seeds or problems do
 *  not match. */
export function comparePaired(first_SN: Outcomes, second_SN: Outcomes, resampling: Resampling): PairedComparison {
  const seeds = Math.max(first_SN.length, second_SN.length);
  const problems = first_SN[0]?.length ?? 0;
  check(problems > 0 && second_SN.length > 0, 'a paired comparison needs problems and at least one seed of either');
  for (const { length } of [first_SN, second_SN])
    check(length === seeds || length === 1, `${first_SN.length} seeds cannot be paired with ${second_SN.length}`);
  for (const { length } of [...first_SN, ...second_SN])
    check(length === problems, `a paired comparison needs the same problems, got ${problems} and ${length}`);
  const pairs = Array.from({ length: seeds }, (_, seed) => ({
    first: first_SN[seed] ?? (first_SN[0] as Outcomes[number]),
    second: second_SN[seed] ?? (second_SN[0] as Outcomes[number]),
  }));
  const difference_SN = pairs.map(({ first, second }) =>
    Float64Array.from(first, (outcome, problem) => Number(outcome) - Number(second[problem])),
  );
  return {
    difference: pairedBootstrap(difference_SN, resampling),
    problems,
    seeds: pairs.map(({ first, second }) => pairedSeed(first, second)),
  };
}

/** The largest p of the seeds: below a level, each seed alone shows the difference. */
export function largestP({ seeds }: PairedComparison): number {
  return Math.max(...seeds.map(({ p }) => p));
}

/** Whether every problem went alike in both, in every seed. The bootstrap then has nothing to draw: its interval is a
 *  point, which is no proof that there is no difference. */
export function nothingDiffers({ seeds }: PairedComparison): boolean {
  return seeds.every(({ onlyFirst, onlySecond }) => onlyFirst + onlySecond === 0);
}

/** How small a share of problems that differ stays unseen, at a level of 0.05, where none of so many does: by the rule
 *  of three. */
export function unseenShare(problems: number): number {
  return 1 - 0.05 ** (1 / problems);
}

function pairedSeed(first_N: Outcomes[number], second_N: Outcomes[number]): PairedSeed {
  const onlyFirst = onlyIn(first_N, second_N);
  const onlySecond = onlyIn(second_N, first_N);
  if (isBound(second_N)) return { onlyFirst, onlySecond, p: chanceOfAtLeast(solvedIn(first_N), second_N) };
  if (isBound(first_N)) return { onlyFirst, onlySecond, p: chanceOfAtLeast(solvedIn(second_N), first_N) };
  return { onlyFirst, onlySecond, p: mcnemar(onlyFirst, onlySecond) };
}

function onlyIn(one_N: Outcomes[number], other_N: Outcomes[number]): number {
  return one_N.reduce<number>((sum, outcome, problem) => sum + Number(outcome) * (1 - Number(other_N[problem])), 0);
}

function isBound(outcome_N: Outcomes[number]): outcome_N is readonly number[] {
  return typeof outcome_N[0] === 'number';
}

function solvedIn(outcome_N: Outcomes[number]): number {
  return outcome_N.filter((outcome) => outcome === true).length;
}

/** Exact p, one-sided, that who solves each problem with no more than these chances solves so many or more: the upper
 *  tail of the Poisson binomial distribution. */
export function chanceOfAtLeast(solved: number, chance_N: readonly number[]): number {
  // chance_K[k]: of k problems solved among those looked at
  const chance_K = new Float64Array(chance_N.length + 1);
  chance_K[0] = 1;
  chance_N.forEach((chance, before) => {
    for (let k = before + 1; k > 0; k--)
      chance_K[k] = (chance_K[k] as number) * (1 - chance) + (chance_K[k - 1] as number) * chance;
    chance_K[0] = (chance_K[0] as number) * (1 - chance);
  });
  return Math.min(
    1,
    chance_K.subarray(solved).reduce((sum, chance) => sum + chance, 0),
  );
}

/** McNemar's exact test: two-sided p that of so many problems which only one of two solved, each falls to either as
 *  a coin does. */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond;
  let logTerm = -n * Math.LN2;
  let below = 0;
  for (let k = 0; k <= Math.min(onlyFirst, onlySecond); k++) {
    below += Math.exp(logTerm);
    logTerm += Math.log((n - k) / (k + 1));
  }
  return Math.min(1, 2 * below);
}

/** Seeds and problems are crossed, so both are drawn anew, problems first: the pigeonhole bootstrap (Owen 2007,
 *  doi:10.1214/07-AOAS122),  whose interval is rather too wide than too narrow. With one seed only problems are
 *  drawn: the ordinary paired bootstrap. */
function pairedBootstrap(
  difference_SN: readonly Float64Array[],
  { rng, resamples = usualResamples }: Resampling,
): Estimate {
  const seeds = difference_SN.length;
  const problems = difference_SN[0]?.length ?? 0;
  const drawn = new Float64Array(resamples);
  const sum_S = new Float64Array(seeds);
  for (let resample = 0; resample < resamples; resample++) {
    sum_S.fill(0);
    for (let draw = 0; draw < problems; draw++) {
      const problem = rng.integer(problems);
      for (let seed = 0; seed < seeds; seed++)
        sum_S[seed] = (sum_S[seed] as number) + ((difference_SN[seed] as Float64Array)[problem] as number);
    }
    let sum = 0;
    for (let draw = 0; draw < seeds; draw++) sum += sum_S[seeds === 1 ? 0 : rng.integer(seeds)] as number;
    drawn[resample] = sum / (seeds * problems);
  }
  const value = mean(difference_SN.map((difference_N) => mean([...difference_N])));
  return { value, ...percentileInterval(drawn) };
}
