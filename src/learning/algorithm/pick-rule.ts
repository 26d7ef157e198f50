// Which of K judged branches becomes the trunk. Rewards are fixed before it is asked (G2) and it changes none of them (G3).
import { check } from '../../basics/check';
import type { Rng } from '../../basics/rng';

export type PickRule = 'best' | 'random' | 'first';

/** Index of the branch that continues. "best": highest reward, ties to the lowest index. */
export function pickTrunk(rule: PickRule, reward_K: readonly number[], rng: Rng): number {
  check(reward_K.length > 0, 'a trunk needs at least one branch, got none');
  if (rule === 'first') return 0;
  if (rule === 'random') return rng.integer(reward_K.length);
  return reward_K.reduce((best, reward, index) => (reward > (reward_K[best] as number) ? index : best), 0);
}
