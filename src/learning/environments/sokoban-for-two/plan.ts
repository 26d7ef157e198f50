// Best play together: of the plans with the fewest moves one in which the figures hand over to each other least often,
// so that each can do much of its part in one turn.
import { allMoves, type Move } from '../moves';
import { boardOf, type Figure, figures, otherThan, type PairState } from './room';
import { movesLeft } from './tables';

interface Part {
  readonly handOvers: number;
  /** The figure's move; absent where the other one moves next. */
  readonly move?: Move;
  readonly after: PairState;
}

/** What this figure does now in a best plan, before it is the other's turn: often nothing; undefined in a dead end. */
export function partOf(state: PairState, figure: Figure): readonly Move[] | undefined {
  if (!Number.isFinite(movesLeft(state))) return undefined;
  const next = planner();
  const moves: Move[] = [];
  for (let part = next(state, figure); part.move; part = next(part.after, figure)) moves.push(part.move);
  return moves;
}

/** Turns of the team – the first figure, then the second, at most `budget` moves each – in which best play solves;
 *  Infinity in a dead end. */
export function turnsNeeded(start: PairState, budget: number): number {
  if (!Number.isFinite(movesLeft(start))) return Number.POSITIVE_INFINITY;
  let turns = 0;
  for (let state = start; movesLeft(state) > 0; turns++)
    for (const figure of figures)
      for (const move of (partOf(state, figure) ?? []).slice(0, budget)) state = boardOf(figure).step(state, move);
  return turns;
}

/** The next move of a best plan, from a state that is no dead end and the figure whose turn it is; what was found is
 *  kept. */
function planner(): (state: PairState, figure: Figure) => Part {
  const known = new Map<string, Part>();
  const next = (state: PairState, figure: Figure): Part => {
    const left = movesLeft(state);
    if (left === 0) return { handOvers: 0, after: state };
    const key = `${state.boxes.join()} ${state.first} ${state.second} ${figure}`;
    const found = known.get(key);
    if (found) return found;
    let best: Part = { handOvers: Number.POSITIVE_INFINITY, after: state };
    const consider = (mover: Figure) => {
      for (const move of allMoves) {
        const after = boardOf(mover).step(state, move);
        if (movesLeft(after) !== left - 1) continue;
        const handOvers = next(after, mover).handOvers + (mover === figure ? 0 : 1);
        if (handOvers < best.handOvers)
          best = mover === figure ? { handOvers, move, after } : { handOvers, after: state };
      }
    };
    consider(figure);
    consider(otherThan(figure));
    known.set(key, best);
    return best;
  };
  return next;
}
