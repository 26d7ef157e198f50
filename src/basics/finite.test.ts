import { expect, test } from 'vitest';
import { unfiniteFault } from './finite';

test('finite numbers have no fault, however large, small or many', () => {
  expect(unfiniteFault('w', new Float32Array(0))).toBeUndefined();
  expect(unfiniteFault('w', Float32Array.of(0, -0, 3.4e38, -3.4e38, 1e-45))).toBeUndefined();
  expect(unfiniteFault('w', new Float32Array(10_000).fill(-1))).toBeUndefined();
});

test.each([
  [0, Number.NaN],
  [4095, Number.POSITIVE_INFINITY],
  [4096, Number.NEGATIVE_INFINITY],
  [9999, Number.NaN],
])('one odd number at %i is named', (at, value) => {
  const data = new Float32Array(10_000).fill(0.5);
  data[at] = value;
  expect(unfiniteFault('model.norm.weight', data)).toBe(
    `tensor "model.norm.weight" has 1 number that is not finite (the first is ${value}, number ${at + 1} of 10000)`,
  );
});

test('several are counted', () => {
  const data = new Float32Array(9000).fill(1);
  data.fill(Number.NaN, 5000, 5400);
  expect(unfiniteFault('w', data)).toContain(
    'has 400 numbers that are not finite (the first is NaN, number 5001 of 9000)',
  );
});
