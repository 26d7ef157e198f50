// How the rows without a queen can be given one: depth first, row by row, attacked columns and diagonals as bits.

/** The columns of a complete arrangement that keeps the queens already there, the first in reading order; undefined
 *  when none is left. `squares`: rows joined by "\n", "#" closed. `columnOf`: −1 for rows without a queen, others do
 *  not attack each other. */
export function completionOf(squares: string, columnOf: readonly number[]): readonly number[] | undefined {
  let first: readonly number[] | undefined;
  search(squares, columnOf, (found) => {
    first = found;
    return false;
  });
  return first;
}

/** All of them, in reading order. */
export function completionsOf(squares: string, columnOf: readonly number[]): (readonly number[])[] {
  const all: (readonly number[])[] = [];
  search(squares, columnOf, (found) => {
    all.push(found);
    return true;
  });
  return all;
}

/** Calls `take` for every completion until it returns false. */
function search(squares: string, columnOf: readonly number[], take: (found: readonly number[]) => boolean): void {
  const size = columnOf.length;
  const taken = [...columnOf];
  let columns = 0; // bit c: column c has a queen
  let falling = 0; // bit row − column + size: a diagonal "\" has one
  let rising = 0; // bit row + column: a diagonal "/" has one
  const toggle = (row: number, column: number) => {
    columns ^= 1 << column;
    falling ^= 1 << (row - column + size);
    rising ^= 1 << (row + column);
  };
  for (const [row, column] of columnOf.entries()) if (column >= 0) toggle(row, column);

  const fill = (row: number): boolean => {
    if (row === size) return take([...taken]);
    if (columnOf[row] !== -1) return fill(row + 1);
    for (let column = 0; column < size; column++) {
      const attacked =
        (columns >> column) & 1 || (falling >> (row - column + size)) & 1 || (rising >> (row + column)) & 1;
      if (attacked || squares[row * (size + 1) + column] !== '-') continue;
      toggle(row, column);
      taken[row] = column;
      const goOn = fill(row + 1);
      toggle(row, column);
      if (!goOn) return false;
    }
    return true;
  };
  fill(0);
}
