import { expect, test } from 'vitest';
import { timeOnProcessor } from './long-run';

const plain = (tokens: number) => timeOnProcessor(tokens)?.replace(/\s/g, ' ');

test('the time of a run on the processor follows its tokens, and is no more exact than can be known', () => {
  expect(plain(5_900_000)).toBe('40 min to 2 h'); // Guide and walker took 98 and 114 min beside other programs
  expect(plain(1_330_000)).toBe('10 min to 30 min'); // Signals took 10 min
  expect(plain(700_000)).toBeUndefined();
  expect(plain(73_000)).toBeUndefined(); // Quick look took a minute
});
