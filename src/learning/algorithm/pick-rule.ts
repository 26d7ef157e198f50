// Which of K scored branches becomes the trunk. Rewards are fixed before it is asked (G2) and it changes none of them
// (G3).
import { check } from '../../basics/check';
import type { Rng } from '../../basics/rng';

export type PickRule = 'best' | 'team' | 'softmax' | 'random' | 'first';

export interface Pick {
  readonly rule: PickRule;
  /** Of "softmax": near 0 it is "best", far above the rewards' spread "random". */
  readonly temperature: number;
}

export interface Candidate {
  readonly reward: number;
  readonly terms: Readonly<Record<string, number>>;
}

/** Index of the branch that continues. "best" and "team": highest reward or team term, ties to the lowest index. */
export function pickTrunk({ rule, temperature }: Pick, branches: readonly Candidate[], rng: Rng): number {
  check(branches.length > 0, 'a trunk needs at least one branch, got none');
  if (rule === 'first') return 0;
  if (rule === 'random') return rng.integer(branches.length);
  const value_K = branches.map(({ reward, terms }) => (rule === 'team' ? (terms['team'] ?? 0) : reward));
  const best = value_K.reduce((highest, value, index) => (value > (value_K[highest] as number) ? index : highest), 0);
  if (rule !== 'softmax') return best;
  // the best weighs 1: no overflow
  const weight_K = value_K.map((value) => Math.exp((value - (value_K[best] as number)) / temperature));
  let left = rng.number() * weight_K.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weight_K.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return best; // rounding left the sum just below 1
}
