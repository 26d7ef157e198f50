import { expect, it } from 'vitest';
import { stack } from './advantage-view';

it('answers that earned the same stand on each other, and many of them are one dot with their number', () => {
  expect(stack([10, 10.2, 80])).toEqual([
    { x: 10, level: 0, tied: 2 },
    { x: 10.2, level: 7, tied: 2 },
    { x: 80, level: 0, tied: 1 },
  ]);
  const many = stack(Array.from({ length: 14 }, () => 50));
  expect(many.every(({ level, tied }) => level === 0 && tied === 14)).toBe(true);
});
