// The four moves that every board world here shares: how they are written and read, drawn at random and carried out one after
// another within a budget. Knows nothing of walls, boxes or goals: a world hands in its own step.
import type { Picture } from './environment';

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

/** "UURD". */
export function writeMoves(moves: readonly Move[]): string {
  return moves.join('');
}

/** Letters U D L R in either case, spaces and commas between them allowed; "" is the empty list; anything else is undefined (W5). */
export function readMoves(text: string): readonly Move[] | undefined {
  const letters = text.replace(/[\s,]/g, '').toUpperCase();
  return /^[UDLR]*$/.test(letters) ? ([...letters] as Move[]) : undefined;
}

/** `count` moves, each drawn uniformly with `random` in [0, 1). */
export function randomMoves(count: number, random: () => number): readonly Move[] {
  return Array.from({ length: count }, () => allMoves[Math.floor(random() * allMoves.length)] as Move);
}

/** What carrying out moves needs to know of a world. */
export interface Board<State> {
  /** The state after one move; the very same object when the move changes nothing (also for a letter that is no move). */
  step(state: State, move: Move): State;
  solved(state: State): boolean;
  picture(state: State): Picture;
}

export interface CarriedOut<State> {
  readonly state: State;
  readonly solved: boolean;
  /** Moves tried within the budget; what follows the solving move is ignored. */
  readonly tried: number;
  /** Moves that changed something. */
  readonly changed: number;
  /** Share of the moves that changed something; moves over the budget count as ones that did not, unless it was solved before. */
  readonly legal: number;
  readonly excess: number;
  readonly frames: readonly Picture[];
}

/** Carries out at most `budget` moves and stops at the one that solves. */
export function carryOut<State>(board: Board<State>, start: State, moves: readonly Move[], budget: number): CarriedOut<State> {
  const frames: Picture[] = [];
  const within = Math.max(0, Math.min(moves.length, Math.floor(budget)));
  const excess = moves.length - within;
  let state = start;
  let solved = board.solved(state);
  let picture: Picture | undefined;
  let tried = 0;
  let changed = 0;
  while (tried < within && !solved) {
    const next = board.step(state, moves[tried++] as Move);
    if (next !== state) {
      changed++;
      state = next;
      solved = board.solved(state);
      picture = undefined;
    }
    picture ??= board.picture(state);
    frames.push(picture);
  }
  const counted = solved ? tried : tried + excess;
  return { state, solved, tried, changed, legal: counted === 0 ? 0 : changed / counted, excess, frames };
}

/** Share of the way gained, in [0, 1]: 0 when it was already done, became a dead end or lost ground (W1, W3). */
export function shareGained(before: number, after: number): number {
  if (before === 0 || !Number.isFinite(before) || !Number.isFinite(after)) return 0;
  return Math.max(0, (before - after) / before);
}
