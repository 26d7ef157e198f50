import { expect, it } from 'vitest';
import { linesOf } from './text-lines';

it('keeps lines, indents and every character', () => {
  expect(linesOf('Is √2 × é > 1 °?\n  yes\n')).toEqual(['Is √2 × é > 1 °?', '  yes']);
  expect(linesOf('')).toEqual(['']);
});

it('cuts what is very long, and says so', () => {
  expect(linesOf('x'.repeat(5000))).toEqual([`${'x'.repeat(1200)}…`]);
  expect(linesOf('😀'.repeat(1201))[0]).toBe(`${'😀'.repeat(1200)}…`);
  const many = linesOf('a line\n'.repeat(30));
  expect(many).toHaveLength(24);
  expect(many.at(-1)).toBe('a line…');
});
