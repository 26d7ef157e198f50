// Blocksworld's calls: "put a b" and "clear a".
import { type CallBoard, type Planned, runProgram } from '../call-program';
import type { CallLanguage } from '../environment';
import { movesLeft, shortestPlan } from './moves-table';
import { type BlocksMove, type BlocksState, blocksBoard, movesFrom, stackWith, table } from './stacks';
import { readBlocks, writeBlocks } from './wording';

interface BlocksCall {
  readonly block: string;
  /** Absent: what lies on the block goes onto the table. */
  readonly onto?: string;
}

const callBoard: CallBoard<BlocksState, BlocksMove, BlocksCall> = {
  ...blocksBoard,
  readMoves: readBlocks,
  writeMoves: writeBlocks,
  readCall([word, block = '', onto, ...rest]) {
    if (rest.length > 0 || !/^[1-6]$/.test(block)) return undefined;
    if (word === 'put' && /^[0-6]$/.test(onto ?? '')) return { block, onto };
    return word === 'clear' && onto === undefined ? { block } : undefined;
  },
  plan(state, { block, onto }) {
    return onto === undefined ? planClear(state, block) : planPut(state, block, onto);
  },
};

function planPut(state: BlocksState, block: string, onto: string): Planned<BlocksMove> {
  const { stacks } = state;
  const stuck = (why: string) => ({ moves: [], stuck: why });
  for (const one of [block, onto]) if (one !== table && !stacks.includes(one)) return stuck(`there is no block ${one}`);
  const move = `${block}${onto}`;
  if (blocksBoard.step(state, move) !== state) return { moves: [move] };
  for (const one of [block, onto]) {
    const above = one === table ? '' : liesOn(stacks, one);
    if (above !== '') return stuck(`${[...above].join(' and ')} ${above.length === 1 ? 'lies' : 'lie'} on ${one}`);
  }
  return stuck(onto === table ? `${block} stands on the table` : `${block} cannot lie on itself`);
}

function planClear({ stacks }: BlocksState, block: string): Planned<BlocksMove> {
  if (!stacks.includes(block)) return { moves: [], stuck: `there is no block ${block}` };
  return { moves: [...liesOn(stacks, block)].reverse().map((above) => `${above}${table}`) };
}

/** The blocks above this one, from bottom to top. */
function liesOn(stacks: string, block: string): string {
  const stack = stackWith(stacks, block);
  return stack.slice(stack.indexOf(block) + 1);
}

export const blocksCalls: CallLanguage<BlocksState, readonly BlocksMove[]> = {
  help: [
    'put 2 1 – put block 2 onto block 1; nothing may lie on either',
    'put 2 0 – put block 2 onto the table',
    'clear 3 – put everything that lies on block 3 onto the table, one by one from the top',
    'move 21 30 – moves without spaces: 2 onto 1, then 3 onto the table',
  ],
  firstIndex: 1,
  run: (state, program, moveLimit) => runProgram(callBoard, state, program, moveLimit),
  best(state) {
    if (movesLeft(state) === 0) return undefined;
    const [block, onto] = shortestPlan(state)[0] as string;
    return `put ${block} ${onto}`;
  },
  possible(state) {
    if (blocksBoard.solved(state)) return [];
    const { stacks } = state;
    const covered = [...stacks.replaceAll(' ', '')].sort().filter((block) => liesOn(stacks, block) !== '');
    return [
      ...movesFrom(stacks).map(([block, onto]) => `put ${block} ${onto}`),
      ...covered.map((block) => `clear ${block}`),
    ];
  },
};
