import { expect, test } from 'vitest';
import type { Completion } from '../../contract/learner';
import { nextTokens, nextTokensAt } from './next-tokens';

const tokenizer = { pieces: (token_T: readonly number[]) => token_T.map((token) => `<${token}>`) };
const none = 0xffffffff;
const word = (token: number, logp: number) => token + Math.round(-512 * logp) * 2 ** 18;
const completion = (token_T: readonly number[], first = 10): Completion => ({
  ...{ token_T, logp_T: token_T.map(() => -1), stop: 'length' },
  likeliest: {
    most: 3,
    words: Uint32Array.from(token_T.flatMap((_, t) => [word(first + t, Math.log(0.75)), word(9, -9), none])),
  },
});
const at = (token: number) => [
  [token, `<${token}>`, 0.75],
  [9, '<9>', 0.000123],
];

test('what answers begin with in common is kept once, to three digits', () => {
  const answers = [completion([1, 2]), completion([1, 3]), completion([4], 10)];
  const next = nextTokens(answers, tokenizer);
  expect(next).toEqual([{ from: at(10), to: { 1: 1 } }, { from: at(11) }]);
  expect(nextTokensAt({ next }, { token_T: [1, 3] }, 1)).toEqual(at(11));
  expect(nextTokensAt({ next }, { token_T: [1, 3] }, 2)).toBeUndefined();
});

test('a sampler that tells of none leaves none', () => {
  const { likeliest: _, ...silent } = completion([1]);
  expect(nextTokens([silent], tokenizer)).toBeUndefined();
  expect(nextTokensAt({}, { token_T: [1] }, 0)).toBeUndefined();
});
