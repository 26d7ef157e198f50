// How the untrained team plays: mostly a naive habit, often at random, now and then as the solver would. The shares decide how much
// there is to learn: too many solver games and nothing is left, none at all and nothing can be amplified.
import type { Rng } from '../../basics/rng';
import { placesOn } from '../agents/compact';
import type { Proposal } from '../agents/role';
import type { Environment } from '../environments/environment';

/** Shares of the players in the text; each row sums to 1. */
export const mixture = {
  tool: { solver: 0.06, possible: 0.27, wrong: 0.17, habit: 0.5 },
  plan: { solver: 0.02, copy: 0.28, random: 0.2, habit: 0.5 },
} as const;

export interface Scene {
  readonly environment: Environment;
  readonly state: unknown;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

const directions = ['U', 'D', 'L', 'R'] as const;
type Direction = (typeof directions)[number];

function placesOf({ environment, state }: Scene, symbols: string): Place[] {
  return placesOn(environment.wording.describe(state), symbols);
}

/** The habit: sideways until in the same column, then always up – right now and then. */
function towards(from: Place, to: Place): Direction {
  if (to.column === from.column) return 'U';
  return to.column > from.column ? 'R' : 'L';
}

function player(scene: Scene): Place {
  return placesOf(scene, '@+')[0] ?? { row: 0, column: 0 };
}

function nearest(from: Place, places: readonly Place[]): Place | undefined {
  const distance = (place: Place) => Math.abs(place.row - from.row) + Math.abs(place.column - from.column);
  return [...places].sort((a, b) => distance(a) - distance(b))[0];
}

/** One program as the untrained tool role writes it. */
export function naiveProgram(scene: Scene, rng: Rng): string {
  const { solver, possible, wrong } = mixture.tool;
  const { calls } = scene.environment;
  const draw = rng.number();
  if (draw < solver) return calls.best(scene.state) ?? habitualProgram(scene);
  if (draw < solver + possible) {
    const all = calls.possible(scene.state);
    return all.length > 0 ? rng.pick(all) : habitualProgram(scene);
  }
  return draw < solver + possible + wrong ? wrongProgram(scene, rng) : habitualProgram(scene);
}

/** A call drawn blindly: often it cannot be carried out. */
function wrongProgram({ environment, state }: Scene, rng: Rng): string {
  if (environment.card.id === 'sokoban') return `push ${rng.pick(directions)} ${1 + rng.integer(3)}`;
  const size = environment.picture(state).length;
  const at = () => rng.integer(size);
  return `path ${at()} ${at()} ${at()} ${at()}`;
}

/** Sokoban: push once the way the habit would walk to the nearest box. Plan-Path: one habitual step, blocked or not. */
function habitualProgram(scene: Scene): string {
  const from = player(scene);
  if (scene.environment.card.id === 'sokoban') {
    const box = nearest(from, placesOf(scene, '$'));
    return `push ${box ? towards(from, box) : 'U'} 1`;
  }
  const goal = nearest(from, placesOf(scene, '.'));
  const step = goal ? stepped(from, towards(from, goal)) : from;
  return `path ${from.row} ${from.column} ${step.row} ${step.column}`;
}

function stepped({ row, column }: Place, direction: Direction): Place {
  if (direction === 'U') return { row: row - 1, column };
  if (direction === 'D') return { row: row + 1, column };
  return { row, column: direction === 'L' ? column - 1 : column + 1 };
}

/** One list of moves as the untrained plan role writes it; `proposal` is what it was shown. */
export function naiveMoves(scene: Scene, proposal: Proposal | undefined, moveBudget: number, rng: Rng): string {
  const { solver, copy, random } = mixture.plan;
  const { environment, state } = scene;
  const draw = rng.number();
  if (draw < solver) {
    const moves = environment.wording.write(environment.solve(state)).slice(0, moveBudget);
    if (moves !== '') return moves;
  }
  if (draw < solver + copy && proposal && proposal.moves !== '') return proposal.moves;
  if (draw < solver + copy + random) return environment.wording.write(environment.random(state, 1 + rng.integer(6), rng.number));
  return habitualMoves(scene);
}

/** Two habitual steps towards the nearest box (Sokoban) or one towards the goal (Plan-Path), whatever stands between. */
function habitualMoves(scene: Scene): string {
  const from = player(scene);
  const sokoban = scene.environment.card.id === 'sokoban';
  const target = nearest(from, placesOf(scene, sokoban ? '$' : '.'));
  return (target ? towards(from, target) : 'U').repeat(sokoban ? 2 : 1);
}
