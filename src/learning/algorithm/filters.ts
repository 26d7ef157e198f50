// Which groups of a role's step are dropped before it learns, besides flat ones: a share of them, those whose rewards
// differ least (they say least) or those that are hardest or easiest by their mean reward. Whence: PettingLLMs'
// filter_method "std" and "mean".
import { deviation, mean } from '../../basics/statistics';

export type GroupFilter = 'none' | 'narrow' | 'low' | 'high';

export interface FilterSettings {
  readonly groupFilter: GroupFilter;
  readonly dropShare: number;
}

/** Indices of the groups that are dropped, at most `dropShare` of them; ties go to the earlier group. */
export function filtered(
  { groupFilter, dropShare }: FilterSettings,
  groups: readonly (readonly number[])[],
): Set<number> {
  if (groupFilter === 'none') return new Set();
  const value = (reward_G: readonly number[]) =>
    groupFilter === 'narrow' ? deviation(reward_G) : groupFilter === 'low' ? mean(reward_G) : -mean(reward_G);
  const order = groups.map((reward_G, index) => ({ index, value: value(reward_G) })).sort((a, b) => a.value - b.value);
  return new Set(order.slice(0, Math.floor(dropShare * groups.length)).map(({ index }) => index));
}
