// A beginner takes a block and puts it where it is to stand at the end, whatever lies on it or under it.
import type { Rng } from '../../../basics/rng';
import type { Beginner } from '../environment';
import { type BlocksState, blocksIn, table } from './stacks';

/** A block, and what it is to stand on at the end. */
function habit({ goal }: BlocksState, rng: Rng): readonly [block: string, onto: string] {
  const stack = rng.pick(goal.split(' '));
  const height = rng.integer(stack.length);
  return [stack[height] as string, height === 0 ? table : (stack[height - 1] as string)];
}

export const blocksBeginner: Beginner<BlocksState> = {
  callsAtOnce: 4,
  call: (state, rng) => `put ${habit(state, rng).join(' ')}`,
  blindCall({ stacks }, rng) {
    const count = blocksIn(stacks);
    const block = 1 + rng.integer(count);
    return rng.number() < 0.3 ? `clear ${block}` : `put ${block} ${rng.integer(count + 1)}`;
  },
  moves: (state, rng) => habit(state, rng).join(''),
};
