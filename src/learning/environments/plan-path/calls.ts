// Plan-Path's calls: "path r c r c" and "go r c", rows and columns counted from 0 as on the map.
import { type CallBoard, type Planned, runProgram } from '../call-program';
import type { CallLanguage } from '../environment';
import { pathDown } from '../grid';
import { type Move, readMoves, writeMoves } from '../moves';
import { type MapState, mapBoard, tablesOf } from './map';

type Place = readonly [row: number, column: number];
interface PathCall {
  /** Absent: from where the agent is. */
  readonly from?: Place;
  readonly to: Place;
}

const callBoard: CallBoard<MapState, Move, PathCall> = {
  ...mapBoard,
  readMoves,
  writeMoves,
  readCall([word, ...places]) {
    if (!places.every((place) => /^\d{1,2}$/.test(place))) return undefined;
    const [a, b, c, d] = places.map(Number) as [number, number, number, number];
    if (word === 'go' && places.length === 2) return { to: [a, b] };
    if (word === 'path' && places.length === 4) return { from: [a, b], to: [c, d] };
    return undefined;
  },
  plan,
};

function plan(state: MapState, { from, to }: PathCall): Planned<Move> {
  const tables = tablesOf(state.map);
  const { width, height } = tables;
  const cellAt = ([row, column]: Place) => (row < height && column < width ? row * width + column : -1);
  if (from && cellAt(from) !== state.player) {
    const row = Math.floor(state.player / width);
    return { moves: [], stuck: `the agent is at ${row} ${state.player % width}, not at ${from.join(' ')}` };
  }
  const target = cellAt(to);
  if (target < 0) return { moves: [], stuck: `${to.join(' ')} lies outside the map` };
  if (!tables.free[target]) return { moves: [], stuck: `${to.join(' ')} is blocked` };
  const distances = tables.distancesTo(target);
  if ((distances[state.player] ?? -1) < 0) return { moves: [], stuck: `there is no way to ${to.join(' ')}` };
  return { moves: pathDown(tables, state.player, distances) };
}

function pathCall(state: MapState, target: number): string {
  const { width } = tablesOf(state.map);
  const place = (cell: number) => `${Math.floor(cell / width)} ${cell % width}`;
  return `path ${place(state.player)} ${place(target)}`;
}

export const mapCalls: CallLanguage<MapState, readonly Move[]> = {
  help: [
    'path 0 3 5 2 – walk a shortest way from row 0, column 3 (where you are) to row 5, column 2; both are counted from 0',
    'go 5 2 – walk a shortest way from where you are to row 5, column 2',
    'move UURD – plain moves',
  ],
  firstIndex: 0,
  run: (state, program, moveLimit) => runProgram(callBoard, state, program, moveLimit),
  best: (state) => (mapBoard.solved(state) ? undefined : pathCall(state, tablesOf(state.map).goal)),
  possible(state) {
    const calls: string[] = [];
    tablesOf(state.map)
      .distancesTo(state.player)
      .forEach((steps, cell) => {
        if (steps > 0) calls.push(pathCall(state, cell));
      });
    return calls;
  },
};
