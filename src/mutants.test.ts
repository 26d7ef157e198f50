// Deliberate faults (e2e/mutants) are put where the code says so: an entry that code has moved on from proves nothing.
import { expect, test } from 'vitest';
import { mutated, readMutants } from '../e2e/mutants/plugin.mjs';

test('every deliberate fault still has its place, once', () => {
  const mutants = readMutants();
  expect(mutants.length).toBeGreaterThan(15);
  for (const mutant of mutants) expect(mutated(mutant)).toContain(mutant.replace);
});
