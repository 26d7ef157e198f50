// How the moves of an action are carried out one after another within a budget, in any world: a world hands in its own
// step. Knows nothing of walls, digits or blocks, nor how a move is written.
import type { Picture } from './environment';

/** What carrying out moves needs to know of a world. */
export interface Board<State, Move> {
  /** The state after one move; the very same object when the move changes nothing (also for what is no move at all). */
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
  /** Share of the moves that changed something; moves over the budget count as ones that did not, unless it was solved
   *  before. */
  readonly legal: number;
  readonly excess: number;
  readonly frames: readonly Picture[];
}

/** Carries out at most `budget` moves and stops at the one that solves. */
export function carryOut<State, Move>(
  board: Board<State, Move>,
  start: State,
  moves: readonly Move[],
  budget: number,
): CarriedOut<State> {
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
