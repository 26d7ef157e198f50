// What was measured of presets that have no record in models/results: models/LOG.md tells each at length.
import type { PresetFact } from './preset-groups';

const onTwoCores = { cores: 2, shipped: true } as const;

export const toldFacts: readonly PresetFact[] = [
  // A page with two cores and nothing else to do takes 112 s.
  {
    ...onTwoCores,
    preset: 'first-look',
    share: { untrained: 0.219, trained: 0.706, low: 0.552, high: 0.86, n: 64 },
    seeds: 5,
    steps: 15,
    rise: 5,
    minutes: 56 / 60,
  },
  { ...onTwoCores, preset: 'passage-search', words: '0 % → 91 and 87 % of 100 questions', seeds: 2, steps: 120 },
  { ...onTwoCores, preset: 'database', words: '2 % → 92 and 85 % of 100 questions', seeds: 2, steps: 100 },
  {
    ...onTwoCores,
    preset: 'kuhn-poker',
    words: 'what it can be exploited for falls from 0.80 to 0.04 chips a game',
    seeds: 3,
    steps: 500,
  },
  { ...onTwoCores, preset: 'bargaining', words: '27 % → 100 % of games end in a deal', seeds: 2, steps: 300 },
  {
    ...onTwoCores,
    preset: 'proposed-sums',
    words: 'the solver: 4 % → 36 % of 200 drawn questions',
    seeds: 1,
    steps: 300,
  },
  { ...onTwoCores, preset: 'tic-tac-toe', words: 'not learnt yet', seeds: 1, steps: 110 },
];
