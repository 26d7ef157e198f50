import type { Knobs } from '../../../basics/knobs';

export const guideAndWalkerKnobs = {
  size: {
    kind: 'integer',
    name: 'Size',
    meaning: 'Rows and columns of the map.',
    unit: 'cells',
    range: [5, 10],
    default: 8,
  },
  blocked: {
    kind: 'number',
    name: 'Blocked',
    meaning: 'Chance that a cell is blocked.',
    range: [0.1, 0.4],
    default: 0.2,
  },
  farthest: {
    kind: 'integer',
    name: 'Farthest',
    meaning: 'Steps of a shortest way to the goal, at most: no more than the walker has moves in all its turns.',
    unit: 'steps',
    range: [2, 48],
    default: 16,
  },
  length: {
    kind: 'integer',
    name: 'Length',
    meaning: 'Symbols that the guide says in a turn, at most.',
    unit: 'symbols',
    range: [1, 8],
    default: 4,
  },
  alphabet: {
    kind: 'choice',
    name: 'Alphabet',
    meaning: 'What the guide may say.',
    choices: {
      both: 'the directions U, D, L and R, and the digits',
      moves: 'the directions U, D, L and R',
      digits: 'the ten digits: what they mean has to be found',
    },
    default: 'both',
  },
} as const satisfies Knobs;
