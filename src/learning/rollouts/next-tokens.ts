// What else each token of a group's answers might have been: the likeliest tokens in its place, by what had been said
// before it. What answers begin with in common is kept once.
import type { Completion } from '../../contract/learner';
import type { Tokenizer } from '../language/tokenizer';
import type { BranchRecord, GroupRecord, NextToken } from './transcript';

/** Undefined where the sampler told of none. */
export function nextTokens(
  completions: readonly Completion[],
  tokenizer: Pick<Tokenizer, 'pieces'>,
): GroupRecord['next'] {
  const next: Record<string, readonly NextToken[]> = {};
  for (const { token_T, likeliest_T = [] } of completions)
    for (const [t, likeliest] of likeliest_T.entries()) {
      const said = nameOf(token_T.slice(0, t));
      if (next[said]) continue;
      const pieces = tokenizer.pieces(likeliest.map(({ token }) => token));
      next[said] = likeliest.map(({ token, logp }, n) => [token, pieces[n] ?? '', kept(Math.exp(logp))]);
    }
  return completions.some(({ likeliest_T }) => likeliest_T) ? next : undefined;
}

/** What a branch's token t might have been; undefined where that was not kept. */
export const nextTokensAt = (
  { next }: Pick<GroupRecord, 'next'>,
  { token_T }: Pick<BranchRecord, 'token_T'>,
  t: number,
): readonly NextToken[] | undefined => next?.[nameOf(token_T.slice(0, t))];

/** The tokens said so far, as a key. */
const nameOf = (token_T: readonly number[]): string => token_T.join(' ');

/** To three digits: enough to look at. */
const kept = (probability: number) => Number(probability.toPrecision(3));
