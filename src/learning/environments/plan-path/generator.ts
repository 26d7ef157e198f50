// Draws Plan-Path problems: every cell blocked with the same chance, start and goal two different free cells, a way
// between them.
import { type Rng, rngFrom } from '../../../basics/rng';
import { drawForSplit } from '../drawing';
import { distancesTo, gridOf } from '../grid';
import { layoutOf, type MapState } from './map';

/** `blocked`: the chance of each cell to be blocked, in [0, 1]. */
export function drawMap(seed: number, size: number, blocked: number): MapState {
  const random = rngFrom('plan-path', seed, size, blocked);
  const what = `a ${size}×${size} map with a way to the goal`;
  return drawForSplit({ seed, draw: () => drawProblem(random, size, blocked), layout: layoutOf, what });
}

/** One attempt; undefined where start and goal are one, or nothing leads from one to the other. */
export function drawProblem(random: Rng, size: number, blocked: number): MapState | undefined {
  const cells: string[] = Array.from({ length: size * size }, () => (random.number() < blocked ? '#' : ' '));
  const free = [...cells.keys()].filter((cell) => cells[cell] === ' ');
  if (free.length < 2) return undefined;
  const player = random.pick(free);
  const goal = random.pick(free);
  if (player === goal) return undefined;
  cells[goal] = '.';
  const rows = Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size).join(''));
  const startDistance = distancesTo(gridOf(rows, '#'), goal)[player] as number;
  return startDistance > 0 ? Object.freeze({ map: rows.join('\n'), player, startDistance }) : undefined;
}
