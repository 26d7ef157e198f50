// A search for a solution with the fewest pushes in a room that has no table (A*, guided by the bound): it gives up after a set amount of
// work, since most large rooms are out of any search's reach.
import { distancesTo } from '../grid';
import { type Push, pushesFrom } from './pushes';
import { pushesLeft } from './pushes-table';
import { roomOf, type SokobanState } from './room';

/** Cells walked over, and what the bounds of all positions cost in the same coin: about a second. */
const mostWork = 10_000_000;

interface Reached {
  readonly state: SokobanState;
  readonly pushes: number;
  readonly by?: { readonly before: Reached; readonly push: Push };
}

/** Undefined when there is none, or none was found. */
export function searched(start: SokobanState): readonly Push[] | undefined {
  const room = roomOf(start.room);
  const perBound = 100 + start.boxes.length ** 3 / 8;
  let work = 0;
  /** By the pushes that a way through them takes at least; what was reached last is looked at first. */
  const open: Reached[][] = [];
  const fewest = new Map<string, number>();
  const put = (reached: Reached) => {
    const key = `${reached.state.boxes.join()}@${reached.state.player}`;
    if ((fewest.get(key) ?? Number.POSITIVE_INFINITY) <= reached.pushes) return;
    fewest.set(key, reached.pushes);
    work += perBound;
    const total = reached.pushes + pushesLeft(reached.state);
    if (!Number.isFinite(total)) return;
    open[total] ??= [];
    open[total].push(reached);
  };
  const seen = new Set<string>();
  put({ state: start, pushes: 0 });
  for (let total = 0; total < open.length; total++) {
    const level = open[total] ?? [];
    for (let reached = level.pop(); reached; reached = level.pop()) {
      const { state, pushes } = reached;
      if (pushes === total) return wayTo(reached); // none is left
      const walks = distancesTo(room, state.player, state.boxes);
      const key = `${state.boxes.join()}@${walks.findIndex((steps) => steps >= 0)}`; // wherever the player can walk is one position
      work += room.free.length;
      if (seen.has(key)) continue;
      if (work > mostWork) return undefined;
      seen.add(key);
      for (const push of pushesFrom(state, walks)) {
        put({ state: push.after, pushes: pushes + 1, by: { before: reached, push } });
      }
    }
  }
  return undefined;
}

function wayTo(last: Reached): Push[] {
  const way: Push[] = [];
  for (let reached = last; reached.by; reached = reached.by.before) way.push(reached.by.push);
  return way.reverse();
}
