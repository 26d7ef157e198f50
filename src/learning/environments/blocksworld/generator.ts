// Draws Blocksworld problems: two random arrangements of the blocks that are not the same.
import { type Rng, rngFrom } from '../../../basics/rng';
import { drawForSplit } from '../drawing';
import { type BlocksState, describeBlocks, inOrder } from './stacks';

/** Few enough that most goals are a tower and a block or two beside it. */
const chanceOfNewStack = 0.35;

export function drawBlocks(seed: number, blocks: number): BlocksState {
  const random = rngFrom('blocksworld', seed, blocks);
  const draw = () => {
    const stacks = drawStacks(random, blocks);
    const goal = drawStacks(random, blocks);
    return stacks === goal ? undefined : Object.freeze({ stacks, goal });
  };
  return drawForSplit({ seed, draw, describe: describeBlocks, what: `two arrangements of ${blocks} blocks` });
}

function drawStacks(random: Rng, blocks: number): string {
  const stacks: string[] = [];
  for (const block of random.shuffle(Array.from({ length: blocks }, (_, index) => `${index + 1}`))) {
    if (stacks.length === 0 || random.number() < chanceOfNewStack) stacks.push('');
    stacks.push(`${stacks.pop()}${block}`);
  }
  return inOrder(stacks);
}
