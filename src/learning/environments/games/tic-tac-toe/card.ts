// What is listed of the game before its rules are there.
import { cardOfGame, crossesAndNoughts, type GameFace } from '../card';

export const ticTacToeFace = {
  id: 'tic-tac-toe',
  name: 'Tic-tac-toe',
  sentence: 'Two players take fields of a board of nine in turn: three in a row win.',
  knobs: {
    opening: {
      kind: 'integer',
      name: 'Opening',
      meaning: 'Fields that are taken by chance before the game begins; no opening decides the game.',
      unit: 'fields',
      range: [0, 4],
      default: 0,
    },
  },
  players: [
    { id: 'cross', name: 'Cross', sentence: 'Begins, and takes fields with X.' },
    { id: 'nought', name: 'Nought', sentence: 'Takes fields with O.' },
  ],
  ...crossesAndNoughts,
} as const satisfies GameFace;

export const ticTacToeCard = cardOfGame(ticTacToeFace);
