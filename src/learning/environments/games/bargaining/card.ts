// What is listed of the game before its rules are there.
import { cardOfGame, type GameFace } from '../card';

export const bargainingFace = {
  id: 'bargaining',
  name: 'Bargaining',
  sentence:
    'Two players divide hats and balls that each values differently, by offers in turn; without a deal both get nothing.',
  knobs: {
    offers: {
      kind: 'integer',
      name: 'Offers',
      meaning: 'Offers that are made at most; whoever hears the last one agrees or walks away.',
      unit: 'offers',
      range: [1, 5],
      default: 3,
    },
  },
  players: [
    { id: 'first', name: 'First', sentence: 'Sees what the things are worth to itself, and makes the first offer.' },
    {
      id: 'second',
      name: 'Second',
      sentence: 'Sees what the things are worth to itself, and answers the first offer.',
    },
  ],
  stakes: 'mixed',
  success: 'half of all it values, or more, beside the script that gives in slowly',
  form: 'text',
  symbols: {},
} as const satisfies GameFace;

export const bargainingCard = cardOfGame(bargainingFace);
