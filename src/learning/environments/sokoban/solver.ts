// Best play, read off the table of pushes: a complete solution with the fewest pushes and, among these, the fewest
// moves; and the fewest straight runs of pushes of a best solution. Where a room has no table it is searched for: what
// is found need not be the shortest, and often nothing is.
import type { Move } from '../moves';
import { movesOf, type Push, pushesFrom, type Run, straightRuns } from './pushes';
import { hasTable, pushesLeft } from './pushes-table';
import type { SokobanState } from './room';
import { searched } from './search';

/** A state as a short key within its room. */
function keyOf(state: SokobanState): string {
  return `${state.boxes.join()}@${state.player}`;
}

interface Reached {
  readonly state: SokobanState;
  readonly moves: number;
  readonly by?: { readonly before: Reached; readonly push: Push };
}

/** The moves of a solution with the fewest pushes, then the fewest moves; undefined in a dead end, and where none was
 *  found. */
export function solution(start: SokobanState): readonly Move[] | undefined {
  if (!hasTable(start.room)) return movesThrough(start, pushesFound(start));
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

/** Solutions that were searched for are remembered: a search is expensive. */
const found = new WeakMap<SokobanState, readonly Push[] | 'none'>();

function pushesFound(start: SokobanState): readonly Push[] | undefined {
  let known = found.get(start);
  if (known === undefined) {
    known = searched(start) ?? 'none';
    found.set(start, known);
  }
  return known === 'none' ? undefined : known;
}

function movesThrough(start: SokobanState, pushes: readonly Push[] | undefined): readonly Move[] | undefined {
  return pushes?.flatMap((push, index) => movesOf(pushes[index - 1]?.after ?? start, push));
}

/** The pushes of one box in one direction that a solution begins with, as many as a call can name. */
function firstRun([first, ...rest]: readonly Push[]): Run | undefined {
  if (!first) return undefined;
  const { box, direction } = first;
  const later = [...straightRuns(first)].slice(1);
  const turn = later.findIndex(({ after }, index) => rest[index]?.after.boxes.join() !== after.boxes.join());
  return { box, direction, count: 1 + (turn < 0 ? later.length : turn) };
}

/** The first run of a solution with the fewest pushes, then the fewest straight runs; undefined when none is needed,
 *  helps or was found. */
export function bestRun(start: SokobanState): Run | undefined {
  if (!hasTable(start.room)) return firstRun(pushesFound(start) ?? []);
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
