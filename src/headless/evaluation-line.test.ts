import { expect, test } from 'vitest';
import { wilson } from '../basics/statistics';
import { evaluationLine } from './evaluation-line';

test('says of how many problems, and where a split has no more, of each world by itself', () => {
  const of = (solved: number, n: number) => ({ ...wilson(solved, n), solved, turnsMean: 2 });
  const few = { ...of(3, 6), all: true } as const;
  const line = evaluationLine('trained', { ...of(43, 86), worlds: { large: of(40, 80), small: few } });
  expect(line.split('\n').map((one) => /of .* solved/.exec(one)?.[0])).toEqual([
    'of 86 solved',
    'of 80 solved',
    'of all 6 solved',
  ]);
});
