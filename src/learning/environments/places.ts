// Where things are on a compact board, and which of them is nearest: rows and columns counted from 0.

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Cells of a board, a line for each row, that hold one of these symbols; in reading order. */
export function placesOn(board: string, symbols: string): Place[] {
  const rows = board.trimEnd().split('\n');
  return rows.flatMap((line, row) =>
    [...line].flatMap((symbol, column) => (symbols.includes(symbol) ? [{ row, column }] : [])),
  );
}

/** The place with the fewest steps between, the first of equals. */
export function nearest(from: Place, places: readonly Place[]): Place | undefined {
  const distance = (place: Place) => Math.abs(place.row - from.row) + Math.abs(place.column - from.column);
  return [...places].sort((a, b) => distance(a) - distance(b))[0];
}

/** A beginner's habit: sideways until in the same column, then always up – right now and then. */
export function habitualMove(from: Place, to: Place): 'U' | 'L' | 'R' {
  if (to.column === from.column) return 'U';
  return to.column > from.column ? 'R' : 'L';
}
