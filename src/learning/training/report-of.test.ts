import { expect, test } from 'vitest';
import type { WorldRecord } from '../rollouts/transcript';
import { branchSuccessOf } from './report-of';

const group = (...solved_K: readonly boolean[]) => ({ branches: solved_K.map((solved) => ({ solved })) });
const game = (...groups: readonly object[]) => ({ groups }) as unknown as WorldRecord;

test('single branches count by the last question of a game; all games alike', () => {
  const solvedAtOnce = game(group(true, false, false, false));
  const solvedLater = game(group(false, false, false, false), group(true, true, true, true));
  const unsolved = game(group(true, false, false, false), group(false, false, false, false));
  expect(branchSuccessOf([solvedAtOnce, solvedLater, unsolved])).toBeCloseTo((0.25 + 1 + 0) / 3, 12);
});

test('a game in which nobody was asked does not count', () => {
  expect(branchSuccessOf([game(group(true, false)), game()])).toBe(0.5);
});
