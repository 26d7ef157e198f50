import { expect, it } from 'vitest';
import { boardWidth } from './board-width';

const picture = (columns: number, rows: number) => Array.from({ length: rows }, () => ' '.repeat(columns));
const place = { usual: 280, most: 560 };

it('draws usual rooms as wide as ever, large ones wider as far as there is place, and tall ones no taller than that', () => {
  for (const size of [5, 6, 10, 20]) expect(boardWidth(picture(size, size), place)).toBe(280);
  expect(boardWidth(picture(7, 9), place)).toBe(280);
  expect(boardWidth(picture(30, 25), place)).toBe(420);
  expect(boardWidth(picture(50, 50), place)).toBe(560);
  expect(boardWidth(picture(50, 50), { usual: 280, most: 280 })).toBe(280);
  expect((boardWidth(picture(10, 50), place) / 10) * 50).toBeLessThanOrEqual(560);
  expect(boardWidth([], place)).toBe(280);
});
