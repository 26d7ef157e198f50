// What is listed of the world before its rules are there.
import type { EnvironmentCard } from '../environment';
import { databaseKnobs, databaseKnobsOnFiles } from './knobs';

export const databaseCard: EnvironmentCard = {
  id: 'database',
  name: 'Database',
  sentence: 'One agent writes SQL that is run on tables nobody sees, the other answers the question from the results.',
  knobs: databaseKnobs,
  form: 'text',
  symbols: {},
  problem: 'question',
  remainingUnit: 'answers',
  players: [
    {
      id: 'writer',
      name: 'Query writer',
      sentence: 'Reads the question and which table has which columns, and writes a query.',
    },
    { id: 'answerer', name: 'Answerer', sentence: 'Reads the results, and gives the answer.' },
  ],
  oneAnswer: true,
};

/** Of Database on the databases of a file. */
export const cardOfDatabases: EnvironmentCard = { ...databaseCard, knobs: databaseKnobsOnFiles };
