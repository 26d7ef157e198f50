import { expect, it } from 'vitest';
import { remembered } from './bounded-cache';

it('builds once per key and forgets what was not asked for lately', () => {
  const built: string[] = [];
  const lengthOf = remembered((key) => built.push(key) && key.length, 2);
  for (const key of ['a', 'bb', 'a', 'bb', 'ccc', 'a']) expect(lengthOf(key)).toBe(key.length);
  expect(built).toEqual(['a', 'bb', 'ccc']);
  for (const key of ['d', 'e', 'f', 'g']) lengthOf(key);
  lengthOf('a');
  expect(built).toEqual(['a', 'bb', 'ccc', 'd', 'e', 'f', 'g', 'a']);
});

it('weighs what it keeps, and still serves a value heavier than all it may keep', () => {
  let builds = 0;
  const rowOf = remembered(
    (key) => Array<number>(Number(key)).fill(++builds),
    10,
    (row) => row.length,
  );
  expect(rowOf('50')).toHaveLength(50);
  rowOf('50');
  expect(builds).toBe(1);
  rowOf('8');
  rowOf('9');
  rowOf('50');
  expect(builds).toBe(4);
});
