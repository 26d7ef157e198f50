/** Arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Population standard deviation (divides by n); 0 of nothing. */
export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

export interface Rate {
  /** Successes over trials, in [0, 1]. */
  rate: number;
  /** Lower end of the 95 % Wilson score interval. */
  low: number;
  /** Upper end of the 95 % Wilson score interval. */
  high: number;
  n: number;
}

/** Success rate with its 95 % Wilson score interval (Wilson 1927). Without trials: rate 0, interval [0, 1]. */
export function wilson(successes: number, n: number): Rate {
  if (n === 0) return { rate: 0, low: 0, high: 1, n };
  const z = 1.959963984540054;
  const rate = successes / n;
  const centre = rate + z ** 2 / (2 * n);
  const spread = z * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2));
  const scale = 1 + z ** 2 / n;
  return { rate, low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale), n };
}

/** Two-sided 95 % quantiles of Student's t with 1, 2, 3 … degrees of freedom. */
const student = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
] as const;

/** Mean of rates in [0, 1] of independent repetitions with its 95 % interval (Student's t, cut off at 0 and 1). One
 *  repetition says nothing about its spread: interval [0, 1]. */
export function meanRate(rates: readonly number[]): { mean: number; low: number; high: number; n: number } {
  const n = rates.length;
  const centre = mean(rates);
  if (n < 2) return { mean: centre, low: 0, high: 1, n };
  const sample = deviation(rates) * Math.sqrt(n / (n - 1));
  const half = ((student[n - 2] ?? 1.96) * sample) / Math.sqrt(n);
  return { mean: centre, low: Math.max(0, centre - half), high: Math.min(1, centre + half), n };
}
