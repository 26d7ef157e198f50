// A beginner pushes towards the nearest box's column, and then up.
import type { Beginner } from '../environment';
import { allMoves, type Move } from '../moves';
import { habitualMove, nearest, placesOn } from '../places';
import { describeRoom, type SokobanState } from './room';

function habit(state: SokobanState): Move {
  const board = describeRoom(state);
  const [from] = placesOn(board, '@+');
  const box = from && nearest(from, placesOn(board, '$'));
  return from && box ? habitualMove(from, box) : 'U';
}

export const sokobanBeginner: Beginner<SokobanState> = {
  callsAtOnce: 1,
  call: (state) => `push ${habit(state)} 1`,
  blindCall: (_, rng) => `push ${rng.pick(allMoves)} ${1 + rng.integer(3)}`,
  moves: (state) => habit(state).repeat(2),
};
