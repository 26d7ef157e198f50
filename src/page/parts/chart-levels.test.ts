import { expect, test } from 'vitest';
import { labelPlaces } from './chart-levels';

test('labels stand beside their lines where there is room', () => {
  expect(labelPlaces([10, 100, 200], 0, 220)).toEqual([10, 100, 200]);
});

test('labels of close lines stand apart, inside the plot', () => {
  const places = labelPlaces([0, 195, 200, 199], 0, 200);
  const sorted = [...places].sort((a, b) => a - b);
  for (let index = 1; index < sorted.length; index++)
    expect((sorted[index] ?? 0) - (sorted[index - 1] ?? 0)).toBeGreaterThanOrEqual(13);
  expect(Math.max(...places)).toBeLessThanOrEqual(200);
});
