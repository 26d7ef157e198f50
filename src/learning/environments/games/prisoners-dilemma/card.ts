// What is listed of the game before its rules are there.
import { cardOfGame, type GameFace } from '../card';

export const dilemmaFace = {
  id: 'prisoners-dilemma',
  name: 'Prisoner’s dilemma',
  sentence:
    'Two players choose at once, over and over: up cooperates, by which both gain, down defects, by which each does.',
  knobs: {
    rounds: {
      kind: 'integer',
      name: 'Rounds',
      meaning: 'How often both choose; a run needs as many turns.',
      unit: 'rounds',
      range: [1, 12],
      default: 6,
    },
  },
  players: [
    { id: 'row', name: 'Row', sentence: 'Sees what both chose in the last round, and chooses.' },
    {
      id: 'column',
      name: 'Column',
      sentence: 'Sees what both chose in the last round, and chooses at the same time.',
    },
  ],
  stakes: 'mixed',
  success: 'no less than cooperation brings, beside tit for tat',
  form: 'text',
  symbols: {},
} as const satisfies GameFace;

export const dilemmaCard = cardOfGame(dilemmaFace);
