// What the walker can tell apart: the four cells around it, and nothing else of the map.
import type { Picture } from '../environment';
import { allMoves, shiftOf } from '../moves';
import { type MapState, mapBoard, stepsLeft, tablesOf } from '../plan-path/map';
import { frozen, type WalkState } from './game';

const mostTries = 200;

/** The 3×3 cells around the walker; the corners are out of its sight. */
export function neighbourhood(state: MapState): Picture {
  const [up, down, left, right] = aroundOf(state).map((free) => (free ? ' ' : '#'));
  return [`?${up}?`, `${left}@${right}`, `?${down}?`];
}

/** In the order of `allMoves`: whether the walker can go there. */
function aroundOf(state: MapState): readonly boolean[] {
  return allMoves.map((move) => mapBoard.step(state, move) !== state);
}

/** Another map of the same size with the same cells around the walker, and another goal; the same state where none was
 *  found. */
export function mapAlike(state: WalkState, random: () => number): WalkState {
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const other = drawAlike(state, random);
    if (other) return other;
  }
  return state;
}

function drawAlike(state: WalkState, random: () => number): WalkState | undefined {
  const { width, height } = tablesOf(state.map);
  const any = (count: number) => Math.floor(random() * count);
  const [row, column] = [any(height), any(width)];
  const drawCell = (): string => (random() < 0.2 ? '#' : ' ');
  const cells = Array.from({ length: height }, () => Array.from({ length: width }, drawCell));
  const put = (toRow: number, toColumn: number, symbol: string) => {
    const line = cells[toRow];
    if (line?.[toColumn] !== undefined) line[toColumn] = symbol;
  };
  put(row, column, ' ');
  const around = aroundOf(state);
  allMoves.forEach((move, index) => {
    const [down, right] = shiftOf[move];
    put(row + down, column + right, around[index] ? ' ' : '#');
  });
  const [goalRow, goalColumn] = mapBoard.solved(state) ? [row, column] : [any(height), any(width)];
  if (cells[goalRow]?.[goalColumn] !== ' ') return undefined;
  put(goalRow, goalColumn, '.');
  const map = cells.map((line) => line.join('')).join('\n');
  const drawn = { ...state, map, player: row * width + column };
  const same =
    aroundOf(drawn).every((free, index) => free === around[index]) && mapBoard.solved(drawn) === mapBoard.solved(state);
  const steps = stepsLeft(drawn);
  return same && Number.isFinite(steps) ? frozen({ ...drawn, startDistance: Math.max(1, steps) }) : undefined;
}
