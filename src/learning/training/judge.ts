// From played worlds to judged groups: each sample's advantage, and why a group trains nothing when it does not.

import { check } from '../../basics/check';
import { advantagesOfRole, isFlat } from '../algorithm/advantages';
import { groupKey } from '../algorithm/grouping';
import type { PlayedGroup, PlayedWorld } from '../rollouts/play-settings';
import type { RunConfig } from './config';
import { basePolicy } from './learner';

export interface JudgedGroup extends PlayedGroup {
  /** Index of the world in the step. */
  readonly world: number;
}

/** Every group of the step, in order of world and time, with advantages. */
export function judge(config: RunConfig, worlds: readonly PlayedWorld[]): JudgedGroup[] {
  const groups = worlds.flatMap((world, index) => world.groups.map((group): JudgedGroup => ({ ...group, world: index })));
  const keys = new Set(groups.map(groupKey));
  check(
    keys.size === groups.length,
    `two groups of one step share world, role, turn and prompt: ${groups.length} groups, ${keys.size} keys`,
  );
  const advantages = new Map<JudgedGroup, number[]>();
  for (const role of new Set(groups.map((group) => group.role))) {
    const ofRole = groups.filter((group) => group.role === role);
    const rewards = ofRole.map((group) => group.branches.map((branch) => branch.reward));
    advantagesOfRole(config.settings, rewards).forEach((advantage_G, index) =>
      advantages.set(ofRole[index] as JudgedGroup, advantage_G),
    );
  }
  return groups.map((group) => {
    const advantage_G = advantages.get(group) ?? [];
    const flat = isFlat(
      config.settings,
      group.branches.map((branch) => branch.reward),
    );
    const frozen = config.frozen.includes(group.role) || group.policy === basePolicy || config.level === 'prompt-only';
    return {
      ...group,
      branches: group.branches.map((branch, k) => ({ ...branch, advantage: advantage_G[k] ?? 0 })),
      ...(frozen ? { dropped: 'frozen' as const } : flat ? { dropped: 'flat' as const } : {}),
    };
  });
}
