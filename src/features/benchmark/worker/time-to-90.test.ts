// What becomes of several speedruns: medians, and that a run that never came so far is not left out.
import { expect, test } from 'vitest';
import { type Speedrun, speedrunRow } from './time-to-90';

const at = (step: number, seconds: number, rate: number) => ({ step, seconds, rate });
const run = (seed: number, seconds?: number): Speedrun => ({
  seed,
  untrained: 0.17,
  evaluations: [],
  firstRise: at(10, 20 + seed, 0.4),
  ...(seconds === undefined ? {} : { reached: at(30, seconds, 0.91) }),
});

test('the median over the seeds, each of them told', () => {
  expect(speedrunRow([run(1, 90), run(2, 80), run(3, 120)], 'sokoban')).toEqual({
    name: 'time-to-90',
    shape: 'sokoban, 200 validation rooms',
    ours: 90,
    unit: 's',
    firstRise: 22,
    seeds: [
      { seed: 1, seconds: 90, step: 30, firstRise: 21 },
      { seed: 2, seconds: 80, step: 30, firstRise: 22 },
      { seed: 3, seconds: 120, step: 30, firstRise: 23 },
    ],
  });
});

test('who never reaches it comes last: without a median where that is most of them', () => {
  expect(speedrunRow([run(1, 90), run(2), run(3, 120)], 'sokoban').ours).toBe(120);
  expect(speedrunRow([run(1, 90), run(2), run(3)], 'sokoban').ours).toBeNull();
  expect(speedrunRow([run(1, 90), run(2, 110)], 'sokoban').ours).toBe(100);
});
