// All solutions of a Sudoku, or as many as are asked for: depth first, always in the cell with the fewest values left.
import { type Shape, shapeOf } from './shape';

export interface Search {
  /** Stop after so many solutions: 2 tell whether there is exactly one. */
  readonly most: number;
  /** The order in which a cell's values are tried; rising by default. */
  readonly order?: (values: number[]) => number[];
}

/** Up to `most` solutions of a grid, "-" for open cells; none when what stands in it clashes. */
export function solutionsOf(grid: string, { most, order = (values) => values }: Search): string[] {
  const shape = shapeOf(grid);
  const { size, boxOf } = shape;
  const value_C = Uint8Array.from(grid, (symbol) => (symbol === '-' ? 0 : Number(symbol)));
  // Bit v is set where value v stands.
  const inRow = new Uint16Array(size);
  const inColumn = new Uint16Array(size);
  const inBox = new Uint16Array(size);
  const taken = (cell: number) =>
    (inRow[Math.floor(cell / size)] as number) |
    (inColumn[cell % size] as number) |
    (inBox[boxOf[cell] as number] as number);
  const put = (cell: number, value: number) => {
    value_C[cell] = value;
    toggle(cell, value);
  };
  const toggle = (cell: number, value: number) => {
    const bit = 1 << value;
    inRow[Math.floor(cell / size)] = (inRow[Math.floor(cell / size)] as number) ^ bit;
    inColumn[cell % size] = (inColumn[cell % size] as number) ^ bit;
    inBox[boxOf[cell] as number] = (inBox[boxOf[cell] as number] as number) ^ bit;
  };
  for (const [cell, value] of value_C.entries()) {
    if (value === 0) continue;
    if (taken(cell) & (1 << value)) return [];
    toggle(cell, value);
  }

  const found: string[] = [];
  const search = () => {
    const cell = tightest(shape, value_C, taken);
    if (cell < 0) {
      found.push(value_C.join(''));
      return;
    }
    for (const value of order(valuesFree(size, taken(cell)))) {
      put(cell, value);
      search();
      toggle(cell, value);
      value_C[cell] = 0;
      if (found.length >= most) return;
    }
  };
  search();
  return found;
}

/** The open cell with the fewest values left; −1 when none is open. */
function tightest({ size }: Shape, value_C: Uint8Array, taken: (cell: number) => number): number {
  let best = -1;
  let fewest = size + 1;
  for (let cell = 0; cell < value_C.length && fewest > 1; cell++) {
    if (value_C[cell] !== 0) continue;
    const left = size - countBits(taken(cell));
    if (left < fewest) {
      fewest = left;
      best = cell;
    }
  }
  return best;
}

function valuesFree(size: number, taken: number): number[] {
  return Array.from({ length: size }, (_, index) => index + 1).filter((value) => !(taken & (1 << value)));
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
