import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalBoard } from './symmetry';

const board = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([rows, columns]) =>
  fc.array(fc.string({ unit: fc.constantFrom('#', '.', '-'), minLength: columns, maxLength: columns }), {
    minLength: rows,
    maxLength: rows,
  }),
);

test('mirrors and turns of a board are the same board', () => {
  fc.assert(
    fc.property(board, (rows) => {
      const upsideDown = [...rows].reverse();
      const leftToRight = rows.map((row) => [...row].reverse().join(''));
      const turned = [...(rows[0] ?? '')].map((_, column) => upsideDown.map((row) => row[column]).join(''));
      for (const other of [upsideDown, leftToRight, turned]) expect(canonicalBoard(other)).toBe(canonicalBoard(rows));
    }),
  );
});

test('other boards are not', () => {
  expect(canonicalBoard(['#.', '--'])).not.toBe(canonicalBoard(['#-', '-.']));
  expect(canonicalBoard(['#.-'])).not.toBe(canonicalBoard(['.#-']));
});
