// A search for a solution in a room that has no table: A*, guided by the bound, which counts several times as much as
// the pushes made. So it goes for any solution, not for that with the fewest pushes. It gives up after a set amount of
// work: many large rooms are out of its reach.
import { distancesTo } from '../grid';
import { type Push, pushesFrom } from './pushes';
import { pushesLeft } from './pushes-table';
import { roomOf, type SokobanState } from './room';

/** The search's budget, in cells walked over, the cost of the bounds counted alike: about half a second. */
const mostWork = 4_000_000;

/** Weight of the bound beside the pushes made: with 1 a solution would have the fewest pushes, but few would be
 *  found. */
const weightOfBound = 3;

interface Reached {
  readonly state: SokobanState;
  readonly pushes: number;
  /** At least. */
  readonly left: number;
  readonly by?: { readonly before: Reached; readonly push: Push };
}

/** Undefined when there is none, or none was found. */
export function searched(start: SokobanState): readonly Push[] | undefined {
  const room = roomOf(start.room);
  const perBound = 100 + start.boxes.length ** 3 / 8;
  let work = 0;
  /** By pushes made and still to be made, weighted; of equals what was reached last is looked at first. */
  const open: Reached[][] = [];
  const fewest = new Map<string, number>();
  const put = (state: SokobanState, pushes: number, by?: Reached['by']) => {
    const key = `${state.boxes.join()}@${state.player}`;
    if ((fewest.get(key) ?? Number.POSITIVE_INFINITY) <= pushes) return;
    fewest.set(key, pushes);
    work += perBound;
    const left = pushesLeft(state);
    if (!Number.isFinite(left)) return;
    const total = pushes + weightOfBound * left;
    open[total] ??= [];
    open[total].push({ state, pushes, left, ...(by ? { by } : {}) });
    least = Math.min(least, total);
  };
  const seen = new Set<string>();
  let least = 0;
  put(start, 0);
  while (least < open.length) {
    const reached = open[least]?.pop();
    if (!reached) {
      least++;
      continue;
    }
    const { state, pushes, left } = reached;
    if (left === 0) return wayTo(reached);
    const walks = distancesTo(room, state.player, state.boxes);
    // wherever the player can walk is one position
    const key = `${state.boxes.join()}@${walks.findIndex((steps) => steps >= 0)}`;
    work += room.free.length;
    if (work > mostWork) return undefined;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const push of pushesFrom(state, walks)) put(push.after, pushes + 1, { before: reached, push });
  }
  return undefined;
}

function wayTo(last: Reached): Push[] {
  const way: Push[] = [];
  for (let reached = last; reached.by; reached = reached.by.before) way.push(reached.by.push);
  return way.reverse();
}
