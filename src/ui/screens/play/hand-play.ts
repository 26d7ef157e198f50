// A room played by hand: what a key does to it. Pure; the world's own rules decide what a move changes.
import type { Environment } from '../../../learning/environments/environment';
import { fixed } from '../../parts/format';

export type Direction = 'U' | 'D' | 'L' | 'R';

export interface HandGame {
  readonly environment: Environment;
  /** From the first state to the present one; never empty. */
  readonly states: readonly unknown[];
  /** One letter per move that changed something. */
  readonly moves: string;
}

export type HandWish = { readonly kind: 'move'; readonly direction: Direction } | { readonly kind: 'undo' | 'restart' | 'next' };

export function newGame(environment: Environment, start: unknown): HandGame {
  return { environment, states: [start], moves: '' };
}

export function present(game: HandGame): unknown {
  return game.states[game.states.length - 1];
}

/** The game after a wish; the same object when nothing changed: a bump is no move. "next" is not for the game to grant. */
export function afterWish(game: HandGame, wish: HandWish): HandGame {
  const { environment, states, moves } = game;
  if (wish.kind !== 'move') {
    const back = wish.kind === 'undo' ? 1 : wish.kind === 'restart' ? states.length - 1 : 0;
    if (back === 0 || states.length === 1) return game;
    return { environment, states: states.slice(0, -back), moves: moves.slice(0, -back) };
  }
  const now = present(game);
  if (environment.solved(now)) return game;
  const action = environment.wording.read(wish.direction);
  const { state, terms } = environment.act(now, action, 1);
  if (terms.legal === 0) return game;
  return { environment, states: [...states, state], moves: moves + wish.direction };
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'U',
  ArrowDown: 'D',
  ArrowLeft: 'L',
  ArrowRight: 'R',
  w: 'U',
  s: 'D',
  a: 'L',
  d: 'R',
};

export interface Key {
  readonly key: string;
  readonly control?: boolean;
}

/** What a key asks for; undefined when it means nothing here. */
export function handWishOf({ key, control = false }: Key): HandWish | undefined {
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (control) return letter === 'z' ? { kind: 'undo' } : undefined;
  const direction = directions[letter];
  if (direction) return { kind: 'move', direction };
  if (letter === 'u' || letter === 'Backspace') return { kind: 'undo' };
  if (letter === 'r') return { kind: 'restart' };
  if (letter === 'n') return { kind: 'next' };
  return undefined;
}

/** The direction of a swipe; undefined for a tap. Distances in pixels. */
export function swipeDirection(right: number, down: number): Direction | undefined {
  if (Math.hypot(right, down) < 18) return undefined;
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? 'R' : 'L';
  return down > 0 ? 'D' : 'U';
}

/** How the game stands, one sentence. `best` is the solver's number of moves. */
export function standing(game: HandGame, best: number | undefined): string {
  const { environment, moves } = game;
  const { remainingUnit } = environment.card;
  const count = moves.length;
  if (environment.solved(present(game))) {
    if (best === undefined || count > best)
      return `Solved in ${movesInWords(count)}.${best === undefined ? '' : ` The solver needs ${best}.`}`;
    return count === best
      ? `Solved in ${movesInWords(count)}, like the solver.`
      : `Solved in ${movesInWords(count)}, ${best - count} fewer than the solver.`;
  }
  const left = environment.remaining(present(game));
  if (!Number.isFinite(left)) return 'Stuck for good: take the last move back.';
  return count === 0
    ? environment.card.sentence
    : `${fixed(left, 0)} ${left === 1 ? singular(remainingUnit) : remainingUnit} to go.`;
}

export function movesInWords(count: number): string {
  return `${count} ${count === 1 ? 'move' : 'moves'}`;
}

function singular(unit: string): string {
  return unit.replace(/(sh)es$|s$/, '$1');
}
