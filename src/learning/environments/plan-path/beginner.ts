// A beginner takes one step towards the goal's column, and then up, blocked or not.
import type { Beginner } from '../environment';
import { type Move, shiftOf } from '../moves';
import { habitualMove, placesOn } from '../places';
import { describeMap, type MapState } from './map';

function habit(state: MapState) {
  const board = describeMap(state);
  const from = placesOn(board, '@+')[0] ?? { row: 0, column: 0 };
  const [goal] = placesOn(board, '.');
  return { from, move: goal && habitualMove(from, goal) };
}

function stepped({ row, column }: { readonly row: number; readonly column: number }, move: Move) {
  const [down, right] = shiftOf[move];
  return { row: row + down, column: column + right };
}

export const planPathBeginner: Beginner<MapState> = {
  callsAtOnce: 1,
  call(state) {
    const { from, move } = habit(state);
    const to = move ? stepped(from, move) : from;
    return `path ${from.row} ${from.column} ${to.row} ${to.column}`;
  },
  blindCall(state, rng) {
    const size = describeMap(state).trimEnd().split('\n').length;
    const at = () => rng.integer(size);
    return `path ${at()} ${at()} ${at()} ${at()}`;
  },
  moves: (state) => habit(state).move ?? 'U',
};
