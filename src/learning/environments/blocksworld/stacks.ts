// Blocksworld's state and rules: stacks of numbered blocks on a table, and the stacks they are to become. One block is
// moved at a time, from the top of its stack onto another top or onto the table. Where on the table a stack stands does
// not matter. Knows nothing of turns, budgets or rewards.
import type { Board } from '../carry-out';
import type { Cell, Picture } from '../environment';

export interface BlocksState {
  /** Each stack from bottom to top, with spaces between them, in rising order of their lowest blocks: "21 3". */
  readonly stacks: string;
  /** The same for the stacks to be built. */
  readonly goal: string;
}

/** "21": block 2 onto block 1. "20": block 2 onto the table. */
export type BlocksMove = string;

export const table = '0';

/** The stacks after one block was moved; the very same string when that cannot be done. */
export function moved(stacks: string, block: string, onto: string): string {
  const all = stacks.split(' ');
  const from = all.findIndex((stack) => stack.endsWith(block));
  const to = onto === table ? all.length : all.findIndex((stack) => stack.endsWith(onto));
  if (from < 0 || to < 0 || from === to || (onto === table && all[from]?.length === 1)) return stacks;
  all[to] = `${all[to] ?? ''}${block}`;
  all[from] = (all[from] as string).slice(0, -1);
  return inOrder(all);
}

/** Stacks in rising order of their lowest blocks, empty ones left out. */
export function inOrder(stacks: readonly string[]): string {
  return stacks
    .filter((stack) => stack !== '')
    .sort()
    .join(' ');
}

/** Every move that changes the stacks. */
export function movesFrom(stacks: string): BlocksMove[] {
  const all = stacks.split(' ');
  return all.flatMap((stack, from) => {
    const block = stack.at(-1) as string;
    const tops = all.flatMap((other, to) => (to === from ? [] : [other.at(-1) as string]));
    return [...(stack.length > 1 ? [table] : []), ...tops].map((onto) => block + onto);
  });
}

/** The stack that a block is part of. */
export function stackWith(stacks: string, block: string): string {
  return stacks.split(' ').find((stack) => stack.includes(block)) ?? '';
}

/** How many blocks there are. */
export function blocksIn(stacks: string): number {
  return stacks.replaceAll(' ', '').length;
}

/** Blocks that stand where they are to stand, all below them included. */
export function blocksInPlace(state: BlocksState): number {
  return blocksOf(state).filter((block) => isInPlace(state, block)).length;
}

function isInPlace({ stacks, goal }: BlocksState, block: string): boolean {
  return placeIn(stacks, block).standsOn === placeIn(goal, block).standsOn;
}

/** In rising order. */
function blocksOf({ goal }: BlocksState): string[] {
  return [...goal.replaceAll(' ', '')].sort();
}

export const blocksBoard: Board<BlocksState, BlocksMove> = {
  step(state, move) {
    if (!/^[1-6][0-6]$/.test(move)) return state;
    const [block = '', onto = ''] = move;
    const stacks = moved(state.stacks, block, onto);
    return stacks === state.stacks ? state : Object.freeze({ stacks, goal: state.goal });
  },
  solved: ({ stacks, goal }) => stacks === goal,
  picture,
};

/** The stacks, a line, and the stacks to be built; block 1 always stands in the first column when it stands on the
 *  table. */
function picture({ stacks, goal }: BlocksState): Picture {
  const count = blocksIn(stacks);
  const columnsOf = (all: string) =>
    Array.from({ length: count }, (_, index) => all.split(' ').find((stack) => Number(stack[0]) === index + 1) ?? '');
  const now = columnsOf(stacks);
  const wanted = columnsOf(goal);
  const level = (columns: readonly string[], height: number) => columns.map((column) => column[height] ?? ' ').join('');
  const rows = Array.from(
    { length: count },
    (_, row) => `${level(now, count - 1 - row)}#${level(wanted, count - 1 - row)}`,
  );
  return [...rows, '#'.repeat(2 * count + 1)];
}

/** Where the picture shows a block as it stands now. */
export function pictured({ stacks }: BlocksState, block: string): Cell {
  const stack = stackWith(stacks, block);
  return { row: blocksIn(stacks) - 1 - stack.indexOf(block), column: Number(stack[0]) - 1 };
}

/** Where the picture shows the table under the stacks as they stand now. */
export function tableCells({ stacks }: BlocksState): readonly Cell[] {
  const count = blocksIn(stacks);
  return Array.from({ length: count }, (_, column) => ({ row: count, column }));
}

/** Compact words: "at 21 3" for the stacks, "need 123" for those to be built. */
export function describeBlocks({ stacks, goal }: BlocksState): string {
  return `at ${stacks}\nneed ${goal}\n`;
}

/** The stacks to be built: what no move changes. */
export function layoutOf({ goal }: BlocksState): string {
  return goal;
}

/** The goal is not told again. */
export function describeStacks({ stacks }: BlocksState): string {
  return `at ${stacks}\n`;
}

/** Each block's neighbours: what lies on it and what it lies on, then the block and what it is to lie on: "03 1 0".
 *  Before it "=" where it stands as wanted, all below it included. "0" is the table, or nothing. */
export function neighbours(state: BlocksState): string {
  const blocks = blocksOf(state).map((block) => {
    const { above, standsOn } = placeIn(state.stacks, block);
    const wanted = placeIn(state.goal, block);
    return `${isInPlace(state, block) ? '=' : ''}${above}${topOf(standsOn)} ${block} ${topOf(wanted.standsOn)}`;
  });
  return `${blocks.join(',')}\n`;
}

/** What lies on a block, and the blocks below it from the table up. */
function placeIn(stacks: string, block: string): { above: string; standsOn: string } {
  const stack = stackWith(stacks, block);
  const height = stack.indexOf(block);
  return { above: stack[height + 1] ?? table, standsOn: stack.slice(0, height) };
}

function topOf(stack: string): string {
  return stack.at(-1) ?? table;
}
