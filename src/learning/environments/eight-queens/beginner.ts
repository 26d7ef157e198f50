// A beginner goes down the rows and puts each queen on the first square that is not attacked – or not even closed.
import type { Beginner } from '../environment';
import { freeIn, type QueensState } from './board';

/** The first row without a queen; the last when there is none. Counted from 0. */
function nextRow({ columnOf }: QueensState): number {
  const row = columnOf.indexOf(-1);
  return row < 0 ? columnOf.length - 1 : row;
}

function habit(state: QueensState): readonly [row: number, column: number] {
  const row = nextRow(state);
  return [row + 1, (freeIn(state, row)[0] ?? 0) + 1];
}

export const queensBeginner: Beginner<QueensState> = {
  callsAtOnce: 4,
  call: (state) => `place ${habit(state).join(' ')}`,
  blindCall(state, rng) {
    const size = state.columnOf.length;
    const row = 1 + rng.integer(size);
    return rng.number() < 0.3 ? `only ${row}` : `place ${row} ${1 + rng.integer(size)}`;
  },
  moves: (state) => habit(state).join(''),
};
