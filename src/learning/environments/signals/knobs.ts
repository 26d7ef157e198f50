import type { Knobs } from '../../../basics/knobs';

export const signalsKnobs = {
  shapes: {
    kind: 'integer',
    name: 'Shapes',
    meaning: 'Values of the first attribute.',
    unit: 'shapes',
    range: [1, 8],
    default: 4,
  },
  colours: {
    kind: 'integer',
    name: 'Colours',
    meaning: 'Values of the second attribute; there are shapes × colours objects.',
    unit: 'colours',
    range: [1, 8],
    default: 2,
  },
  symbols: {
    kind: 'integer',
    name: 'Symbols',
    meaning:
      'Words the speaker may say; they mean nothing beforehand. With no more symbols than objects a code often stays ambiguous.',
    unit: 'symbols',
    range: [2, 32],
    default: 16,
  },
  length: {
    kind: 'integer',
    name: 'Length',
    meaning: 'Symbols of a message, at most.',
    unit: 'symbols',
    range: [1, 4],
    default: 1,
  },
  candidates: {
    kind: 'integer',
    name: 'Candidates',
    meaning: 'Objects the listener is shown to choose from, in random order; 0: it chooses among all of them.',
    unit: 'objects',
    range: [0, 8],
    default: 0,
  },
} as const satisfies Knobs;
