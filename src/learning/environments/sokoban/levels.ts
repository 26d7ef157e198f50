// Sokoban rooms that somebody else made: from the rows of a level to a state, or to one sentence that says why it
// cannot be played here. And Sokoban played on such rooms instead of drawn ones. A room too large for the exact table
// is played all the same, by a bound (pushes-bound.ts); only what its bound says is lost is known to be so.
import { check } from '../../../basics/check';
import type { Environment } from '../environment';
import { distancesTo, gridOf } from '../grid';
import type { Move } from '../moves';
import { indexOfSeed } from '../splits';
import { boundOf, leastPushes } from './pushes-bound';
import { arrangementsIn, pushesLeft } from './pushes-table';
import type { SokobanState } from './room';
import { sokoban } from './sokoban';

/** Rows, and columns: cells are numbered in 16 bits, and calls name them by two digits. */
const mostCells = 50;
/** A table up to this size is made to see whether a room can be solved; more would take a collection minutes. */
const mostChecked = 300_000;
/** The bound takes time as their third power. */
const mostBoxes = 300;

export type RoomRead = { readonly state: SokobanState } | { readonly fault: string };

/** The room of a level. `rows`: equally long, "#" wall, " " floor, "." goal, "$" box, "@" player, "*" and "+" box and
 *  player on a goal. What the player can never reach becomes wall. */
export function roomOfLevel(rows: readonly string[]): RoomRead {
  const height = rows.length;
  const width = rows[0]?.length ?? 0;
  const faulty = (fault: string): RoomRead => ({ fault });
  if (height > mostCells || width > mostCells)
    return faulty(`it is ${width}×${height} cells, at most ${mostCells}×${mostCells} can be played`);
  const cells = [...rows.join('')];
  const all = (symbols: string) => cells.flatMap((symbol, cell) => (symbols.includes(symbol) ? [cell] : []));
  const [player, ...others] = all('@+');
  if (player === undefined || others.length > 0) return faulty(`it has ${all('@+').length} players, expected 1`);

  const distances = distancesTo(gridOf(rows, '#'), player);
  const placeOf = (cell: number) => `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
  const isInside = (cell: number) => (distances[cell] as number) >= 0;
  const atEdge = (cell: number) =>
    cell < width || cell >= width * (height - 1) || cell % width === 0 || cell % width === width - 1;
  const gap = cells.findIndex((_, cell) => isInside(cell) && atEdge(cell));
  if (gap >= 0) return faulty(`its walls have a gap: the player can walk out at ${placeOf(gap)}`);
  const apart = all('$.').find((cell) => !isInside(cell));
  if (apart !== undefined)
    return faulty(`the ${cells[apart] === '$' ? 'box' : 'goal'} at ${placeOf(apart)} cannot be reached`);
  const boxes = all('$*').filter(isInside);
  const goals = all('.*+').filter(isInside);
  if (boxes.length === 0) return faulty('it has no box');
  if (boxes.length !== goals.length)
    return faulty(`its boxes are ${boxes.length} and its goals ${goals.length}, expected as many`);
  if (boxes.every((box) => goals.includes(box))) return faulty('it is solved already');
  if (boxes.length > mostBoxes) return faulty(`it has ${boxes.length} boxes, at most ${mostBoxes} can be played`);
  const symbols = cells.map((_, cell) => (!isInside(cell) ? '#' : goals.includes(cell) ? '.' : ' '));
  const room = Array.from({ length: height }, (_, row) => symbols.slice(row * width, (row + 1) * width).join('')).join(
    '\n',
  );
  const state = Object.freeze({ room, boxes: Object.freeze(boxes), player });
  return canBeSolved(state) ? { state } : faulty('it cannot be solved');
}

/** True also where it is not known. */
function canBeSolved(state: SokobanState): boolean {
  const left =
    arrangementsIn(state.room) <= mostChecked ? pushesLeft(state) : leastPushes(boundOf(state.room), state.boxes);
  return Number.isFinite(left);
}

/** Sokoban that starts in these rooms, in order and over again, whatever the split and the settings. */
export function sokobanOn(rooms: readonly SokobanState[]): Environment<SokobanState, readonly Move[]> {
  check(rooms.length > 0, 'Sokoban needs at least one room to be played on, got none');
  const start = (seed: number) => rooms[indexOfSeed(seed) % rooms.length] as SokobanState;
  return { ...sokoban, start, problems: () => rooms.length };
}
