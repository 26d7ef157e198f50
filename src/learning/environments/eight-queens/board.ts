// Eight Queens' state and rules: queens are put on free squares until every row has one; none may attack another, and
// none is taken back. Closed squares hold no queen but do not stop one from attacking across them. Knows nothing of
// turns, budgets or rewards.
import type { Board } from '../carry-out';
import type { Picture } from '../environment';
import { canonicalBoard } from '../symmetry';
import { completionOf } from './completion';

export interface QueensState {
  /** Rows joined by "\n": "#" closed, "-" a square for a queen. */
  readonly squares: string;
  /** The column of each row's queen, counted from 0; −1 where there is none. */
  readonly columnOf: readonly number[];
  /** Queens that stood there at the beginning. */
  readonly given: number;
}

/** "12": a queen on row 1, column 2, counted from 1. */
export type QueensMove = string;

function queensOn({ columnOf }: QueensState): number {
  return columnOf.filter((column) => column >= 0).length;
}

/** Queens still to be put; Infinity when no way of putting them is left. */
export function queensLeft(state: QueensState): number {
  const left = state.columnOf.length - queensOn(state);
  return left === 0 || completionOf(state.squares, state.columnOf) ? left : Number.POSITIVE_INFINITY;
}

/** Whether a queen may be put there: the square is open and no queen attacks it. Row and column are counted from 0. */
export function isFree({ squares, columnOf }: QueensState, row: number, column: number): boolean {
  const size = columnOf.length;
  return (
    squares[row * (size + 1) + column] === '-' &&
    columnOf[row] === -1 &&
    columnOf.every(
      (other, there) => other < 0 || (other !== column && Math.abs(other - column) !== Math.abs(there - row)),
    )
  );
}

/** The columns of a row's free squares, counted from 0. */
export function freeIn(state: QueensState, row: number): number[] {
  return [...state.columnOf.keys()].filter((column) => isFree(state, row, column));
}

/** Rows without a queen, counted from 0, and their free columns. */
export function rowsToFill(state: QueensState): { row: number; free: number[] }[] {
  return state.columnOf.flatMap((column, row) => (column < 0 ? [{ row, free: freeIn(state, row) }] : []));
}

export const queensBoard: Board<QueensState, QueensMove> = {
  step(state, move) {
    if (!/^[1-8]{2}$/.test(move)) return state;
    const row = Number(move[0]) - 1;
    const column = Number(move[1]) - 1;
    if (!isFree(state, row, column)) return state;
    const { squares, columnOf, given } = state;
    return Object.freeze({ squares, columnOf: Object.freeze(columnOf.with(row, column)), given });
  },
  solved: ({ columnOf }) => !columnOf.includes(-1),
  picture: (state) => drawn(state, 'Q', ' '),
};

function drawn({ squares, columnOf }: QueensState, queen: string, open: string): Picture {
  return squares.split('\n').map((line, row) => {
    const queenAt = columnOf[row];
    return [...line].map((square, column) => (column === queenAt ? queen : square === '-' ? open : square)).join('');
  });
}

/** The closed squares: what no queen changes, equal for mirrors and turns. */
export function layoutOf({ squares }: QueensState): string {
  return canonicalBoard(squares.split('\n'));
}

/** The whole board, equal for mirrors and turns. */
export function canonicalQueens(state: QueensState): string {
  return canonicalBoard(queensBoard.picture(state));
}

/** Compact words: "@" for a queen, "-" for an open square, every row ended by "\n". */
export function describeQueens(state: QueensState): string {
  return drawn(state, '@', '-')
    .map((row) => `${row}\n`)
    .join('');
}

/** The columns of the free squares of each row that has no queen, then the row: "24 1,3 2"; both counted from 1. */
export function freeSquares(state: QueensState): string {
  const rows = rowsToFill(state).map(({ row, free }) => `${free.map((one) => one + 1).join('')} ${row + 1}`);
  return rows.length > 0 ? `${rows.join(',')}\n` : '';
}
