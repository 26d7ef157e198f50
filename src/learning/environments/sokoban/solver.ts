// Best play, read off the table of pushes: a complete solution with the fewest pushes and, among these, the fewest moves; and the
// fewest straight runs of pushes of a best solution.
import type { Move } from '../moves';
import { movesOf, type Push, pushesFrom, type Run, straightRuns } from './pushes';
import { pushesLeft } from './pushes-table';
import type { SokobanState } from './room';

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
