// What several seeds of a row say together, and two rows side by side. The same numbers as src/basics/statistics and src/basics/flags.ts, which a
// script without a build cannot import; a test holds them together.

/** Two-sided 95 % quantiles of Student's t with 1, 2, 3 … degrees of freedom. */
const student = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131];

/** Mean of rates in [0, 1], one for each seed, with its 95 % interval (Student's t over the seeds, cut off at 0 and 1). Needs two. @param {readonly number[]} rates */
export function overSeeds(rates) {
  const n = rates.length;
  const mean = average(rates);
  const spread = Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (n - 1));
  const half = ((student[n - 2] ?? 1.96) * spread) / Math.sqrt(n);
  return { mean, low: Math.max(0, mean - half), high: Math.min(1, mean + half) };
}

/** Wilson's 95 % interval of a rate in [0, 1] over n. @param {number} rate @param {number} n */
export function wilson(rate, n) {
  const z = 1.959963984540054;
  const centre = rate + z ** 2 / (2 * n);
  const spread = z * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2));
  const scale = 1 + z ** 2 / n;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** Of an even number the upper of the two in the middle. @param {readonly number[]} values */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** @param {readonly number[]} values */
export function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Problems that only one of two evaluations solved, on the same problems in the same order, with McNemar's exact two-sided p.
 *  @param {{problems: string, solved: string}} first @param {{problems: string, solved: string}} second `solvedEach` of both */
export function pairedOn(first, second) {
  if (first.problems !== second.problems || first.solved.length !== second.solved.length)
    throw new Error('two evaluations can only be paired on the same problems');
  const [a, b] = [first, second].map(({ solved }) => [...solved].map((digit) => Number.parseInt(digit, 16)));
  const onlyFirst = onlyIn(a ?? [], b ?? []);
  const onlySecond = onlyIn(b ?? [], a ?? []);
  const n = onlyFirst + onlySecond;
  let [logTerm, below] = [-n * Math.LN2, 0];
  for (let k = 0; k <= Math.min(onlyFirst, onlySecond); k++) {
    below += Math.exp(logTerm);
    logTerm += Math.log((n - k) / (k + 1));
  }
  return { onlyFirst, onlySecond, p: Math.min(1, 2 * below) };
}

/** Bits that are set in the one list of hexadecimal digits and not in the other. @param {number[]} one @param {number[]} other */
function onlyIn(one, other) {
  return one.reduce((sum, digit, at) => sum + [8, 4, 2, 1].filter((bit) => digit & bit & ~(other[at] ?? 0)).length, 0);
}

/** Exact one-sided p that who solves each problem with no more than these chances solves so many or more. @param {number} solved @param {readonly number[]} chances */
export function chanceOfAtLeast(solved, chances) {
  let of = [1];
  for (const chance of chances) of = [...of, 0].map((here, k) => here * (1 - chance) + (of[k - 1] ?? 0) * chance);
  return Math.min(1, average(of.slice(solved)) * (of.length - solved));
}
