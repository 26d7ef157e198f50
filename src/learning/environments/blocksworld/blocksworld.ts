// Blocksworld: restack the blocks one by one until they stand as wanted. Team reward: 1 when solved, else the share of
// the blocks that are in place; local progress: the share of the moves still needed that an action saved, from an exact
// table.
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import { counted } from '../call-program';
import { carryOut, shareGained } from '../carry-out';
import { randomDigits } from '../digit-moves';
import type { Environment, EnvironmentCard, SymbolCard } from '../environment';
import { blocksBeginner } from './beginner';
import { blocksCalls } from './calls';
import { blocksProblem, blocksProblems } from './generator';
import { movesLeft, shortestPlan } from './moves-table';
import {
  type BlocksMove,
  type BlocksState,
  blocksBoard,
  blocksIn,
  blocksInPlace,
  describeBlocks,
  describeStacks,
  layoutOf,
  movesFrom,
  neighbours,
  pictured,
  table,
  tableCells,
} from './stacks';
import { blocksHelp, digitsPerMove, readBlocks, writeBlocks } from './wording';

const knobs = {
  blocks: {
    kind: 'integer',
    name: 'Blocks',
    meaning: 'Blocks on the table.',
    unit: 'blocks',
    range: [3, 6],
    default: 4,
  },
} as const satisfies Knobs;

const symbols: Record<string, SymbolCard> = {
  '#': { name: 'the table, and the line before the stacks to be built', sprite: 'wall' },
  ' ': { name: 'nothing', sprite: 'floor' },
};
for (const block of '123456') symbols[block] = { name: `block ${block}`, sprite: 'block' };

const card: EnvironmentCard = {
  id: 'blocksworld',
  name: 'Blocksworld',
  sentence:
    'Restack the blocks until they stand like those on the right; only a block with nothing on it can be moved.',
  knobs,
  symbols,
  problem: 'table',
  remainingUnit: 'moves',
};

export const blocksworld: Environment<BlocksState, readonly BlocksMove[]> = {
  card,
  start: (seed, settings) => blocksProblem(seed, valuesFrom(knobs, settings).blocks),
  problems: (split, settings) => blocksProblems(split, valuesFrom(knobs, settings).blocks),
  layout: layoutOf,
  act(state, action, budget) {
    const before = movesLeft(state);
    const { state: next, solved, tried, changed, legal, excess, frames } = carryOut(blocksBoard, state, action, budget);
    const after = movesLeft(next);
    const refused = tried > changed ? `${counted(tried - changed, 'move')} could not be made, ` : '';
    return {
      state: next,
      terms: { team: blocksInPlace(next) / blocksIn(next.stacks), legal, progress: shareGained(before, after) },
      solved,
      done: solved,
      why: solved
        ? `${refused}the blocks stand as wanted`
        : tried === 0
          ? 'did nothing'
          : `${refused}${counted(after, 'move')} left`,
      frames,
      excess,
    };
  },
  solved: blocksBoard.solved,
  remaining: movesLeft,
  legal: ({ stacks }) => movesFrom(stacks).map((move) => [move]),
  random({ stacks }, moves, random) {
    const count = blocksIn(stacks);
    return randomDigits(
      moves,
      digitsPerMove,
      (place) => Math.floor(random() * (place === 0 ? count : count + 1)) + (place === 0 ? 1 : 0),
    );
  },
  solve: shortestPlan,
  picture: blocksBoard.picture,
  byHand: {
    kind: 'point',
    how: 'Click a block with nothing on it, then the block it goes onto, or the table.',
    pointing(state, [move = '']) {
      const [block = '', onto = ''] = move;
      return { cells: [[pictured(state, block)], onto === table ? tableCells(state) : [pictured(state, onto)]] };
    },
  },
  wording: {
    title: 'blocks',
    describe: describeBlocks,
    notes: neighbours,
    describeAfter: describeStacks,
    write: writeBlocks,
    read: readBlocks,
    help: blocksHelp,
    symbolsPerMove: digitsPerMove,
  },
  calls: blocksCalls,
  beginner: blocksBeginner,
};
