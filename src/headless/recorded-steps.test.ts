import { expect, test } from 'vitest';
import { recordedSteps } from './verbs/record';

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('a recording has trees of twelve steps and more, the first and the last among them', () => {
  expect(recordedSteps(upTo(60))).toEqual([1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60]);
  expect(recordedSteps(upTo(70)).slice(-2)).toEqual([60, 70]);
  expect(recordedSteps(upTo(300))).toHaveLength(14);
});

test('of a short run, or one whose early trees were dropped, what there is', () => {
  expect(recordedSteps([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
  expect(recordedSteps([7, 8, 9])).toEqual([7, 9]);
  expect(recordedSteps([])).toEqual([]);
});
