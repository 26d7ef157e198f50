import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  hasPatches,
  isPatchNumber,
  mostPatches,
  numbersOf,
  type Patch,
  partsOf,
  partsOfIds,
  patchBytes,
  patchFrom,
  tokensOf,
  writePatch,
} from './patches';

const anyPatch = fc.record({
  row: fc.nat(mostPatches - 1),
  column: fc.nat(mostPatches - 1),
  pixels: fc.uint8Array({ minLength: patchBytes, maxLength: patchBytes }).map((bytes) => Uint8Array.from(bytes)),
}) satisfies fc.Arbitrary<Patch>;

it('a patch survives the text and the numbers that it stands for, also beside another', () => {
  fc.assert(
    fc.property(fc.array(anyPatch), fc.constantFrom('', '\n', 'map 1 start\n'), (patches, between) => {
      const text = patches.map((patch) => `${between}${writePatch(patch)}`).join('');
      expect(partsOf(text).filter((part) => typeof part !== 'string')).toEqual(patches);
      expect(partsOf(text).filter((part) => typeof part === 'string')).toEqual(
        between ? patches.map(() => between) : [],
      );
      const ids = patches.flatMap((patch) => [7, ...numbersOf(patch)]);
      expect(ids.every(Number.isSafeInteger)).toBe(true);
      expect(partsOfIds(ids)).toEqual(patches.flatMap((patch) => [[7], patch]));
      expect(tokensOf(ids)).toBe(2 * patches.length);
    }),
  );
});

it('equal patches have equal numbers, others others, and none is a token of a vocabulary', () => {
  fc.assert(
    fc.property(anyPatch, anyPatch, (one, other) => {
      expect(numbersOf(one).every(isPatchNumber)).toBe(true);
      expect(numbersOf(one).join() === numbersOf(other).join()).toBe(writePatch(one) === writePatch(other));
    }),
  );
  expect(isPatchNumber(2 ** 32)).toBe(false);
});

it('what only looks like a patch is text, and half a patch is refused', () => {
  for (const text of ['', '<patch>', '<patch 1 2 abc>', `<patch 1 99 ${'A'.repeat(64)}>`]) {
    expect(partsOf(text).join('')).toBe(text);
    expect(partsOf(text).every((part) => typeof part === 'string')).toBe(true);
  }
  const patch = { row: 0, column: 0, pixels: new Uint8Array(patchBytes) };
  expect(hasPatches(writePatch(patch))).toBe(true);
  expect(() => patchFrom(numbersOf(patch).slice(1))).toThrow('a picture was cut');
  expect(() => writePatch({ ...patch, row: mostPatches })).toThrow('at most 16');
});
