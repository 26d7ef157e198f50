// What a batch says about itself: each token's share of the loss going in, sums of the tokens' scores coming out, in f64.
import type { Objective } from '../kernels/objective/objective';
import type { TrainGroup } from './rows';

/** Structurally learning's ObjectiveReport. */
export interface ObjectiveReport {
  readonly tokens: number;
  readonly loss: number;
  readonly clippedShare: number;
  readonly ratioLow: number;
  readonly ratioHigh: number;
  readonly kl: number;
  readonly entropy: number;
  readonly mismatch: number;
}

/** Per completion token, in the batch's order: [g][k][t]. */
export interface TokenScores {
  readonly logp: number;
  readonly entropy: number;
  readonly loss: number;
  readonly ratio: number;
  readonly clipped: number;
  readonly k3: number;
}

/** Each completion token's share of the loss (learning's weightsOfTokens). */
export function weightsOf(settings: Objective, groups: readonly TrainGroup[]): number[][] {
  const lengths = groups.flatMap((group) => group.completions.map(({ token_T }) => token_T.length));
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  return groups.map((group) =>
    group.completions.map(({ token_T }) => {
      if (settings.aggregation === 'constant') return 1 / settings.divisor;
      if (settings.aggregation === 'sequence-mean') return 1 / (lengths.length * Math.max(1, token_T.length));
      return 1 / Math.max(1, tokens);
    }),
  );
}

/** Sums of the tokens' scores, as learning reports them. */
export function reportOf(
  settings: Objective,
  groups: readonly TrainGroup[],
  scores: readonly (readonly (readonly TokenScores[])[])[],
): ObjectiveReport {
  let tokens = 0;
  let loss = 0;
  let clipped = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  let kl = 0;
  let entropy = 0;
  let mismatch = 0;
  for (const [g, group] of groups.entries()) {
    for (const [k, completion] of group.completions.entries()) {
      for (const [t, score] of (scores[g]?.[k] ?? []).entries()) {
        tokens++;
        loss += score.loss;
        entropy += score.entropy;
        if (settings.kind === 'sft') continue;
        clipped += score.clipped;
        low = Math.min(low, score.ratio);
        high = Math.max(high, score.ratio);
        kl += score.k3;
        mismatch = Math.max(mismatch, Math.abs(score.logp - (completion.oldLogp_T[t] ?? 0)));
      }
    }
  }
  const count = Math.max(1, tokens);
  const ranged = Number.isFinite(low);
  return {
    tokens,
    loss,
    clippedShare: clipped / count,
    ratioLow: ranged ? low : 1,
    ratioHigh: ranged ? high : 1,
    kl: kl / count,
    entropy: entropy / count,
    mismatch,
  };
}
