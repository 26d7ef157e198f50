// Eight Queens' calls: "place r c" and "only r", rows and columns counted from 1.
import { type CallBoard, counted, type Planned, runProgram } from '../call-program';
import type { CallLanguage } from '../environment';
import { freeIn, isFree, type QueensMove, type QueensState, queensBoard, rowsToFill } from './board';
import { completionOf } from './completion';
import { readPlaces, writePlaces } from './wording';

interface QueensCall {
  readonly row: number;
  /** Absent: the only free one. */
  readonly column?: number;
}

const callBoard: CallBoard<QueensState, QueensMove, QueensCall> = {
  ...queensBoard,
  readMoves: readPlaces,
  writeMoves: writePlaces,
  readCall([word, ...digits]) {
    if (!digits.every((digit) => /^[1-9]$/.test(digit))) return undefined;
    const [row = 0, column = 0] = digits.map(Number);
    if (word === 'place' && digits.length === 2) return { row, column };
    return word === 'only' && digits.length === 1 ? { row } : undefined;
  },
  plan,
};

function plan(state: QueensState, { row, column }: QueensCall): Planned<QueensMove> {
  const size = state.columnOf.length;
  const stuck = (why: string) => ({ moves: [], stuck: why });
  if (row > size || (column ?? 1) > size) return stuck(`rows and columns go from 1 to ${size}`);
  if (state.columnOf[row - 1] !== -1) return stuck(`row ${row} has a queen already`);
  if (column !== undefined) {
    return isFree(state, row - 1, column - 1)
      ? { moves: [`${row}${column}`] }
      : stuck(`${row} ${column} is closed or attacked`);
  }
  const free = freeIn(state, row - 1).map((one) => one + 1);
  if (free.length !== 1)
    return stuck(
      `row ${row} has ${counted(free.length, 'free square')}${free.length > 0 ? `: ${free.join(' ')}` : ''}`,
    );
  return { moves: [`${row}${free[0]}`] };
}

export const queensCalls: CallLanguage<QueensState, readonly QueensMove[]> = {
  help: [
    'place 2 4 – put a queen on row 2, column 4; both are counted from 1',
    'only 3 – put a queen on the only square of row 3 that is open and not attacked; fails where several are',
    'move 24 31 – places without spaces: row 2, column 4, then row 3, column 1',
  ],
  firstIndex: 1,
  run: (state, program, moveLimit) => runProgram(callBoard, state, program, moveLimit),
  /** A row that has one free square, else the first row without a queen. */
  best(state) {
    const complete = completionOf(state.squares, state.columnOf);
    const [first, ...others] = rowsToFill(state);
    if (!complete || !first) return undefined;
    const decided = [first, ...others].find(({ free }) => free.length === 1);
    return decided ? `only ${decided.row + 1}` : `place ${first.row + 1} ${(complete[first.row] as number) + 1}`;
  },
  possible: (state) =>
    rowsToFill(state).flatMap(({ row, free }) => [
      ...(free.length === 1 ? [`only ${row + 1}`] : []),
      ...free.map((column) => `place ${row + 1} ${column + 1}`),
    ]),
};
