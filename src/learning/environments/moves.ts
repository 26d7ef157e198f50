// The four moves of the worlds in which somebody walks: how they are written and read, and drawn at random. Knows
// nothing of walls, boxes or goals.

export type Move = 'U' | 'D' | 'L' | 'R';
export const allMoves: readonly Move[] = ['U', 'D', 'L', 'R'];
/** Row and column change of each move. */
export const shiftOf: Readonly<Record<Move, readonly [row: number, column: number]>> = {
  U: [-1, 0],
  D: [1, 0],
  L: [0, -1],
  R: [0, 1],
};
export const nameOf: Readonly<Record<Move, string>> = { U: 'up', D: 'down', L: 'left', R: 'right' };

/** What `writeMoves` writes, told to somebody who has to write it. */
export const movesHelp =
  'letters U (up), D (down), L (left) and R (right), without anything between them, for example "UUR"';

/** "UURD". */
export function writeMoves(moves: readonly Move[]): string {
  return moves.join('');
}

/** Letters U D L R in either case, spaces and commas between them allowed; "" is the empty list; anything else is
 *  undefined (W5). */
export function readMoves(text: string): readonly Move[] | undefined {
  const letters = text.replace(/[\s,]/g, '').toUpperCase();
  return /^[UDLR]*$/.test(letters) ? ([...letters] as Move[]) : undefined;
}

/** `count` moves, each drawn uniformly with `random` in [0, 1). */
export function randomMoves(count: number, random: () => number): readonly Move[] {
  return Array.from({ length: count }, () => allMoves[Math.floor(random() * allMoves.length)] as Move);
}

/** The first of these moves, the first two, and so on; of none: none. */
export function beginningsOf(moves: readonly Move[]): readonly (readonly Move[])[] {
  return moves.length === 0 ? [[]] : moves.map((_, last) => moves.slice(0, last + 1));
}
