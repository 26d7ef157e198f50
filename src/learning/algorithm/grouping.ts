// The paper's idea, as a file one can open: GRPO compares answers to the same question, so in a team that takes turns a
// group is what shares world, role, turn AND prompt tokens (G1), and in a graph node and visit (F1). Everything that is
// compared was asked the same thing.
//
// Two baselines give that up and play K whole games of each world instead of a tree; every answer of a game then shares
// the game's advantage: "world" compares the K games of one world (GRPO, Shao et al. 2024, on a team), "batch" all
// games of the step (REINFORCE, Williams 1992, with the batch's mean as baseline).
import { check } from '../../basics/check';

export type Grouping = 'agent-and-turn' | 'world' | 'batch';

export interface Grouped {
  readonly world: number;
  readonly role: string;
  readonly turn: number;
  /** Of a graph: where the role spoke, where that is not named as the role is. */
  readonly node?: string | undefined;
  /** How often it had spoken there in this turn, this time included; absent the first time. */
  readonly visit?: number | undefined;
  readonly prompt_P: readonly number[];
}

/** The key of a sample's group. */
export function groupKey({ world, role, turn, node = role, visit = 1, prompt_P }: Grouped): string {
  return `${world}|${role}|${node}|${visit}|${turn}|${prompt_P.join(',')}`;
}

/** Samples by group, groups in order of first appearance. Throws when a group has fewer than two samples. */
export function groupSamples<Sample extends Grouped>(samples: readonly Sample[]): Sample[][] {
  return checkedGroups(groupsBy(samples, groupKey));
}

/** Whole games by what they are compared with. Throws when a group has fewer than two. */
export function groupGames<Game extends { readonly world: string }>(
  grouping: Exclude<Grouping, 'agent-and-turn'>,
  games: readonly Game[],
): Game[][] {
  return checkedGroups(groupsBy(games, ({ world }) => (grouping === 'world' ? world : 'all')));
}

/** Items that share a key, in order of first appearance. */
export function groupsBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

function checkedGroups<Item>(groups: Item[][]): Item[][] {
  for (const group of groups)
    check(group.length >= 2, `a group needs at least 2 samples, got ${group.length}: raise "branches"`);
  return groups;
}
