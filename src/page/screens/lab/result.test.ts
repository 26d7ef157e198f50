import { expect, test } from 'vitest';
import { wilson } from '../../../basics/statistics';
import { validationInWords } from './result';

const plain = (text: string) => text.replaceAll('\u202f', ' ');
const of = (solved: number, n: number) => ({ ...wilson(solved, n), solved, turnsMean: 1 });
const best = { step: 40, validation: of(56, 64) };

test('validation stands beside the test, with n of each and why they may differ', () => {
  expect(plain(validationInWords({ problem: 'room' }, best, of(162, 200)))).toBe(
    ' On validation the team solved 88 % (77–94 %, n 64): its checkpoint, step 40, was chosen there, which flatters that figure; the test rooms (n 200) chose nothing.',
  );
});

test('nothing is said where both are of the problems that were trained on, or nothing was validated', () => {
  expect(validationInWords({ problem: 'object', sameProblems: 'they are few' }, best, of(8, 8))).toBe('');
  expect(validationInWords({ problem: 'room' }, undefined, of(8, 8))).toBe('');
});
