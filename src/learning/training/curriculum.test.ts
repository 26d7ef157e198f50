import { describe, expect, test } from 'vitest';
import { withKnobs } from '../config/knob-wishes';
import { presetById } from '../config/presets';
import { problemsOf } from '../config/worlds';
import type { Evaluation } from '../rollouts/transcript';
import { leastPart, underCurriculum } from './curriculum';

const usual = presetById('eight-queens').config; // 40, 30 and 30 % of three sizes
const config = withKnobs(usual, ['curriculum=success']);
const names = ['eight-queens', 'eight-queens-2', 'eight-queens-3'];
const validated = (...rates: number[]): Evaluation => {
  const one = (rate: number) => ({ rate, low: 0, high: 1, n: 10, solved: 0 }) as unknown as Evaluation;
  return { ...one(0), worlds: Object.fromEntries(rates.map((rate, index) => [names[index], one(rate)])) };
};
const countsFrom = (evaluation: Evaluation, total = 32) =>
  problemsOf(underCurriculum(config, evaluation), total).map(({ count }) => count);

describe('a curriculum by success', () => {
  test('takes most problems from the world that is solved half the time', () => {
    expect(countsFrom(validated(0.5, 0.95, 0))).toEqual([26, 5, 1]);
    const parts = [0.4 * (0.25 + leastPart), 0.3 * (0.0475 + leastPart), 0.3 * leastPart];
    const whole = parts.reduce((sum, part) => sum + part, 0);
    expect(parts.map((part) => Math.round((32 * part) / whole))).toEqual([26, 5, 1]);
  });

  test('keeps the shares where all are solved alike, also where none is', () => {
    for (const rates of [
      [0, 0, 0],
      [1, 1, 1],
      [0.3, 0.3, 0.7],
    ])
      expect(countsFrom(validated(...rates), 40)).toEqual([16, 12, 12]);
  });

  test('leaves no world out, and holds nothing against one that was not measured', () => {
    expect(countsFrom(validated(0.5, 0, 1), 8).every((count) => count > 0)).toBe(true);
    expect(countsFrom(validated(0.5))).toEqual(countsFrom(validated(0.5, 0, 0)));
  });

  test('is none unless it is asked for', () => {
    expect(underCurriculum(usual, validated(0.5, 0.95, 0))).toBe(usual);
  });
});
