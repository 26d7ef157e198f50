// A beginner writes the smallest value that the clues allow into the first open cell, or trusts that a cell is decided.
import type { Rng } from '../../../basics/rng';
import type { Beginner } from '../environment';
import { mayHold, placeOf, type SudokuState } from './grid';
import { shapeOf } from './shape';

function openCells({ cells }: SudokuState): number[] {
  return [...cells].flatMap((value, cell) => (value === '-' ? [cell] : []));
}

function habit(state: SudokuState): readonly [row: number, column: number, value: string] | undefined {
  const shape = shapeOf(state.clues);
  const [cell] = openCells(state);
  if (cell === undefined) return undefined;
  return [...placeOf(shape, cell), shape.values.find((value) => mayHold(shape, state.clues, cell, value)) ?? '1'];
}

function anyPlace({ clues }: SudokuState, rng: Rng): string {
  const { size } = shapeOf(clues);
  return `${1 + rng.integer(size)} ${1 + rng.integer(size)}`;
}

export const sudokuBeginner: Beginner<SudokuState> = {
  callsAtOnce: 4,
  call(state, rng) {
    const open = openCells(state);
    if (open.length > 0 && rng.number() < 0.5) return `only ${placeOf(shapeOf(state.clues), rng.pick(open)).join(' ')}`;
    return `fill ${(habit(state) ?? [1, 1, '1']).join(' ')}`;
  },
  blindCall(state, rng) {
    const place = anyPlace(state, rng);
    return rng.number() < 0.5 ? `only ${place}` : `fill ${place} ${1 + rng.integer(shapeOf(state.clues).size)}`;
  },
  moves: (state) => (habit(state) ?? [1, 1, '1']).join(''),
};
