// An answer token by token, and what else each of its tokens might have been, as it is shown.
import { nextTokensAt } from '../../../learning/rollouts/next-tokens';
import type { BranchRecord, GroupRecord } from '../../../learning/rollouts/transcript';
import { fixed, percent } from '../../parts/format';
import { visible } from './reading';

export interface TokenReading {
  readonly text: string;
  readonly probability: number;
  readonly title: string;
}

/** The answer token by token; spaces and line ends made visible. */
export function tokensOf(branch: BranchRecord): readonly TokenReading[] {
  return branch.piece_T.map((piece, t) => {
    const logp = branch.logp_T[t] ?? Number.NEGATIVE_INFINITY;
    const probability = Math.exp(logp);
    const numbers = `probability ${fixed(probability, 3)} · log ${fixed(logp, 2)}`;
    return { text: visible(piece), probability, title: `“${visible(piece)}”  ${numbers}` };
  });
}

export interface Alternative {
  readonly text: string;
  readonly probability: number;
  readonly drawn: boolean;
}

/** The likeliest tokens in the place of token t, the likeliest first, and the drawn one behind them where it is none of
 *  them. Empty where they were not kept. */
export function alternativesAt(group: GroupRecord, branch: BranchRecord, t: number): readonly Alternative[] {
  const drawn = tokensOf(branch)[t];
  const next = nextTokensAt(group, branch, t);
  if (!drawn || !next) return [];
  const likeliest = next.map(([token, piece, probability]) => ({
    ...{ text: visible(piece), probability },
    drawn: token === branch.token_T[t],
  }));
  return likeliest.some((one) => one.drawn) ? likeliest : [...likeliest, { ...drawn, drawn: true }];
}

/** The token whose drawing was the least probable: there is most to see. */
export function rarestOf(tokens: readonly TokenReading[]): number {
  return tokens.reduce(
    (rarest, { probability }, t) => (probability < (tokens[rarest]?.probability ?? 1) ? t : rarest),
    0,
  );
}

/** "12 %", "0.4 %"; "under 0.1 %" below that. */
export function chanceInWords(probability: number): string {
  if (probability < 0.0005) return `under ${percent(0.001, 1)}`;
  return percent(probability, probability < 0.0995 ? 1 : 0);
}
