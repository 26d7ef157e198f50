import { expect, test } from 'vitest';
import { lastMeasured, placeOnShow } from './chart-scale';

const steps = [0, 10, 20, 30];

test('figures are read at the newest step, or at the one that is looked at, or the last before it', () => {
  expect(placeOnShow({ steps })).toBe(3);
  expect(placeOnShow({ steps, onShow: 20 })).toBe(2);
  expect(placeOnShow({ steps, onShow: 19 })).toBe(1);
  expect(placeOnShow({ steps: [5, 6], onShow: 1 })).toBe(-1);
  expect(placeOnShow({ steps: [] })).toBe(-1);
  expect(lastMeasured([0.1, null, 0.4, 0.9], placeOnShow({ steps, onShow: 12 }))).toBe(0.1);
  expect(lastMeasured([0.1], -1)).toBeUndefined();
});
