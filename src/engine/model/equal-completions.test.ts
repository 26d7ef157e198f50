import { expect, test } from 'vitest';
import { mergeEqual, scoresOfAll } from './equal-completions';

const answer = (token_T: number[], advantage: number) => ({ token_T, oldLogp_T: token_T.map(() => -1), advantage });

test('equal answers of a group become one with their weights added; others stay, and every place is remembered', () => {
  const groups = [
    { prompt_P: [1], completions: [answer([2], 1), answer([3, 4], -1), answer([2], 1), answer([2], 0.5)] },
  ];
  const merged = mergeEqual(groups, [[0.1, 0.2, 0.3, 0.4]]);
  expect(merged.groups[0]?.completions).toEqual([answer([2], 1), answer([3, 4], -1), answer([2], 0.5)]);
  expect(merged.weight_GK[0]?.map((weight) => weight.toFixed(6))).toEqual(['0.400000', '0.200000', '0.400000']);
  expect(merged.place_GK[0]?.map(({ completion }) => completion)).toEqual([0, 1, 0, 2]);
  expect(merged.part_GK[0]?.map((part) => part.toFixed(6))).toEqual(['0.250000', '1.000000', '0.750000', '1.000000']);
});

test('groups with the same prompt become one, and each gets its own scores back', () => {
  const groups = [
    { prompt_P: [1], completions: [answer([2], 1), answer([3], 0)] },
    { prompt_P: [7], completions: [answer([2], 1)] },
    { prompt_P: [1], completions: [answer([3], 0), answer([4], 1)] },
    { prompt_P: [1], temperature: 0.5, completions: [answer([3], 0)] },
  ];
  const merged = mergeEqual(groups, [[1, 1], [1], [3, 1], [1]]);
  expect(merged.groups.map(({ completions }) => completions.map(({ token_T }) => token_T[0]))).toEqual([
    [2, 3, 4],
    [2],
    [3],
  ]);
  expect(merged.weight_GK).toEqual([[1, 4, 1], [1], [1]]);
  const score = (logp: number) => ({ logp, entropy: 0, loss: 8, ratio: 1, clipped: false, k3: 0 });
  const scores = scoresOfAll(merged, [[[score(-2)], [score(-3)], [score(-4)]], [[score(-5)]], [[score(-6)]]]);
  expect(scores.map((score_K) => score_K.map(([first]) => [first?.logp, first?.loss]))).toEqual([
    [
      [-2, 8],
      [-3, 2],
    ],
    [[-5, 8]],
    [
      [-3, 6],
      [-4, 8],
    ],
    [[-6, 8]],
  ]);
});

test('equal answers to different prompts stay apart', () => {
  const groups = [
    { prompt_P: [1], completions: [answer([2], 1)] },
    { prompt_P: [5], completions: [answer([2], 1)] },
  ];
  expect(mergeEqual(groups, [[1], [1]]).groups).toEqual(groups);
});
