// Sokoban's state and rules. The room (walls and goals) is one string, so that states stay small and plain; its grid is
// remembered beside it. Knows nothing of turns, budgets or rewards.
import { remembered } from '../bounded-cache';
import type { Board } from '../carry-out';
import type { Picture } from '../environment';
import { cellAfter, type Grid, gridOf } from '../grid';
import { allMoves, type Move } from '../moves';
import { canonicalBoard } from '../symmetry';

export interface SokobanState {
  /** Rows joined by "\n", outer walls included: "#" wall, " " floor, "." goal. */
  readonly room: string;
  /** Cells of the boxes in rising order; cells are counted row by row from 0. */
  readonly boxes: readonly number[];
  readonly player: number;
}

export interface Room extends Grid {
  readonly rows: readonly string[];
  /** Cells of the goals in rising order. */
  readonly goals: readonly number[];
}

/** A room's grid, computed once per room. */
export const roomOf = remembered<Room>((room) => {
  const rows = room.split('\n');
  const symbols = rows.join('');
  return { ...gridOf(rows, '#'), rows, goals: [...symbols].flatMap((symbol, cell) => (symbol === '.' ? [cell] : [])) };
}, 4096);

/** The boxes after the one on `from` went to `to`, in rising order. */
export function movedBox(boxes: readonly number[], from: number, to: number): readonly number[] {
  return Object.freeze(boxes.map((box) => (box === from ? to : box)).sort((one, other) => one - other));
}

export function boxesOnGoals(state: SokobanState): number {
  const { goals } = roomOf(state.room);
  return state.boxes.filter((box) => goals.includes(box)).length;
}

function picture(state: SokobanState): Picture {
  const { rows, goals, width } = roomOf(state.room);
  const pictured = rows.slice();
  const put = (cell: number, onFloor: string, onGoal: string) => {
    const row = Math.floor(cell / width);
    const column = cell - row * width;
    const line = pictured[row] ?? '';
    pictured[row] = line.slice(0, column) + (goals.includes(cell) ? onGoal : onFloor) + line.slice(column + 1);
  };
  for (const box of state.boxes) put(box, '$', '*');
  put(state.player, '@', '+');
  return pictured;
}

export const sokobanBoard: Board<SokobanState, Move> = {
  step(state, move) {
    const room = roomOf(state.room);
    const index = allMoves.indexOf(move);
    const to = index < 0 ? -1 : cellAfter(room, state.player, index);
    if (to < 0) return state;
    if (!state.boxes.includes(to)) return Object.freeze({ room: state.room, boxes: state.boxes, player: to });
    const beyond = cellAfter(room, to, index);
    if (beyond < 0 || state.boxes.includes(beyond)) return state;
    return Object.freeze({ room: state.room, boxes: movedBox(state.boxes, to, beyond), player: to });
  },
  solved: (state) => {
    const { goals } = roomOf(state.room);
    return state.boxes.every((box) => goals.includes(box));
  },
  picture,
};

/** Walls and goals: what no move changes, equal for mirrors and turns. */
export function layoutOf({ room }: SokobanState): string {
  return canonicalLayout(room);
}

const canonicalLayout = remembered((room) => canonicalBoard(room.split('\n')), 4096);

/** The whole room, equal for mirrors and turns. */
export function canonicalRoom(state: SokobanState): string {
  return canonicalBoard(picture(state));
}

/** Compact words: the rows inside the outer walls, "-" for floor, every row ended by "\n". */
export function describeRoom(state: SokobanState): string {
  const inner = picture(state)
    .slice(1, -1)
    .map((row) => `${row.slice(1, -1)}\n`);
  return inner.join('').replaceAll(' ', '-');
}
