// Plan-Path's state and rules: an agent on a map with blocked cells and one goal. The map is one string, so that states
// stay small and plain; its tables are remembered beside it. Knows nothing of turns, budgets or rewards.
import { remembered } from '../bounded-cache';
import type { Board } from '../carry-out';
import type { Picture } from '../environment';
import { cellAfter, distancesTo, type Grid, gridOf } from '../grid';
import { allMoves, type Move } from '../moves';
import { canonicalBoard } from '../symmetry';

export interface MapState {
  /** Rows joined by "\n": "#" blocked, " " free, "." the goal. */
  readonly map: string;
  /** The cell the agent is on, counted row by row from 0. */
  readonly player: number;
  /** Steps from where the episode began to the goal. */
  readonly startDistance: number;
}

export interface MapTables extends Grid {
  readonly rows: readonly string[];
  readonly goal: number;
  /** Steps from every cell to `target`, −1 where there is no way. */
  distancesTo(target: number): Int16Array;
}

/** A map's grid and distances, computed once per map. */
export const tablesOf = remembered<MapTables>((map) => {
  const rows = map.split('\n');
  const grid = gridOf(rows, '#');
  const byTarget = new Map<number, Int16Array>();
  return {
    ...grid,
    rows,
    goal: rows.join('').indexOf('.'),
    distancesTo: (target) => {
      const known = byTarget.get(target);
      if (known) return known;
      const distances = distancesTo(grid, target);
      byTarget.set(target, distances);
      return distances;
    },
  };
}, 1024);

export function stepsLeft(state: MapState): number {
  const tables = tablesOf(state.map);
  const steps = tables.distancesTo(tables.goal)[state.player] ?? -1;
  return steps < 0 ? Number.POSITIVE_INFINITY : steps;
}

/** Where the agent *is*, not where it began. */
function picture(state: MapState): Picture {
  const { rows, width, goal } = tablesOf(state.map);
  const pictured = rows.slice();
  const row = Math.floor(state.player / width);
  const column = state.player % width;
  const line = rows[row] ?? '';
  pictured[row] = `${line.slice(0, column)}${state.player === goal ? '+' : '@'}${line.slice(column + 1)}`;
  return pictured;
}

export const mapBoard: Board<MapState, Move> = {
  step(state, move: Move) {
    const index = allMoves.indexOf(move);
    const to = index < 0 ? -1 : cellAfter(tablesOf(state.map), state.player, index);
    return to < 0 ? state : Object.freeze({ map: state.map, player: to, startDistance: state.startDistance });
  },
  solved: (state) => tablesOf(state.map).goal === state.player,
  picture,
};

/** Blocked cells and the goal: what no move changes, equal for mirrors and turns. */
export function layoutOf({ map }: MapState): string {
  return canonicalBoard(map.split('\n'));
}

/** The whole map, equal for mirrors and turns. */
export function canonicalMap(state: MapState): string {
  return canonicalBoard(picture(state));
}

/** Compact words: "-" for a free cell, every row ended by "\n". */
export function describeMap(state: MapState): string {
  return `${picture(state).join('\n').replaceAll(' ', '-')}\n`;
}

/** Where the agent stands, all that a proposal changes on a map; row and column counted from 0 as in the calls: "at 3
 *  7". */
export function describePlace(state: MapState): string {
  const { width } = tablesOf(state.map);
  return `at ${Math.floor(state.player / width)} ${state.player % width}\n`;
}
