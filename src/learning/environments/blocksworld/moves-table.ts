// Moves still needed, exactly: breadth first search backwards from the goal over all arrangements (4,051 of 6 blocks) –
// a move can always be taken back. Only how high the goal's stacks are matters, not which block is which, so goals that
// are alike share a table: 11 tables for 6 blocks.
import { remembered } from '../bounded-cache';
import { type BlocksMove, type BlocksState, blocksBoard, inOrder, moved, movesFrom } from './stacks';

/** Least moves to every arrangement, by its stacks. `goal`: blocks numbered in order, the highest stack first: "123
 *  45". */
const movesByStacks = remembered((goal) => {
  const found = new Map([[goal, 0]]);
  for (const [stacks, moves] of found) {
    for (const [block = '', onto = ''] of movesFrom(stacks)) {
      const next = moved(stacks, block, onto);
      if (!found.has(next)) found.set(next, moves + 1);
    }
  }
  return found;
}, 64);

/** Every arrangement of so many blocks: 13 of three, 73 of four. */
export function arrangementsOf(blocks: number): string[] {
  const tower = Array.from({ length: blocks }, (_, index) => index + 1).join('');
  return [...movesByStacks(tower).keys()].sort();
}

/** Least moves that reach the goal. */
export function movesLeft({ stacks, goal }: BlocksState): number {
  const highestFirst = goal.split(' ').sort((one, other) => other.length - one.length);
  const order = highestFirst.join('');
  const renumbered = (stack: string) => [...stack].map((block) => order.indexOf(block) + 1).join('');
  const likeGoal = movesByStacks(highestFirst.map(renumbered).join(' '));
  return likeGoal.get(inOrder(stacks.split(' ').map(renumbered))) as number;
}

/** The moves of a shortest plan; of equal ones the first in the order of `movesFrom`. */
export function shortestPlan(start: BlocksState): readonly BlocksMove[] {
  const plan: BlocksMove[] = [];
  let state = start;
  for (let left = movesLeft(start) - 1; left >= 0; left--) {
    for (const move of movesFrom(state.stacks)) {
      const next = blocksBoard.step(state, move);
      if (movesLeft(next) !== left) continue;
      plan.push(move);
      state = next;
      break;
    }
  }
  return plan;
}
