import { describe, expect, test } from 'vitest';
import { withKnobs } from '../config/knob-wishes';
import { presetById } from '../config/presets';
import { problemsOf } from '../config/worlds';
import type { Evaluation } from '../rollouts/transcript';
import { underCurriculum } from './curriculum';

const usual = presetById('eight-queens').config; // 40, 30 and 30 % of three sizes
const config = withKnobs(usual, ['curriculum=success']);
const names = ['eight-queens', 'eight-queens-2', 'eight-queens-3'];

/** An evaluation after `step` steps, by its rates. */
function evaluated(step: number, ...rates: number[]) {
  const one = (rate: number) => ({ rate, low: 0, high: 1, n: 10, solved: 0 }) as unknown as Evaluation;
  const worlds = Object.fromEntries(rates.map((rate, index) => [names[index], one(rate)]));
  return { step, validation: { ...one(0), worlds } };
}

const countsIn = (step: number, reports: Parameters<typeof underCurriculum>[1], total = 32) =>
  problemsOf(underCurriculum(config, reports, step), total).map(({ count }) => count);

describe('a curriculum by success', () => {
  test('takes most problems from the world that is solved half the time', () => {
    expect(countsIn(3, [evaluated(2, 0.5, 0.95, 0)])).toEqual([26, 5, 1]);
    expect(countsIn(3, [evaluated(2, 1, 0.5, 0.5)], 40)).toEqual([2, 19, 19]);
  });

  test('goes by the last evaluation before the step, and by the shares until there is one', () => {
    const reports = [{ step: 1 }, evaluated(2, 0.5, 0.95, 0), { step: 3 }, evaluated(4, 0, 0.5, 0)];
    expect([1, 2, 3, 4, 5, 6].map((step) => countsIn(step, reports, 40))).toEqual([
      [16, 12, 12],
      [16, 12, 12],
      [32, 6, 2],
      [32, 6, 2],
      [3, 34, 3],
      [3, 34, 3],
    ]);
  });

  test.each([
    [0, 0, 0],
    [1, 1, 1],
    [0.3, 0.3, 0.7],
  ])('keeps the shares where all worlds are solved alike: %d, %d, %d', (...rates) => {
    expect(countsIn(2, [evaluated(1, ...rates)], 40)).toEqual([16, 12, 12]);
  });

  test('leaves no world out, and holds nothing against one that was not measured', () => {
    expect(countsIn(2, [evaluated(1, 0.5, 0, 1)], 8)).toEqual([6, 1, 1]);
    expect(countsIn(2, [evaluated(1, 0.5)])).toEqual(countsIn(2, [evaluated(1, 0.5, 0, 0)]));
  });

  test('is none unless it is asked for', () => {
    expect(underCurriculum(usual, [evaluated(1, 0.5, 0.95, 0)], 2)).toBe(usual);
  });
});
