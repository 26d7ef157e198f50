// What is listed of the world before its rules are there.
import type { Knobs } from '../../../basics/knobs';
import type { EnvironmentCard } from '../environment';

export const proposedSumsKnobs = {
  level: {
    kind: 'integer',
    name: 'Level',
    meaning: 'Questions are of this level of Maths or an easier one; each level has three kinds.',
    range: [1, 3],
    default: 3,
  },
  drawn: {
    kind: 'number',
    name: 'Drawn',
    meaning:
      'Share of questions whose kind is drawn at random, so that the solver meets all of them; at 1 nobody proposes anything.',
    range: [0, 1],
    default: 0,
  },
} as const satisfies Knobs;

export const proposedSumsCard: EnvironmentCard = {
  id: 'proposed-sums',
  name: 'Proposed sums',
  sentence: 'One agent says what kind of question is asked, best one that the other answers right half the time.',
  knobs: proposedSumsKnobs,
  form: 'text',
  symbols: {},
  problem: 'question',
  remainingUnit: 'answers',
  players: [
    {
      id: 'proposer',
      name: 'Proposer',
      sentence:
        'Says of which kind the question is to be; its reward is highest for one that the solver answers right half the time.',
    },
    {
      id: 'solver',
      name: 'Solver',
      sentence: 'Sees the question, and answers it with calls to a calculator.',
    },
  ],
  stakes: 'mixed',
  measured: 'solver',
  oneAnswer: true,
};
