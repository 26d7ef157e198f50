import type { Knobs } from '../../../basics/knobs';

export const searchKnobs = {
  facts: {
    kind: 'choice',
    name: 'Facts',
    meaning: 'What the passages are written in.',
    choices: {
      words: 'a few words that the shipped model knows: "blue moon need 7"',
      pairs: 'the same words, one fact a thing: "red star blue moon", "blue moon 7"',
      english: 'English sentences on people, towns and things that do not exist, for language models',
    },
    default: 'words',
  },
  passages: {
    kind: 'integer',
    name: 'Passages',
    meaning: 'Passages of a corpus in English, about: one fact each. In words there are 256, in pairs 64.',
    unit: 'passages',
    range: [200, 50_000],
    default: 4000,
  },
  hops: {
    kind: 'integer',
    name: 'Hops',
    meaning: 'Facts that an answer takes: with two, the first says what to look for next.',
    unit: 'facts',
    range: [1, 2],
    default: 2,
  },
  searches: {
    kind: 'integer',
    name: 'Searches',
    meaning:
      'Queries before the answer is due, one a turn: at least as many as hops, and no more than there are turns.',
    unit: 'queries',
    range: [1, 6],
    default: 2,
  },
  length: {
    kind: 'integer',
    name: 'Length',
    meaning: 'Words of a query, at most.',
    unit: 'words',
    range: [1, 16],
    default: 3,
  },
  shown: {
    kind: 'integer',
    name: 'Shown',
    meaning: 'Passages that a query brings, the best first.',
    unit: 'passages',
    range: [1, 10],
    default: 1,
  },
  told: {
    kind: 'switch',
    name: 'Question told',
    meaning: 'The answerer reads the question too; otherwise the passages are all it sees.',
    default: false,
  },
} as const satisfies Knobs;

/** Of a corpus from a file: questions and passages are longer, and a passage says more than one thing. */
export const searchKnobsOnFiles = {
  searches: searchKnobs.searches,
  length: { ...searchKnobs.length, default: 12 },
  shown: { ...searchKnobs.shown, default: 3 },
  told: { ...searchKnobs.told, default: true },
} as const satisfies Knobs;
