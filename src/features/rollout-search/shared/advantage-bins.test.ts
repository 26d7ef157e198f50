import { expect, test } from 'vitest';
import type { StepReport } from '../../../learning/training/report';
import { bins, rangeOfBin, stripOf } from './advantage-bins';

function reportOf(step: number, counts: Readonly<Record<number, number>>): Pick<StepReport, 'step' | 'roles'> {
  const advantageHistogram = Array.from({ length: bins }, (_, bin) => counts[bin] ?? 0);
  return { step, roles: { plan: { advantageHistogram } } } as unknown as Pick<StepReport, 'step' | 'roles'>;
}

test('a column is a step, a cell the answers of a bin', () => {
  const strip = stripOf([reportOf(1, { 0: 2, 7: 5 }), reportOf(2, { 14: 1 })], 'plan', 100);
  expect(strip.map(({ first, last, total }) => [first, last, total])).toEqual([
    [1, 1, 7],
    [2, 2, 1],
  ]);
  expect(strip[0]?.count_B[7]).toBe(5);
  expect(stripOf([reportOf(1, {})], 'nobody', 100)).toEqual([]);
});

test('many steps share columns, and none is lost', () => {
  const reports = Array.from({ length: 250 }, (_, index) => reportOf(index + 1, { 7: 1 }));
  const strip = stripOf(reports, 'plan', 100);
  expect(strip.length).toBeLessThanOrEqual(100);
  expect(strip.reduce((sum, { total }) => sum + total, 0)).toBe(250);
  expect(strip.at(-1)?.last).toBe(250);
});

test('the bins lie beside each other from below −2.6 to 2.6 and above', () => {
  const ranges = Array.from({ length: bins }, (_, bin) => rangeOfBin(bin));
  expect(ranges[0]).toEqual({ low: Number.NEGATIVE_INFINITY, high: -2.6 });
  expect(ranges[7]).toEqual({ low: -0.2, high: 0.2 });
  expect(ranges.at(-1)).toEqual({ low: 2.6, high: Number.POSITIVE_INFINITY });
  for (const [bin, { low }] of ranges.entries()) if (bin > 0) expect(low).toBe(ranges[bin - 1]?.high);
});
