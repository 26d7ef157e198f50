// What several seeds of a row say together. The same numbers as `meanRate` and `wilson` of src/basics/statistics.ts, which a script without a
// build cannot import; a test holds them together.

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

/** @param {readonly number[]} values */
export function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
