// All rooms of five cells a side with one box, of which there are too few to be drawn into splits: any connected floor
// inside the outer walls, the box at least two cells (Manhattan) from the goal, and a way to push it there.
import { remembered } from '../bounded-cache';
import { dealProblems } from '../drawing';
import { distancesTo, gridOf } from '../grid';
import { pushesLeft } from './pushes-table';
import { canonicalRoom, layoutOf, type SokobanState } from './room';

export const smallestSize = 5;
const inner = smallestSize - 2;

/** Each split's rooms, listed once; the key is not used. */
export const smallestRooms = remembered(() => {
  const states = floors().flatMap((floor) => floor.flatMap((goal) => problemsOf(floor, goal)));
  return dealProblems({ states, layout: layoutOf, canonical: canonicalRoom, what: 'a 5×5 room with 1 box' });
}, 1);

/** Every connected floor inside the outer walls, as its cells. */
function floors(): number[][] {
  return Array.from({ length: 2 ** (inner * inner) }, (_, mask) =>
    Array.from({ length: inner * inner }, (_, place) => place)
      .filter((place) => (mask >> place) & 1)
      .map((place) => (1 + Math.floor(place / inner)) * smallestSize + 1 + (place % inner)),
  ).filter((floor) => {
    const distances = distancesTo(gridOf(rowsOf(floor), '#'), floor[0] ?? 0);
    return floor.length > 2 && floor.every((cell) => (distances[cell] as number) >= 0);
  });
}

function problemsOf(floor: readonly number[], goal: number): SokobanState[] {
  const room = rowsOf(floor, goal).join('\n');
  const far = floor.filter((box) => apart(box, goal) >= 2);
  return far.flatMap((box) =>
    floor
      .filter((player) => player !== box)
      .map((player): SokobanState => Object.freeze({ room, boxes: Object.freeze([box]), player }))
      .filter((state) => Number.isFinite(pushesLeft(state))),
  );
}

function rowsOf(floor: readonly number[], goal = -1): string[] {
  const cells = Array.from({ length: smallestSize ** 2 }, (_, cell) =>
    cell === goal ? '.' : floor.includes(cell) ? ' ' : '#',
  );
  return Array.from({ length: smallestSize }, (_, row) =>
    cells.slice(row * smallestSize, (row + 1) * smallestSize).join(''),
  );
}

function apart(one: number, other: number): number {
  const rows = Math.floor(one / smallestSize) - Math.floor(other / smallestSize);
  return Math.abs(rows) + Math.abs((one % smallestSize) - (other % smallestSize));
}
