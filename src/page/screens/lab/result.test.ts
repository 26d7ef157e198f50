import { expect, test } from 'vitest';
import { wilson } from '../../../basics/statistics';
import { validationInWords, verdictInWords } from './result';

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

test('the verdict says what the intervals can tell apart: before from after, and the team from play at random', () => {
  const said = (before: number | undefined, after: number, random?: number) =>
    plain(
      verdictInWords(
        before === undefined ? undefined : of(before, 100),
        of(after, 100),
        random === undefined ? undefined : of(random, 100),
      ),
    );
  expect(said(11, 73, 21)).toBe('It learned, and it is better than play at random (21 %).');
  expect(said(10, 12, 38)).toBe(
    'Before and after are too close to tell apart, and it is worse than play at random (38 %).',
  );
  expect(said(60, 20, 21)).toBe('It does worse than before, and it cannot be told from play at random (21 %).');
  expect(said(11, 73)).toBe('It learned.');
  expect(said(undefined, 73, 21)).toBe('It is better than play at random (21 %).');
  expect(said(undefined, 73)).toBe('');
});
