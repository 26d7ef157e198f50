// Bootstrap: how far a figure would move had other runs, or other problems, been drawn (Efron 1979), as percentile
// intervals.
import type { Rng } from '../rng';

/** A figure with its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Resampling {
  /** The only chance there is; draws are made in the order that each function says. */
  readonly rng: Pick<Rng, 'integer'>;
  /** The limits of the interval then still move by about 2.7 ÷ √resamples of its standard error: 0.04 of it with
   *  5000. */
  readonly resamples?: number;
}

export const usualResamples = 5000;

/** The value at a share of the sorted values, linear between neighbours (numpy's `percentile`). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] as number;
  const above = sorted[Math.ceil(at)] as number;
  return below + (above - below) * (at - Math.floor(at));
}

/** Values of a statistic over all resamples → its 95 % percentile interval. */
export function percentileInterval(values: Float64Array): Pick<Estimate, 'low' | 'high'> {
  const sorted = values.slice().sort();
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}
