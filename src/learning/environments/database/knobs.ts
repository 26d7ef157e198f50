import type { Knobs } from '../../../basics/knobs';

export const databaseKnobs = {
  facts: {
    kind: 'choice',
    name: 'Facts',
    meaning: 'What tables and questions are written in.',
    choices: {
      words: 'a few words that the shipped model knows: it writes "red star need path", which stands for a SELECT',
      pairs: 'the same words, tables named by shapes: it writes "red star"',
      english: 'people, towns and things that do not exist, asked about in English, for language models that write SQL',
    },
    default: 'words',
  },
  rows: {
    kind: 'integer',
    name: 'Rows',
    meaning: 'Rows of the largest table.',
    unit: 'rows',
    range: [8, 400],
    default: 24,
  },
  queries: {
    kind: 'integer',
    name: 'Queries',
    meaning: 'Queries before the answer is due, one a turn: what went wrong with one can be mended in the next.',
    unit: 'queries',
    range: [1, 6],
    default: 1,
  },
  shown: {
    kind: 'integer',
    name: 'Shown',
    meaning: 'Rows of a result that are read, from its top.',
    unit: 'rows',
    range: [1, 20],
    default: 3,
  },
  told: {
    kind: 'switch',
    name: 'Question told',
    meaning: 'The answerer reads the question too; otherwise the results are all it sees.',
    default: false,
  },
} as const satisfies Knobs;

/** Of databases from a file: an answer may be several rows. */
export const databaseKnobsOnFiles = {
  queries: databaseKnobs.queries,
  shown: { ...databaseKnobs.shown, default: 20 },
  told: { ...databaseKnobs.told, default: true },
} as const satisfies Knobs;
