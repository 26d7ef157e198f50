// The state and the rules of a room with two figures. Walls, goals, plates and doors are one string; its grid is
// remembered beside it. A door can be entered while something stands on any plate; whatever is in a doorway keeps it
// open, so a door never crushes anything. What counts is where everything stands before the move: a figure on a plate
// beside a door steps from the one into the other.
import { remembered } from '../bounded-cache';
import type { Board } from '../carry-out';
import type { Picture } from '../environment';
import { cellAfter, type Grid, gridOf } from '../grid';
import { allMoves, type Move } from '../moves';
import { placesOn } from '../places';
import { canonicalBoard } from '../symmetry';

export type Figure = 'first' | 'second';
export const figures: readonly Figure[] = ['first', 'second'];

export function otherThan(figure: Figure): Figure {
  return figure === 'first' ? 'second' : 'first';
}

export interface PairState {
  /** Rows joined by "\n", outer walls included: "#" wall, " " floor, "." goal, "_" plate, "|" door. */
  readonly room: string;
  /** Cells of the boxes in rising order; cells are counted row by row from 0. */
  readonly boxes: readonly number[];
  /** Where each figure stands. */
  readonly first: number;
  readonly second: number;
  /** Least moves of both together that solve the problem from its start. */
  readonly startMoves: number;
  /** Whose last moves changed nothing; nobody where absent. */
  readonly bumped?: readonly Figure[];
}

export interface PairRoom extends Grid {
  readonly rows: readonly string[];
  /** What is on the floor of each cell. */
  readonly ground: readonly string[];
  readonly goals: readonly number[];
  readonly plates: readonly number[];
}

/** A room's grid and what is where, computed once per room. */
export const roomOf = remembered<PairRoom>((room) => {
  const rows = room.split('\n');
  const ground = [...rows.join('')];
  const cellsOf = (symbol: string) => ground.flatMap((one, cell) => (one === symbol ? [cell] : []));
  return { ...gridOf(rows, '#'), rows, ground, goals: cellsOf('.'), plates: cellsOf('_') };
}, 4096);

/** Whether a plate is pressed, and so every door open. */
export function doorsHeld({ room, boxes, first, second }: PairState): boolean {
  return roomOf(room).plates.some((plate) => plate === first || plate === second || boxes.includes(plate));
}

function step(state: PairState, figure: Figure, move: Move): PairState {
  const room = roomOf(state.room);
  const { boxes } = state;
  const other = state[otherThan(figure)];
  const index = allMoves.indexOf(move);
  const to = index < 0 ? -1 : cellAfter(room, state[figure], index);
  if (to < 0 || to === other) return state;
  const shut = (cell: number) => room.ground[cell] === '|' && !doorsHeld(state); // of a cell in which nothing is
  if (!boxes.includes(to)) return shut(to) ? state : frozen({ ...state, [figure]: to });
  const beyond = cellAfter(room, to, index);
  if (beyond < 0 || beyond === other || boxes.includes(beyond) || shut(beyond)) return state;
  const moved = boxes.map((box) => (box === to ? beyond : box)).sort((one, another) => one - another);
  return frozen({ ...state, [figure]: to, boxes: moved });
}

export function frozen(state: PairState): PairState {
  Object.freeze(state.boxes);
  return Object.freeze(state);
}

export function boxesAtHome({ room, boxes }: PairState): number {
  const { goals } = roomOf(room);
  return boxes.filter((box) => goals.includes(box)).length;
}

/** The room as this figure's moves change it. */
export function boardOf(figure: Figure): Board<PairState, Move> {
  return boards[figure];
}

export function isSolved(state: PairState): boolean {
  return boxesAtHome(state) === state.boxes.length;
}

/** How each thing looks on each ground; an open door has nothing in it. */
const looks: Readonly<Record<'box' | Figure, Readonly<Record<string, string>>>> = {
  box: { ' ': '$', '.': '*', _: '=', '|': '>' },
  first: { ' ': '@', '.': '+', _: '(', '|': '!' },
  second: { ' ': '&', '.': '^', _: ')', '|': '?' },
};

export function pictureOf(state: PairState): Picture {
  const { ground, width, height } = roomOf(state.room);
  const cells = doorsHeld(state) ? ground.map((symbol) => (symbol === '|' ? '/' : symbol)) : [...ground];
  const put = (thing: 'box' | Figure, cell: number) => {
    cells[cell] = looks[thing][ground[cell] as string] as string;
  };
  for (const box of state.boxes) put('box', box);
  for (const figure of figures) put(figure, state[figure]);
  return Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width).join(''));
}

const boards: Readonly<Record<Figure, Board<PairState, Move>>> = {
  first: { step: (state, move) => step(state, 'first', move), solved: isSolved, picture: pictureOf },
  second: { step: (state, move) => step(state, 'second', move), solved: isSolved, picture: pictureOf },
};

/** Walls, goals, plates and doors: what no move changes, equal for mirrors and turns. */
export function layoutOf({ room }: Pick<PairState, 'room'>): string {
  return canonicalLayout(room);
}

const canonicalLayout = remembered((room) => canonicalBoard(room.split('\n')), 4096);

/** The whole room, equal for mirrors and turns. */
export function canonicalRoom(state: PairState): string {
  return canonicalBoard(pictureOf(state));
}

/** What is told by row and column, and the symbols that show it. */
const landmarks: readonly (readonly [name: string, symbols: string])[] = [
  ['@', '@+(!'],
  ['&', '&^)?'],
  ['$', '$*=>'],
  ['.', '.*+^'],
  ['_', '_=()'],
  ['|', '|/>!?'],
];

/** Compact words: where everything is, rows and columns inside the walls counted from 1; then these rows, "-" for
 *  floor. Each figure is told of itself as "@" and of the other as "&": what is said of a room is true for both. */
export function describeRoom({ first, second, ...room }: PairState, figure: Figure = 'first'): string {
  const [own, other] = figure === 'first' ? [first, second] : [second, first];
  const inner = pictureOf({ ...room, first: own, second: other })
    .slice(1, -1)
    .map((row) => `${row.slice(1, -1)}\n`);
  const board = inner.join('').replaceAll(' ', '-');
  const places = landmarks.flatMap(([name, symbols]) =>
    placesOn(board, symbols).map(({ row, column }) => `${name} ${row + 1} ${column + 1}`),
  );
  return `${places.join(' ')}\n${board}`;
}
