import { expect, test } from 'vitest';
import { mergeEqual } from './equal-completions';

const answer = (token_T: number[], advantage: number) => ({ token_T, oldLogp_T: token_T.map(() => -1), advantage });

test('equal answers of a group become one with their weights added; others stay, and every place is remembered', () => {
  const groups = [
    { prompt_P: [1], completions: [answer([2], 1), answer([3, 4], -1), answer([2], 1), answer([2], 0.5)] },
  ];
  const merged = mergeEqual(groups, [[0.1, 0.2, 0.3, 0.4]]);
  expect(merged.groups[0]?.completions).toEqual([answer([2], 1), answer([3, 4], -1), answer([2], 0.5)]);
  expect(merged.weight_GK[0]?.map((weight) => weight.toFixed(6))).toEqual(['0.400000', '0.200000', '0.400000']);
  expect(merged.place_GK).toEqual([[0, 1, 0, 2]]);
  expect(merged.part_GK[0]?.map((part) => part.toFixed(6))).toEqual(['0.250000', '1.000000', '0.750000', '1.000000']);
});

test('equal answers of different groups stay apart: their prompts differ', () => {
  const groups = [
    { prompt_P: [1], completions: [answer([2], 1)] },
    { prompt_P: [5], completions: [answer([2], 1)] },
  ];
  expect(mergeEqual(groups, [[1], [1]]).groups).toEqual(groups);
});
