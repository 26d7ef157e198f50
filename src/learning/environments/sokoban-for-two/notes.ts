// What a figure would note beside the room: how it gets to a plate, and how to the place from which a box goes nearer
// to a goal. Shortest walks past what stands in the way now, nothing of what the other figure may do: who holds the
// door, who pushes, and when, is not in them.
import { remembered } from '../bounded-cache';
import { cellAfter, distancesTo, type Grid, opposite, pathDown } from '../grid';
import { allMoves, type Move, writeMoves } from '../moves';
import { boardOf, doorsHeld, type Figure, otherThan, type PairState, roomOf } from './room';

/** Longer walks are noted as far as this. */
const longest = 6;
/** Of a figure that is not in the room. */
const nowhere = -1;

/** Moves to the nearest free plate, none on one; undefined where there is no way. */
export function wayToPlate(state: PairState, figure: Figure): readonly Move[] | undefined {
  const { plates } = roomOf(state.room);
  return shortest(plates.map((plate) => walk(state, figure, plate)));
}

/** Moves to where a box can be pushed along a way home, the one with the fewest pushes, and that push where nothing
 *  stops it now; undefined where there is no way, or no box left to push. */
export function wayToPush(state: PairState, figure: Figure): readonly Move[] | undefined {
  const room = roomOf(state.room);
  const left = pushesOf(state.room);
  const ways = state.boxes.flatMap((box) => {
    if (room.goals.includes(box)) return [];
    return allMoves.flatMap((move, index) => {
      const [beyond, behind] = [cellAfter(room, box, index), cellAfter(room, box, opposite(index))];
      const pushes = beyond < 0 ? -1 : (left[beyond * 4 + opposite(index)] as number);
      const way = behind < 0 || pushes === -1 ? undefined : walk(state, figure, behind);
      return way ? [{ move, behind, pushes, way }] : [];
    });
  });
  const fewest = Math.min(...ways.map(({ pushes }) => pushes));
  const noted = ways.flatMap(({ move, behind, pushes, way }) => {
    if (pushes !== fewest) return [];
    const there = Object.freeze({ ...state, [figure]: behind });
    const goes = endOf(room, state[figure], way) === behind && boardOf(figure).step(there, move) !== there;
    return [goes ? [...way, move] : way];
  });
  return shortest(noted);
}

/** "_:DDR $:LLUR &: still\n": the ways to a plate, to a push, and out of the other's way; " still" where it stands
 *  there, " fail" where there is none. "move fail\n" before it where its last moves changed nothing. */
export function notesFor(state: PairState, figure: Figure): string {
  const bumped = state.bumped?.includes(figure) ? 'move fail\n' : '';
  const ways = { _: wayToPlate, $: wayToPush, '&': wayAside };
  const noted = Object.entries(ways).map(([name, way]) => `${name}:${inWords(way(state, figure))}`);
  return `${bumped}${noted.join(' ')}\n`;
}

function inWords(way: readonly Move[] | undefined): string {
  if (way === undefined) return ' fail';
  return way.length === 0 ? ' still' : writeMoves(way);
}

function shortest(ways: readonly (readonly Move[] | undefined)[]): readonly Move[] | undefined {
  const found = ways.flatMap((way) => (way ? [way] : []));
  return found.sort((one, other) => one.length - other.length)[0]?.slice(0, longest);
}

function endOf(room: Grid, from: number, way: readonly Move[]): number {
  return cellsOn(room, from, way).at(-1) ?? from;
}

/** The cells that a way leads over, its end last; without `from`. */
function cellsOn(room: Grid, from: number, way: readonly Move[]): number[] {
  let at = from;
  return way.map((move) => (at = cellAfter(room, at, allMoves.indexOf(move))));
}

/** A shortest walk that pushes nothing; where a shut door or the other figure stands in every way: up to there. */
function walk(state: PairState, figure: Figure, to: number): Move[] | undefined {
  const room = roomOf(state.room);
  const from = state[figure];
  const shut = (cell: number) => room.ground[cell] === '|' && cell !== from;
  const doors = doorsHeld(state) ? [] : [...room.free.keys()].filter(shut);
  const inTheWay = [state[otherThan(figure)], ...doors];
  if (state.boxes.includes(to)) return undefined;
  const free = distancesTo(room, to, [...state.boxes, ...inTheWay]);
  if (free[from] !== -1 && !inTheWay.includes(to)) return pathDown(room, from, free);
  const later = distancesTo(room, to, state.boxes);
  if (later[from] === -1) return undefined;
  const way = pathDown(room, from, later);
  const walked: Move[] = [];
  for (let at = from, next = 0; next < way.length; next++) {
    at = cellAfter(room, at, allMoves.indexOf(way[next] as Move));
    if (inTheWay.includes(at)) break;
    walked.push(way[next] as Move);
  }
  return walked.length === 0 ? undefined : walked;
}

/** By cell of a box and side of it (as moves are numbered): pushes from there to the nearest goal by a figure that
 *  stands on that side and walks around the box, with every door open and nothing else in the room; −1 where it never
 *  gets it home. */
const pushesOf = remembered((key) => {
  const room = roomOf(key);
  const pushes = new Int16Array(room.ground.length * 4).fill(-1);
  const queue: number[] = [];
  const reach = (box: number, side: number, count: number) => {
    const from = cellAfter(room, box, side);
    if (from < 0 || pushes[box * 4 + side] !== -1) return;
    const around = distancesTo(room, from, [box]);
    for (let other = 0; other < 4; other++) {
      const there = cellAfter(room, box, other);
      if (there < 0 || around[there] === -1 || pushes[box * 4 + other] !== -1) continue;
      pushes[box * 4 + other] = count;
      queue.push(box * 4 + other);
    }
  };
  for (const goal of room.goals) for (let side = 0; side < 4; side++) reach(goal, side, 0);
  for (let head = 0; head < queue.length; head++) {
    const place = queue[head] as number;
    const [box, side] = [Math.floor(place / 4), place % 4];
    const before = cellAfter(room, box, side); // where the figure stands now, the box was
    if (before >= 0) reach(before, side, (pushes[place] as number) + 1);
  }
  return pushes;
}, 4096);

/** Moves out of the other figure's way: to the nearest cell that is on none of its noted ways as they would be if this
 *  figure were not there; none where it stands in no way, undefined where it cannot leave. */
export function wayAside(state: PairState, figure: Figure): readonly Move[] | undefined {
  const room = roomOf(state.room);
  const other = otherThan(figure);
  const without = { ...state, [figure]: nowhere };
  const ways = [wayToPlate(without, other), wayToPush(without, other)];
  const needed = new Set(ways.flatMap((way) => cellsOn(room, state[other], way ?? [])));
  if (!needed.has(state[figure])) return [];
  const cells = [...room.free.keys()].filter((cell) => room.free[cell] && !needed.has(cell) && cell !== state[other]);
  const leaving = cells.map((cell) => {
    const way = walk(state, figure, cell);
    return way && endOf(room, state[figure], way) === cell ? way : undefined;
  });
  return shortest(leaving);
}
