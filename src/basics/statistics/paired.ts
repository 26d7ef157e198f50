// Two ways to play, compared on the same problems (V9): only problems that one solves and the other does not tell them
// apart.
import { check } from '../check';
import { mean } from '../statistics';
import { type Estimate, percentileInterval, type Resampling, usualResamples } from './bootstrap';

/** `solved_SN[seed][problem]`; a way to play that no seed changes has one row. */
export type SolvedFlags = readonly (readonly boolean[])[];

/** First − second. */
export interface PairedComparison {
  /** Of success rates, mean over the seeds, with the interval of the paired bootstrap over seeds and problems. */
  readonly difference: Estimate;
  readonly problems: number;
  /** Each seed by itself. */
  readonly seeds: readonly PairedSeed[];
}

export interface PairedSeed {
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** McNemar's exact test, two-sided. */
  readonly p: number;
}

/** Seed by seed, or each seed with the only row of the other. Throws an ExpectationError where seeds or problems do
 *  not match. */
export function comparePaired(first_SN: SolvedFlags, second_SN: SolvedFlags, resampling: Resampling): PairedComparison {
  const seeds = Math.max(first_SN.length, second_SN.length);
  const problems = first_SN[0]?.length ?? 0;
  check(problems > 0 && second_SN.length > 0, 'a paired comparison needs problems and at least one seed of either');
  for (const { length } of [first_SN, second_SN])
    check(length === seeds || length === 1, `${first_SN.length} seeds cannot be paired with ${second_SN.length}`);
  for (const { length } of [...first_SN, ...second_SN])
    check(length === problems, `a paired comparison needs the same problems, got ${problems} and ${length}`);
  const difference_SN = Array.from({ length: seeds }, (_, seed) => {
    const first = first_SN[seed] ?? (first_SN[0] as readonly boolean[]);
    const second = second_SN[seed] ?? (second_SN[0] as readonly boolean[]);
    return Int8Array.from(first, (solved, problem) => Number(solved) - Number(second[problem]));
  });
  return { difference: pairedBootstrap(difference_SN, resampling), problems, seeds: difference_SN.map(pairedSeed) };
}

/** The largest p of the seeds: below a level, each seed alone shows the difference. */
export function largestP({ seeds }: PairedComparison): number {
  return Math.max(...seeds.map(({ p }) => p));
}

function pairedSeed(difference_N: Int8Array): PairedSeed {
  const onlyFirst = difference_N.filter((difference) => difference > 0).length;
  const onlySecond = difference_N.filter((difference) => difference < 0).length;
  return { onlyFirst, onlySecond, p: mcnemar(onlyFirst, onlySecond) };
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
  difference_SN: readonly Int8Array[],
  { rng, resamples = usualResamples }: Resampling,
): Estimate {
  const seeds = difference_SN.length;
  const problems = difference_SN[0]?.length ?? 0;
  const drawn = new Float64Array(resamples);
  const sum_S = new Int32Array(seeds);
  for (let resample = 0; resample < resamples; resample++) {
    sum_S.fill(0);
    for (let draw = 0; draw < problems; draw++) {
      const problem = rng.integer(problems);
      for (let seed = 0; seed < seeds; seed++)
        sum_S[seed] = (sum_S[seed] as number) + ((difference_SN[seed] as Int8Array)[problem] as number);
    }
    let sum = 0;
    for (let draw = 0; draw < seeds; draw++) sum += sum_S[seeds === 1 ? 0 : rng.integer(seeds)] as number;
    drawn[resample] = sum / (seeds * problems);
  }
  const value = mean(difference_SN.map((difference_N) => mean([...difference_N])));
  return { value, ...percentileInterval(drawn) };
}
