// What can be pushed, seen from where the player stands: single pushes with the walk before them, and straight runs of
// them. Knows no solver and no rewards.
import { cellAfter, distancesTo, opposite, pathDown } from '../grid';
import { allMoves, type Move } from '../moves';
import { movedBox, roomOf, type SokobanState } from './room';

/** One push: the box's cell, the direction as an index into `allMoves`, what the player must walk before, and what it
 *  leads to. */
export interface Push {
  readonly box: number;
  readonly direction: number;
  readonly walk: number;
  readonly after: SokobanState;
}

/** Every push the player can walk to, boxes in rising order of cells, directions in the order of `allMoves`.
 *  `distances`: the player's from every cell, where they are known already. */
export function pushesFrom(
  state: SokobanState,
  distances: Int16Array = distancesTo(roomOf(state.room), state.player, state.boxes),
): Push[] {
  const room = roomOf(state.room);
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

/** A straight run: `count` pushes of one box in one direction. */
export interface Run {
  readonly box: number;
  readonly direction: number;
  readonly count: number;
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
