// Eight Queens: put a queen into every row so that none attacks another. Team reward: 1 when solved, else the share of
// the queens that are put, 0 when the rest cannot be; local progress: the share of the queens left that an action put,
// 0 in a dead end.
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import { counted } from '../call-program';
import { carryOut, shareGained } from '../carry-out';
import { randomDigits } from '../digit-moves';
import type { Environment, EnvironmentCard } from '../environment';
import { queensBeginner } from './beginner';
import {
  canonicalQueens,
  describeQueens,
  freeIn,
  freeSquares,
  layoutOf,
  type QueensMove,
  type QueensState,
  queensBoard,
  queensLeft,
} from './board';
import { queensCalls } from './calls';
import { completionOf } from './completion';
import { queensProblem, queensProblems } from './generator';
import { digitsPerPlace, placesHelp, readPlaces, writePlaces } from './wording';

const knobs = {
  size: {
    kind: 'integer',
    name: 'Size',
    meaning: 'Rows and columns of the board, and queens.',
    unit: 'squares',
    range: [4, 8],
    default: 6,
  },
  given: {
    kind: 'integer',
    name: 'Given',
    meaning: 'Queens that stand on the board at the beginning; fewer than its rows.',
    unit: 'queens',
    range: [0, 7],
    default: 1,
  },
  closed: {
    kind: 'integer',
    name: 'Closed',
    meaning: 'Squares that no queen may stand on.',
    unit: 'squares',
    range: [2, 12],
    default: 6,
  },
} as const satisfies Knobs;

const card: EnvironmentCard = {
  id: 'eight-queens',
  name: 'Eight Queens',
  sentence:
    'Put a queen into every row so that no two share a row, a column or a diagonal; a queen is never taken back.',
  knobs,
  symbols: {
    '#': { name: 'closed square', sprite: 'blocked' },
    ' ': { name: 'open square', sprite: 'floor' },
    Q: { name: 'queen', sprite: 'text' },
  },
  problem: 'board',
  remainingUnit: 'queens',
};

export const eightQueens: Environment<QueensState, readonly QueensMove[]> = {
  card,
  start(seed, settings) {
    return queensProblem(seed, valuesFrom(knobs, settings));
  },
  problems: (split, settings) => queensProblems(split, valuesFrom(knobs, settings)),
  layout: layoutOf,
  canonical: canonicalQueens,
  act(state, action, budget) {
    const before = queensLeft(state);
    const { state: next, solved, tried, changed, legal, excess, frames } = carryOut(queensBoard, state, action, budget);
    const after = queensLeft(next);
    const lost = !Number.isFinite(after);
    const refused = tried > changed ? `${counted(tried - changed, 'queen')} could not be put, ` : '';
    return {
      state: next,
      terms: { team: solved ? 1 : lost ? 0 : shareOfTask(next, after), legal, progress: shareGained(before, after) },
      solved,
      done: solved || lost,
      why: solved
        ? `${refused}every row has a queen`
        : lost
          ? `${refused}no square is left for some queen`
          : tried === 0
            ? 'did nothing'
            : `${refused}${counted(after, 'queen')} left`,
      frames,
      excess,
    };
  },
  solved: queensBoard.solved,
  remaining: queensLeft,
  legal: (state) => state.columnOf.flatMap((_, row) => freeIn(state, row).map((column) => [`${row + 1}${column + 1}`])),
  random: ({ columnOf }, moves, random) =>
    randomDigits(moves, digitsPerPlace, () => 1 + Math.floor(random() * columnOf.length)),
  solve(state) {
    const complete = completionOf(state.squares, state.columnOf);
    return complete?.flatMap((column, row) => (state.columnOf[row] === -1 ? [`${row + 1}${column + 1}`] : []));
  },
  picture: queensBoard.picture,
  byHand: {
    kind: 'point',
    how: 'Click a square to put a queen on it.',
    pointing: (_state, [move = '']) => ({ cells: [[{ row: Number(move[0]) - 1, column: Number(move[1]) - 1 }]] }),
  },
  wording: {
    title: 'queens',
    landmarks: { '@': '@' },
    describe: describeQueens,
    notes: freeSquares,
    describeAfter: describeQueens,
    write: writePlaces,
    read: readPlaces,
    help: placesHelp,
    symbolsPerMove: digitsPerPlace,
  },
  calls: queensCalls,
  beginner: queensBeginner,
};

/** Share of the queens to be put that are put. */
function shareOfTask({ columnOf, given }: QueensState, left: number): number {
  const task = columnOf.length - given;
  return (task - left) / task;
}
