// Best play, read off the table of pushes: a complete solution with the fewest pushes and, among these, the fewest moves; and the
// fewest straight runs of pushes of a best solution.
import { cellAfter, distancesTo, opposite, pathDown } from '../grid';
import { allMoves, type Move } from '../moves';
import { pushesLeft } from './pushes-table';
import { movedBox, roomOf, type SokobanState } from './room';

/** One push: the box's cell, the direction as an index into `allMoves`, what the player must walk before, and what it leads to. */
export interface Push {
  readonly box: number;
  readonly direction: number;
  readonly walk: number;
  readonly after: SokobanState;
}

/** Every push the player can walk to, boxes in rising order of cells, directions in the order of `allMoves`. */
export function pushesFrom(state: SokobanState): Push[] {
  const room = roomOf(state.room);
  const distances = distancesTo(room, state.player, state.boxes);
  const pushes: Push[] = [];
  for (const box of state.boxes) {
    for (let direction = 0; direction < 4; direction++) {
      const side = cellAfter(room, box, opposite(direction));
      const beyond = cellAfter(room, box, direction);
      if (side < 0 || beyond < 0 || distances[side] === -1 || state.boxes.includes(beyond)) continue;
      const after = { room: state.room, boxes: movedBox(state.boxes, box, beyond), player: box };
      pushes.push({ box, direction, walk: distances[side] as number, after });
    }
  }
  return pushes;
}

/** A shortest walk to where the box on `box` is pushed in `direction`, and that push. The player must have a way. */
export function movesOf(state: SokobanState, { box, direction }: Pick<Push, 'box' | 'direction'>): Move[] {
  const room = roomOf(state.room);
  const side = cellAfter(room, box, opposite(direction));
  return [...pathDown(room, state.player, distancesTo(room, side, state.boxes)), allMoves[direction] as Move];
}

/** A state as a short key within its room. */
function keyOf(state: SokobanState): string {
  return `${state.boxes.join()}@${state.player}`;
}

interface Reached {
  readonly state: SokobanState;
  readonly moves: number;
  readonly by?: { readonly before: Reached; readonly push: Push };
}

/** The moves of a solution with the fewest pushes, then the fewest moves; undefined in a dead end. */
export function solution(start: SokobanState): readonly Move[] | undefined {
  const total = pushesLeft(start);
  if (!Number.isFinite(total)) return undefined;
  let level: readonly Reached[] = [{ state: start, moves: 0 }];
  for (let left = total - 1; left >= 0; left--) {
    const nextLevel = new Map<string, Reached>();
    for (const before of level) {
      for (const push of pushesFrom(before.state)) {
        if (pushesLeft(push.after) !== left) continue;
        const moves = before.moves + push.walk + 1;
        const key = keyOf(push.after);
        const known = nextLevel.get(key);
        if (!known || moves < known.moves) nextLevel.set(key, { state: push.after, moves, by: { before, push } });
      }
    }
    level = [...nextLevel.values()];
  }
  let best = level.reduce((one, other) => (other.moves < one.moves ? other : one));
  const parts: Move[][] = [];
  for (; best.by; best = best.by.before) parts.push(movesOf(best.by.before.state, best.by.push));
  return parts.reverse().flat();
}

/** A straight run: `count` pushes of one box in one direction. */
export interface Run {
  readonly box: number;
  readonly direction: number;
  readonly count: number;
}

/** The first run of a solution with the fewest pushes, then the fewest straight runs; undefined when none is needed or helps. */
export function bestRun(start: SokobanState): Run | undefined {
  const known = new Map<string, { readonly runs: number; readonly first?: Run }>();
  const fewest = (state: SokobanState): { readonly runs: number; readonly first?: Run } => {
    const left = pushesLeft(state);
    if (left === 0) return { runs: 0 };
    const key = keyOf(state);
    const remembered = known.get(key);
    if (remembered) return remembered;
    let best: { readonly runs: number; readonly first?: Run } = { runs: Number.POSITIVE_INFINITY };
    for (const push of pushesFrom(state)) {
      for (const { count, after } of straightRuns(push)) {
        if (pushesLeft(after) !== left - count) break;
        const runs = 1 + fewest(after).runs;
        const longer = runs === best.runs && count > (best.first?.count ?? 0);
        if (runs < best.runs || longer) best = { runs, first: { box: push.box, direction: push.direction, count } };
      }
    }
    known.set(key, best);
    return best;
  };
  return Number.isFinite(pushesLeft(start)) ? fewest(start).first : undefined;
}

/** A push and its straight continuations, up to nine pushes. */
export function* straightRuns(push: Push): Generator<{ readonly count: number; readonly after: SokobanState }> {
  const room = roomOf(push.after.room);
  let after = push.after;
  for (let count = 1; count <= 9; count++) {
    yield { count, after };
    const box = cellAfter(room, after.player, push.direction);
    const beyond = cellAfter(room, box, push.direction);
    if (beyond < 0 || after.boxes.includes(beyond)) return;
    after = { room: after.room, boxes: movedBox(after.boxes, box, beyond), player: box };
  }
}
