// Sudoku's state and rules: clues that stay, and cells that are written into and overwritten. A value that a clue of
// the same row, column or box already holds is refused; what was written itself may clash until it is put right, as on
// paper. Knows nothing of turns, budgets or rewards.
import { remembered } from '../bounded-cache';
import type { Board } from '../carry-out';
import type { Cell, Picture } from '../environment';
import { canonicalBoard } from '../symmetry';
import { type Shape, shapeOf } from './shape';
import { solutionsOf } from './solutions';

export interface SudokuState {
  /** Row by row: a digit for a clue, "-" for a cell to be filled. */
  readonly clues: string;
  /** The clues and what was written since. */
  readonly cells: string;
}

/** "123": row 1, column 2, value 3, all counted from 1. Or a whole grid row by row, "-" for a cell left open. */
export type SudokuMove = string;

/** The one solution of these clues. */
export const solutionOf = remembered<string>((clues) => solutionsOf(clues, { most: 1 })[0] as string, 4096);

export function cellsLeft({ clues, cells }: SudokuState): number {
  const solution = solutionOf(clues);
  return [...cells].filter((value, cell) => value !== solution[cell]).length;
}

/** Whether `value` may be written into `cell`: it is no clue, and no clue that it sees holds that value. */
export function mayHold(shape: Shape, clues: string, cell: number, value: string): boolean {
  return clues[cell] === '-' && (shape.seenFrom[cell] ?? []).every((other) => clues[other] !== value);
}

/** The values that nothing in the cell's row, column and box holds. */
export function openValues(shape: Shape, cells: string, cell: number): string[] {
  const seen = new Set((shape.seenFrom[cell] ?? []).map((other) => cells[other]));
  return shape.values.filter((value) => !seen.has(value));
}

/** The cell of a row and column counted from 1; −1 outside the grid. */
export function cellAt({ size }: Shape, row: number, column: number): number {
  const inside = row >= 1 && row <= size && column >= 1 && column <= size;
  return inside ? (row - 1) * size + column - 1 : -1;
}

/** A cell's row and column, counted from 1. */
export function placeOf({ size }: Shape, cell: number): readonly [row: number, column: number] {
  return [Math.floor(cell / size) + 1, (cell % size) + 1];
}

export const sudokuBoard: Board<SudokuState, SudokuMove> = {
  step(state, move) {
    if (typeof move !== 'string') return state;
    const cells = move.length === state.clues.length ? withGrid(state, move) : withValue(state, move);
    return cells === state.cells ? state : Object.freeze({ clues: state.clues, cells });
  },
  solved: ({ clues, cells }) => cells === solutionOf(clues),
  picture,
};

function withValue({ clues, cells }: SudokuState, move: string): string {
  const shape = shapeOf(clues);
  const [row = '', column = '', value = ''] = move;
  const cell = move.length === 3 ? cellAt(shape, Number(row), Number(column)) : -1;
  if (cell < 0 || !shape.values.includes(value) || !mayHold(shape, clues, cell, value)) return cells;
  return cells.slice(0, cell) + value + cells.slice(cell + 1);
}

/** A grid that alters a clue is refused whole; of any other, values that clues refuse are left open. */
function withGrid({ clues, cells }: SudokuState, grid: string): string {
  const shape = shapeOf(clues);
  if ([...clues].some((clue, cell) => clue !== '-' && clue !== grid[cell])) return cells;
  return [...grid]
    .map((value, cell) => (clues[cell] !== '-' || mayHold(shape, clues, cell, value) ? value : '-'))
    .join('');
}

/** What was written as digits in circles, "#" between the boxes. */
function picture({ clues, cells }: SudokuState): Picture {
  const { size, boxHeight, boxWidth } = shapeOf(clues);
  const symbols = [...cells].map((value, cell) => {
    if (value === '-') return ' ';
    return clues[cell] === '-' ? circled(value) : value;
  });
  const rows: string[] = [];
  for (let row = 0; row < size; row++) {
    const boxes = Array.from({ length: size / boxWidth }, (_, box) =>
      symbols.slice(row * size + box * boxWidth, row * size + (box + 1) * boxWidth).join(''),
    );
    const line = boxes.join('#');
    if (row > 0 && row % boxHeight === 0) rows.push('#'.repeat(line.length));
    rows.push(line);
  }
  return rows;
}

/** Where the picture shows the cell of a row and column counted from 1: behind the lines between the boxes. */
export function pictured({ boxHeight, boxWidth }: Shape, row: number, column: number): Cell {
  const behindLines = (place: number, box: number) => place - 1 + Math.floor((place - 1) / box);
  return { row: behindLines(row, boxHeight), column: behindLines(column, boxWidth) };
}

/** "①" for "1". */
export function circled(value: string): string {
  return String.fromCodePoint(0x2460 + Number(value) - 1);
}

/** The solution, equal for mirrors and turns: what is written never changes it, and a grid that can be solved belongs
 *  to one only. */
export function layoutOf({ clues }: SudokuState): string {
  return canonicalBoard(rowsOf(solutionOf(clues)));
}

/** The grid as it is filled now, equal for mirrors and turns. */
export function canonicalGrid({ cells }: SudokuState): string {
  return canonicalBoard(rowsOf(cells));
}

function rowsOf(cells: string): string[] {
  const { size } = shapeOf(cells);
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
}

/** Compact words: "-" for an open cell, every row ended by "\n"; then row and column of what may be overwritten: "own
 *  12 34". */
export function describeGrid({ clues, cells }: SudokuState): string {
  const shape = shapeOf(clues);
  const rows = rowsOf(cells).map((row) => `${row}\n`);
  const own = [...cells].flatMap((value, cell) => (value !== clues[cell] ? [placeOf(shape, cell).join('')] : []));
  return rows.join('') + (own.length > 0 ? `own ${own.join(' ')}\n` : '');
}

/** What a player pencils in: the open values, then row and column, of each cell that is not settled: "34 1 2,1 4 3". */
export function pencilMarks({ clues, cells }: SudokuState): string {
  const shape = shapeOf(clues);
  const marks = [...cells].flatMap((value, cell) => {
    const open = openValues(shape, cells, cell).join('');
    return clues[cell] !== '-' || open === value ? [] : [`${open} ${placeOf(shape, cell).join(' ')}`];
  });
  return marks.length > 0 ? `${marks.join(',')}\n` : '';
}
