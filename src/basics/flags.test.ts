import { expect, test } from 'vitest';
import { packFlags, unpackFlags } from './flags';
import { rngFrom } from './rng';

test('flags come back as they were, however many', () => {
  const rng = rngFrom('flags');
  for (const n of [0, 1, 3, 4, 5, 500]) {
    const flags = Array.from({ length: n }, () => rng.number() < 0.7);
    expect(unpackFlags(packFlags(flags), n)).toEqual(flags);
  }
  expect(packFlags([true, false, false, false, true, true])).toBe('8c');
});

test('a text that holds other than so many is refused', () => {
  for (const text of ['8', '8cc', '8g', '-1']) expect(() => unpackFlags(text, 6)).toThrow('expected 6 flags');
});
