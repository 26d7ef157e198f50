import { expect, test } from 'vitest';
import { trainingKnobs } from '../../learning/config/run-config';
import { numberFrom, stepped } from './typed-number';

test('what people type is read', () => {
  expect(['5e-4', '5e−4', '0,0005', ' 12 ', '.5'].map(numberFrom)).toEqual([5e-4, 5e-4, 5e-4, 12, 0.5]);
  expect(['', '-', '1e', 'abc', '1 2'].map(numberFrom)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('arrow keys step whole numbers by one, others by their leading digit, inside the range', () => {
  expect(stepped(trainingKnobs.branches, 8, 1)).toBe(9);
  expect(stepped(trainingKnobs.branches, 2, -1)).toBe(2);
  expect(stepped(trainingKnobs.rank, 16, 1)).toBe(20);
  expect(stepped(trainingKnobs.learningRate, 5e-4, 1)).toBe(6e-4);
  expect(stepped(trainingKnobs.learningRate, 1e-4, -1)).toBe(9e-5);
  expect(stepped(trainingKnobs.learningRate, 9e-4, 2)).toBe(2e-3);
});
