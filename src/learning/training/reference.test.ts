// L6: what the KL penalty holds a policy to, step by step.
import { expect, test } from 'vitest';
import { build } from '../config/build';
import { referenceOf, referenceStep } from './reference';

const config = (klWeight: number, referenceEvery: number) =>
  build('kuhn-poker', { settings: { klWeight, referenceEvery } });

test('L6: with every three steps, steps 1 to 3 are held to the beginning, 4 to 6 to what it was after the third', () => {
  const steps = [1, 2, 3, 4, 5, 6, 7];
  expect(steps.map((step) => referenceStep(config(0.1, 3), step))).toEqual([0, 0, 0, 3, 3, 3, 6]);
  expect(referenceOf(config(0.1, 3), 5, 'shared')).toBe('past:3:shared');
});

test('L6: without a penalty nothing is frozen, and without a renewal the base model is the reference', () => {
  expect(referenceStep(config(0, 3), 5)).toBeUndefined();
  expect(referenceStep(config(0.1, 0), 5)).toBeUndefined();
  expect(referenceOf(config(0.1, 0), 5, 'shared')).toBe('base');
});
