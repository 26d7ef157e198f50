// A game that a team has played, as steps one can walk through: one per answer. Pure.
import type { EnvironmentCard } from '../../../learning/environments/environment';
import { isSpeaker } from '../../../learning/environments/players';
import { isProposal } from '../../../learning/rollouts/term-names';
import type { BranchRecord, GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';

export interface ChainStep {
  readonly group: GroupRecord;
  readonly answer: BranchRecord;
  /** A proposal: the world stays as it was. */
  readonly preview: boolean;
}

export function chainOf(world: WorldRecord): readonly ChainStep[] {
  return world.groups.flatMap((group) => {
    const answer = group.branches[group.trunk];
    return answer ? [{ group, answer, preview: isProposal(answer) }] : [];
  });
}

/** "solved in 2 turns, 9 moves". Messages are no moves. */
export function endInWords(world: WorldRecord, card: Pick<EnvironmentCard, 'players'>): string {
  const moves = chainOf(world)
    .filter((step) => !step.preview && !isSpeaker(card, step.group.player))
    .reduce((sum, step) => sum + step.answer.frames.length, 0);
  const turns = `${world.turns} ${world.turns === 1 ? 'turn' : 'turns'}`;
  if (world.end === 'solved') return `Solved in ${turns}, ${moves} ${moves === 1 ? 'move' : 'moves'}`;
  return world.end === 'lost' ? `Stuck for good after ${turns}` : `Not solved in ${turns}`;
}
