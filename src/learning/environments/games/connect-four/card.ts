// What is listed of the game before its rules are there.
import { cardOfGame, crossesAndNoughts, type GameFace } from '../card';

export const connectFourFace = {
  id: 'connect-four',
  name: 'Connect Four',
  sentence: 'Two players drop stones into columns in turn: four in a row win.',
  knobs: {
    columns: {
      kind: 'integer',
      name: 'Columns',
      meaning: 'Columns of the board.',
      unit: 'columns',
      range: [5, 6],
      default: 5,
    },
    rows: {
      kind: 'integer',
      name: 'Rows',
      meaning: 'Rows of the board. On 5×4 the opponent sees to the end, on larger ones six moves ahead.',
      unit: 'rows',
      range: [4, 5],
      default: 4,
    },
    opening: {
      kind: 'integer',
      name: 'Opening',
      meaning: 'Stones that are dropped by chance before the game begins.',
      unit: 'stones',
      range: [0, 4],
      default: 0,
    },
  },
  players: [
    { id: 'cross', name: 'Cross', sentence: 'Begins, and drops X.' },
    { id: 'nought', name: 'Nought', sentence: 'Drops O.' },
  ],
  ...crossesAndNoughts,
} as const satisfies GameFace;

export const connectFourCard = cardOfGame(connectFourFace);
