// The weights of a reward's terms sum to 1 (W1): whoever sets one has the other two give way. Pure.

export const rewardWeights = ['formatWeight', 'legalWeight', 'progressWeight'] as const;
export type RewardWeight = (typeof rewardWeights)[number];

export const isRewardWeight = (name: string): name is RewardWeight =>
  (rewardWeights as readonly string[]).includes(name);

/** All three, one of them set to a value: the others keep their proportion, in ten-thousandths; where both were 0, they
 *  share alike. The value alone where it is no share. */
export function withWeight(
  now: (weight: RewardWeight) => number,
  name: RewardWeight,
  value: number,
): Partial<Record<RewardWeight, number>> {
  if (!(value >= 0 && value <= 1)) return { [name]: value };
  const [one, other] = rewardWeights.filter((weight) => weight !== name) as [RewardWeight, RewardWeight];
  const both = now(one) + now(other);
  const left = rounded(1 - value);
  const first = rounded(left * (both > 0 ? now(one) / both : 0.5));
  return { [name]: value, [one]: first, [other]: rounded(left - first) };
}

const rounded = (weight: number) => Math.round(weight * 10_000) / 10_000;
