// Sudoku's actions in words: "123 421" writes a 3 into row 1, column 2 and a 1 into row 4, column 2; a whole grid is
// its rows, "1234 3412 2143 4321", on lines of their own or not. A grid is one move.
import { readDigits } from '../digit-moves';
import type { SudokuMove } from './grid';
import { sizes } from './shape';

export const sudokuHelp =
  'three digits each – row and column, counted from 1 without the lines between boxes, and the value – for example "123 421", ' +
  'or else the whole grid, row by row';

const digitsPerMove = 3;

/** "123 421", or a grid's rows with spaces between them. */
export function writeFills(moves: readonly SudokuMove[]): string {
  return moves.map((move) => (move.length === digitsPerMove ? move : rowsOf(move).join(' '))).join(' ');
}

function rowsOf(grid: string): string[] {
  const size = Math.sqrt(grid.length);
  return Array.from({ length: size }, (_, row) => grid.slice(row * size, (row + 1) * size));
}

/** Undoes `writeFills`; also reads grids with "." or "0" for open cells and spaces between the values of a line
 *  (W5). */
export function readFills(text: string): readonly SudokuMove[] | undefined {
  const words = gridOnLines(text) ?? text.split(/[\s,]+/).filter((word) => word !== '');
  const moves: SudokuMove[] = [];
  let fills = '';
  for (let at = 0; at < words.length; ) {
    const grid = gridAt(words, at);
    if (grid) {
      const before = readDigits(fills, digitsPerMove);
      if (!before) return undefined;
      moves.push(...before, grid.join('').replace(/[.0]/g, '-'));
      fills = '';
      at += grid.length;
    } else {
      const word = words[at++] as string;
      // half a grid is no list of fills
      if (words.length > 1 && word.length !== 1 && word.length !== digitsPerMove) return undefined;
      fills += word;
    }
  }
  const rest = readDigits(fills, digitsPerMove);
  return rest && [...moves, ...rest];
}

/** The rows of a text that is nothing but a grid, a row on each line. */
function gridOnLines(text: string): string[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/[\s,|#]/g, ''))
    .filter((line) => line !== '');
  return gridAt(lines, 0)?.length === lines.length ? lines : undefined;
}

/** The words from `at` on that are a grid: as many as each has values. */
function gridAt(words: readonly string[], at: number): string[] | undefined {
  const size = words[at]?.length ?? 0;
  const rows = words.slice(at, at + size);
  const isGrid =
    sizes.includes(size) && rows.length === size && rows.every((row) => row.length === size && /^[\d.-]+$/.test(row));
  return isGrid ? rows : undefined;
}
