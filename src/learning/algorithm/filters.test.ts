import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filtered } from './filters';

const groups = [
  [0, 1], // wide, mean 0.5
  [0.9, 1], // narrow, high
  [0, 0.2], // low
  [0.4, 0.8],
];
const dropped = (groupFilter: Parameters<typeof filtered>[0]['groupFilter'], dropShare = 0.25) => [
  ...filtered({ groupFilter, dropShare }, groups),
];

test('a filter drops the groups that differ least, or the hardest, or the easiest', () => {
  expect(dropped('none', 0.9)).toEqual([]);
  expect(dropped('narrow')).toEqual([1]);
  expect(dropped('low')).toEqual([2]);
  expect(dropped('high')).toEqual([1]);
  expect(dropped('low', 0.5)).toEqual([2, 0]);
});

test('never more than the share is dropped, and never all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 2, maxLength: 4 }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.double({ min: 0, max: 0.95, noNaN: true }),
      (some, dropShare) => {
        expect(filtered({ groupFilter: 'narrow', dropShare }, some).size).toBeLessThanOrEqual(dropShare * some.length);
      },
    ),
  );
});
