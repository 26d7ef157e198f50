// A recorded game as pictures one after another, and as what was said in it. Pure: records in, pictures and words out.
import type { Picture } from '../../../learning/environments/environment';
import type { StepTree, WorldRecord } from '../../../learning/rollouts/transcript';
import { type ChainStep, chainOf } from '../play/chain';

/** What the world looked like after each move along the trunk; of a world of texts after each answer. */
export function framesOf(world: WorldRecord): readonly Picture[] {
  return chainOf(world)
    .filter(({ preview }) => !preview)
    .flatMap(({ answer: { frames, after } }) => (frames.length > 0 ? frames : [after]));
}

/** The frame of that number; the start before the first, the end after the last. */
export function pictureAt(world: WorldRecord, frames: readonly Picture[], at: number): Picture {
  return at <= 0 ? world.start : (frames[Math.min(at, frames.length) - 1] ?? world.start);
}

/** "3 of 16 solved it": of the answers to the last question that was asked; how sure the team is, which the answer that
 *  went on – the best of them – does not tell. */
export function solvingInWords({ groups }: Pick<WorldRecord, 'groups'>): string {
  const branches = groups.at(-1)?.branches ?? [];
  return `${branches.filter(({ solved }) => solved).length} of ${branches.length} solved it`;
}

/** The game whose words are shown: the first in which a later role did not repeat the one before it, else the first. */
export function toldRoom({ worlds }: StepTree): number {
  const found = worlds.findIndex((world) => {
    const said = chainOf(world).map(({ answer }) => answer.moves);
    return said.some((moves, place) => place > 0 && moves !== said[place - 1]);
  });
  return Math.max(0, found);
}

/** What was said in the first turn and a half: enough to see who speaks to whom. */
export function firstWords(world: WorldRecord, most = 4): readonly ChainStep[] {
  return chainOf(world).slice(0, most);
}
