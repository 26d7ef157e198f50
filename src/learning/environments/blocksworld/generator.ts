// Where Blocksworld problems come from: two arrangements of the blocks that are not the same. Of up to four blocks all
// are listed (5,256); of more they are drawn.
import { type Rng, rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import { dealProblems, drawForSplit, pickForSplit } from '../drawing';
import type { Split } from '../splits';
import { arrangementsOf } from './moves-table';
import { type BlocksState, describeBlocks, inOrder, layoutOf } from './stacks';

/** Few enough that most goals are a tower and a block or two beside it. */
const chanceOfNewStack = 0.35;
const mostListed = 4;

/** The problem that a seed starts. */
export function blocksProblem(seed: number, blocks: number): BlocksState {
  if (blocks <= mostListed) return pickForSplit(pools(String(blocks)), seed);
  const random = rngFrom('blocksworld', seed, blocks);
  const draw = () => {
    const stacks = drawStacks(random, blocks);
    const goal = drawStacks(random, blocks);
    return stacks === goal ? undefined : Object.freeze({ stacks, goal });
  };
  return drawForSplit({ seed, draw, layout: layoutOf, what: nameOf(blocks) });
}

/** How many problems a split has; undefined where they are drawn without end. */
export function blocksProblems(split: Split, blocks: number): number | undefined {
  return blocks <= mostListed ? pools(String(blocks))[split].length : undefined;
}

const pools = remembered((key) => {
  const all = arrangementsOf(Number(key));
  const states = all.flatMap((stacks) =>
    all.flatMap((goal) => (stacks === goal ? [] : [Object.freeze({ stacks, goal })])),
  );
  return dealProblems({ states, layout: layoutOf, canonical: describeBlocks, what: nameOf(Number(key)) });
}, 4);

function nameOf(blocks: number): string {
  return `two arrangements of ${blocks} blocks`;
}

function drawStacks(random: Rng, blocks: number): string {
  const stacks: string[] = [];
  for (const block of random.shuffle(Array.from({ length: blocks }, (_, index) => `${index + 1}`))) {
    if (stacks.length === 0 || random.number() < chanceOfNewStack) stacks.push('');
    stacks.push(`${stacks.pop()}${block}`);
  }
  return inOrder(stacks);
}
