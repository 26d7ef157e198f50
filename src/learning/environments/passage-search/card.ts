// What is listed of the world before its rules are there.
import type { EnvironmentCard } from '../environment';
import { searchKnobs, searchKnobsOnFiles } from './knobs';

export const searchCard: EnvironmentCard = {
  id: 'passage-search',
  name: 'Search',
  sentence: 'One agent writes queries to a search engine, the other answers the question from what they bring.',
  knobs: searchKnobs,
  form: 'text',
  symbols: {},
  problem: 'question',
  remainingUnit: 'answers',
  players: [
    {
      id: 'searcher',
      name: 'Searcher',
      sentence: 'Reads the question and what was found so far, and writes the next query.',
    },
    {
      id: 'answerer',
      name: 'Answerer',
      sentence: 'Reads the passages that were found, and gives the answer.',
    },
  ],
  oneAnswer: true,
};

/** Of Search on the passages of a file. */
export const cardOfPassages: EnvironmentCard = { ...searchCard, knobs: searchKnobsOnFiles };
