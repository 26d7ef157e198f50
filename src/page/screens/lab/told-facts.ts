// What was measured of presets that have no record in models/results: models/LOG.md tells each at length.
import { wilson } from '../../../basics/statistics';

export interface PresetFact {
  readonly preset: string;
  /** Of problems solved, before and after; the interval over the seeds, or of one seed over the problems. */
  readonly share?: {
    readonly untrained?: number | undefined;
    readonly trained: number;
    readonly low: number;
    readonly high: number;
    readonly n: number;
  };
  /** What another figure of this world came to. */
  readonly words?: string;
  readonly seeds: number;
  readonly steps: number;
  /** After how many steps success was first seen to be above the untrained team's, interval above interval. */
  readonly rise?: number;
  /** As long as it takes without a browser, where that is known. */
  readonly minutes?: number;
  /** Of the base model that ships now. */
  readonly shipped: boolean;
  /** As long as it took to generate what the team of the same world did. */
  readonly asManyTokens?: boolean;
}

const allOf = (n: number) => ({ trained: 1, low: wilson(n, n).low, high: 1, n });

const told: readonly Omit<PresetFact, 'shipped'>[] = [
  // A page with two cores and nothing else to do took 29 and 30 s (seeds 1 and 2).
  {
    preset: 'first-look',
    share: { untrained: 0.219, trained: 0.584, low: 0.48, high: 0.69, n: 64 },
    seeds: 5,
    steps: 8,
    rise: 8,
    minutes: 15 / 60, // 14 and 15 s in a slow hour (seeds 3 and 4)
  },
  { preset: 'passage-search', share: { untrained: 0, ...allOf(500) }, seeds: 5, steps: 200 },
  { preset: 'database', share: { untrained: 0, ...allOf(500) }, seeds: 5, steps: 100 },
  {
    preset: 'kuhn-poker',
    words: 'what it can be exploited for falls from 0.80 to 0.04 chips a game',
    seeds: 3,
    steps: 500,
  },
  { preset: 'bargaining', words: '27 % → 100 % of games end in a deal', seeds: 2, steps: 300 },
  {
    preset: 'proposed-sums',
    words: 'the solver: 4 % → 36 % of 200 drawn questions',
    seeds: 1,
    steps: 300,
  },
  {
    preset: 'tic-tac-toe',
    words: '0 % → 88, 70 and 71 % of games drawn with perfect play',
    seeds: 3,
    steps: 500,
  },
  {
    preset: 'plan-path-vision',
    share: { untrained: 0.045, trained: 0.86, low: 0.805, high: 0.901, n: 200 },
    seeds: 1,
    steps: 600,
  },
  { preset: 'smollm2-map', share: { untrained: 0.07, ...allOf(100) }, seeds: 2, steps: 24 },
  {
    preset: 'smollm2-walk',
    share: { untrained: 0.2, trained: 0.89, low: 0.814, high: 0.937, n: 100 },
    seeds: 1,
    steps: 80,
  },
  {
    preset: 'sokoban-hard',
    share: { untrained: 0.004, trained: 0.6493, low: 0.6059, high: 0.6927, n: 500 },
    seeds: 3,
    steps: 300,
    rise: 10,
  },
  { preset: 'plan-path-outcome', share: { ...allOf(500), untrained: 0.1 }, seeds: 1, steps: 40 },
  { preset: 'plan-path-dr-grpo', share: { ...allOf(200), untrained: 0.12 }, seeds: 1, steps: 40 },
  { preset: 'plan-path-dr-mas', share: { ...allOf(200), untrained: 0.12 }, seeds: 1, steps: 40 },
];

export const toldFacts: readonly PresetFact[] = told.map((fact) => ({ ...fact, shipped: true }));
