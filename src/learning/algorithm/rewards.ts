// Reward = α · team + own, own = weighted format + legality + progress (W1). Every term lies in [0, 1]; the weights are
// settings. Or the outcome alone: 1 when solved, else 0 – the sparse reward that the paper's rebuttal compares with.

export interface RewardWeights {
  readonly alpha: number;
  readonly formatWeight: number;
  readonly legalWeight: number;
  readonly progressWeight: number;
  /** Default "mixed". */
  readonly rewardKind?: 'mixed' | 'outcome';
}

/** What stands in the team term: what an answer's own action or proposal comes to; where the team stands after the
 *  turn; what the other roles make of the answer; that less what they make of silence; what it comes to when everybody
 *  plays on to the end (rollouts/credit.ts). */
export type Credit = 'own' | 'after-turn' | 'look-ahead' | 'counterfactual' | 'play-out';

export interface RewardTerms {
  readonly team: number;
  readonly format: number;
  readonly legal: number;
  readonly progress: number;
}

/** `solved`: whether it is, or the share of several plays that followed in which it was. It is not read off the team
 *  term: a share that is done may round to 1. */
export function rewardOf(weights: RewardWeights, terms: RewardTerms, solved: boolean | number): number {
  if (weights.rewardKind === 'outcome') return Number(solved);
  const own =
    weights.formatWeight * terms.format + weights.legalWeight * terms.legal + weights.progressWeight * terms.progress;
  return weights.alpha * terms.team + own;
}

/** The most one turn can earn: solved, readable, legal, all the way. */
export function fullReward(weights: RewardWeights): number {
  if (weights.rewardKind === 'outcome') return 1;
  return weights.alpha + weights.formatWeight + weights.legalWeight + weights.progressWeight;
}

/**
 * An episode's return, in reward per turn: the mean over all T turns of the budget, where a solved world pays its full
 * reward for the turns it saved. So solving sooner is never worse than solving later, and stalling never pays (W3).
 */
export function returnOf(
  weights: RewardWeights,
  episode: { readonly reward_T: readonly number[]; readonly solved: boolean; readonly turns: number },
): number {
  const earned = episode.reward_T.reduce((sum, reward) => sum + reward, 0);
  const saved = episode.solved ? (episode.turns - episode.reward_T.length) * fullReward(weights) : 0;
  return (earned + saved) / episode.turns;
}
