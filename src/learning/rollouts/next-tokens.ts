// What else each token of a group's answers might have been: a tree of what they say, in which what they begin with in
// common is kept once.
import { present } from '../../basics/check';
import type { Completion } from '../../contract/learner';
import { type LikelyToken, likeliestAt } from '../../contract/likeliest';
import type { Tokenizer } from '../language/tokenizer';
import type { BranchRecord, GroupRecord, NextToken } from './transcript';

/** Undefined where the sampler told of none. */
export function nextTokens(
  completions: readonly Completion[],
  tokenizer: Pick<Tokenizer, 'pieces'>,
): GroupRecord['next'] {
  if (!completions.some(({ likeliest }) => likeliest)) return undefined;
  const next: { readonly from: readonly NextToken[]; to?: Record<string, number> }[] = [];
  for (const { token_T, likeliest } of completions) {
    if (!likeliest) continue;
    let at = 0;
    for (let t = 0; t < token_T.length; t++) {
      if (t > 0) {
        const before = present(next[at], 'what was said before');
        before.to ??= {};
        at = before.to[token_T[t - 1] as number] ??= next.length;
      }
      next[at] ??= { from: shown(likeliestAt(likeliest, t), tokenizer) };
    }
  }
  return next;
}

/** What a branch's token t might have been; undefined where that was not kept. */
export function nextTokensAt(
  { next }: Pick<GroupRecord, 'next'>,
  { token_T }: Pick<BranchRecord, 'token_T'>,
  t: number,
): readonly NextToken[] | undefined {
  const start = next?.[0];
  return token_T.slice(0, t).reduce((at, token) => at && next?.[at.to?.[token] ?? -1], start)?.from;
}

function shown(likeliest: readonly LikelyToken[], tokenizer: Pick<Tokenizer, 'pieces'>): NextToken[] {
  const pieces = tokenizer.pieces(likeliest.map(({ token }) => token));
  return likeliest.map(({ token, logp }, n) => [token, pieces[n] ?? '', kept(Math.exp(logp))]);
}

/** To three digits: enough to look at. */
const kept = (probability: number) => Number(probability.toPrecision(3));
