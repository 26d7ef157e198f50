import { expect, test } from 'vitest';
import { secondsOnProcessor } from './long-run';

test('the time of a run on the processor follows its tokens and how fast this computer is, and is no more exact than that', () => {
  const slow = secondsOnProcessor(5_900_000, { ms: 6000 });
  expect(slow).toBe(2 * 60 * 60);
  expect(secondsOnProcessor(5_900_000, { ms: 2000 })).toBe(40 * 60);
  expect(secondsOnProcessor(16_500_000, { ms: 6000 })).toBe(6 * 60 * 60);
  expect(secondsOnProcessor(73_000, { ms: 6000 })).toBe(0);
});
