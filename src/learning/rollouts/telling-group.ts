// Of a kept step, where there is most to be told to somebody who looks on: a group whose answers earned differently;
// and a group's answers with equal ones counted together. Pure: records and settings in, plain data out.
import { isFlat } from '../algorithm/advantages';
import type { TrainingSettings } from '../config/run-config';
import type { BranchRecord, GroupRecord, StepTree, WorldRecord } from './transcript';

/** Branches that answered the same and earned the same, as one. */
export interface Answer {
  /** From 1, the most frequent first: what it is called. */
  readonly number: number;
  /** Of the group, from 0. */
  readonly branches: readonly number[];
  /** The first of them. */
  readonly record: BranchRecord;
}

export interface GroupPlace {
  readonly world: number;
  readonly group: number;
}

/** Where there is most to be told: among the groups whose rewards spread at least half as wide as the widest's, one
 *  that trains, that has another role after it and that stands in the first turn, in this order; then the widest. */
export function tellingGroup(tree: StepTree, settings: TrainingSettings): GroupPlace | undefined {
  const found = tree.worlds.flatMap((world, w) =>
    world.groups.flatMap((group, g) => {
      if (!isTelling(group, settings)) return [];
      const trains = group.dropped === undefined;
      const followed = nextGroup(world, g)?.role !== undefined && nextGroup(world, g)?.role !== group.role;
      const liking = (trains ? 4 : 0) + (followed ? 2 : 0) + (group.turn === 1 ? 1 : 0);
      return [{ world: w, group: g, liking, spread: spreadOf(group) }];
    }),
  );
  const widest = Math.max(0, ...found.map(({ spread }) => spread));
  const [chosen] = found
    .filter(({ spread }) => spread >= widest / 2)
    .sort((one, other) => other.liking - one.liking || other.spread - one.spread);
  return chosen && { world: chosen.world, group: chosen.group };
}

/** Answers compared with their siblings, at least two of them different, and not all worth the same. */
function isTelling(group: GroupRecord, settings: TrainingSettings): boolean {
  const rewards = group.branches.map(({ reward }) => reward);
  return group.compared === undefined && !isFlat(settings, rewards) && answersOf(group).length > 1;
}

function spreadOf({ branches }: GroupRecord): number {
  const rewards = branches.map(({ reward }) => reward);
  return Math.max(...rewards) - Math.min(...rewards);
}

/** The next group of another role, or of the same where the team has no other. */
export function nextGroup({ groups }: WorldRecord, index: number): GroupRecord | undefined {
  const later = groups.slice(index + 1);
  return later.find(({ role }) => role !== groups[index]?.role) ?? later[0];
}

/** A group's different answers, the most frequent first; of equals, the first. */
export function answersOf({ branches }: Pick<GroupRecord, 'branches'>): readonly Answer[] {
  const byContent = new Map<string, { record: BranchRecord; branches: number[] }>();
  branches.forEach((record, index) => {
    const content = JSON.stringify([record.text, record.stop, record.reward]);
    const same = byContent.get(content);
    if (same) same.branches.push(index);
    else byContent.set(content, { record, branches: [index] });
  });
  return [...byContent.values()]
    .sort((one, other) => other.branches.length - one.branches.length)
    .map((answer, index) => ({ number: index + 1, ...answer }));
}
