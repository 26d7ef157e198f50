// How many seeds, or problems, it takes to see a difference, and which difference so many can show: at level 0.05,
// two-sided, seen in four of five studies (power 0.8).
import { check } from '../check';
import { noncentralBeyond, normalQuantile, rootOf, studentQuantile } from './distributions';

const level = 0.05;
const power = 0.8;

/** How probable it is that a paired t test over n seeds sees a difference whose standard deviation between seeds is
 *  `spread`  (noncentral t; Cohen 1988, chapter 2). */
export function powerOfSeeds(n: number, { difference, spread }: { difference: number; spread: number }): number {
  check(n >= 2, `a test over seeds needs at least 2, got ${n}`);
  const freedom = n - 1;
  const limit = studentQuantile(1 - level / 2, freedom);
  return noncentralBeyond(limit, { freedom, shift: (Math.abs(difference) / spread) * Math.sqrt(n) });
}

/** Paired seeds needed to see a difference with that spread between seeds. */
export function seedsNeeded(wished: { readonly difference: number; readonly spread: number }): number {
  const { difference, spread } = wished;
  check(difference !== 0, 'no number of seeds shows a difference of 0');
  const z = normalQuantile(1 - level / 2) + normalQuantile(power);
  let n = Math.max(2, Math.floor((z * (spread / difference)) ** 2)); // the normal's number: Student's is a few more
  while (powerOfSeeds(n, wished) < power) n++;
  return n;
}

/** The smallest difference that n paired seeds show, in the unit of `spread`. */
export function differenceOfSeeds(n: number, spread: number): number {
  let high = 1;
  while (powerOfSeeds(n, { difference: high, spread: 1 }) < power) high *= 2;
  return spread * rootOf((difference) => powerOfSeeds(n, { difference, spread: 1 }) - power, { low: 0, high });
}

/** Problems needed to see a difference of success rates on the same problems, of which a share `discordant` is
 *  solved by one of the two  only: McNemar's test (Connor 1987, Biometrics 43, 207–211). The exact test is careful
 *  and needs a few more. */
export function problemsNeeded({ difference, discordant }: { difference: number; discordant: number }): number {
  const d = Math.abs(difference);
  check(
    d > 0 && d <= discordant && discordant <= 1,
    `a difference of ${d} needs at least that share of problems that only one of the two solves, got ${discordant}`,
  );
  return Math.ceil(connor(d, discordant));
}

/** The smallest difference that n problems show; undefined where they are too few for any. */
export function differenceOfProblems(n: number, discordant: number): number | undefined {
  if (connor(discordant, discordant) > n) return undefined;
  return rootOf((d) => n - connor(d, discordant), { low: 0, high: discordant });
}

function connor(d: number, discordant: number): number {
  const z =
    normalQuantile(1 - level / 2) * Math.sqrt(discordant) + normalQuantile(power) * Math.sqrt(discordant - d ** 2);
  return (z / d) ** 2;
}
