// The three shapes of a Sudoku: 4×4 in boxes of 2×2, 6×6 in boxes of 2 rows and 3 columns, 9×9 in boxes of 3×3. Cells
// are numbered row by row from 0.

export interface Shape {
  readonly size: number;
  readonly boxHeight: number;
  readonly boxWidth: number;
  /** "1" … "9". */
  readonly values: readonly string[];
  /** The box a cell lies in, numbered from 0. */
  readonly boxOf: readonly number[];
  /** The other cells of a cell's row, column and box. */
  readonly seenFrom: readonly (readonly number[])[];
}

export const sizes: readonly number[] = [4, 6, 9];

const shapes = new Map(sizes.map((size) => [size * size, buildShape(size)]));

/** The shape of a grid given as one symbol per cell. */
export function shapeOf(cells: string): Shape {
  return shapes.get(cells.length) as Shape;
}

function buildShape(size: number): Shape {
  const boxHeight = Math.floor(Math.sqrt(size));
  const boxWidth = size / boxHeight;
  const cells = Array.from({ length: size * size }, (_, cell) => cell);
  const rowOf = (cell: number) => Math.floor(cell / size);
  const boxOf = cells.map(
    (cell) => Math.floor(rowOf(cell) / boxHeight) * boxHeight + Math.floor((cell % size) / boxWidth),
  );
  const seenFrom = cells.map((cell) =>
    cells.filter(
      (other) =>
        other !== cell &&
        (rowOf(other) === rowOf(cell) || other % size === cell % size || boxOf[other] === boxOf[cell]),
    ),
  );
  return {
    size,
    boxHeight,
    boxWidth,
    values: Array.from({ length: size }, (_, index) => `${index + 1}`),
    boxOf,
    seenFrom,
  };
}
