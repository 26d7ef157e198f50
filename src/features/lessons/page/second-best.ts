// In a recorded run, a group whose second-best answers lie below the mean: they earned more than others and are made
// less likely all the same. Pure.
import type { TrainingSettings } from '../../../learning/config/run-config';
import type { GroupRecord, StepTree, WorldRecord } from '../../../learning/rollouts/transcript';

/** Branches that earned the same. */
export interface Level {
  readonly reward: number;
  readonly advantage: number;
  /** Of the group, from 0. */
  readonly branches: readonly number[];
}

export interface SecondBest {
  readonly step: number;
  readonly world: number;
  readonly group: number;
  readonly record: WorldRecord;
  readonly asked: GroupRecord;
  /** The highest first; three at least. */
  readonly levels: readonly Level[];
  readonly second: Level;
}

/** The first group in which the second-best answers are not the worst, and their advantage is negative; undefined where
 *  no group is like that. */
export function secondBest(
  trees: readonly StepTree[],
  { normalisation }: Pick<TrainingSettings, 'normalisation'>,
): SecondBest | undefined {
  if (normalisation === 'agent') return undefined; // compared with answers that are not shown
  for (const { step, worlds } of trees)
    for (const [world, record] of worlds.entries())
      for (const [group, asked] of record.groups.entries()) {
        const levels = levelsOf(asked);
        const second = levels[1];
        const trains = asked.dropped === undefined && asked.compared === undefined;
        if (trains && second && levels.length > 2 && second.advantage < 0)
          return { step, world, group, record, asked, levels, second };
      }
  return undefined;
}

export function levelsOf({ branches }: Pick<GroupRecord, 'branches'>): readonly Level[] {
  const rewards = [...new Set(branches.map(({ reward }) => reward))].sort((a, b) => b - a);
  return rewards.map((reward) => {
    const own = branches.flatMap((branch, index) => (branch.reward === reward ? [index] : []));
    return { reward, advantage: branches[own[0] ?? 0]?.advantage ?? 0, branches: own };
  });
}
