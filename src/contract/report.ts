// A learner's report on a batch: each token's weight in the loss, and sums over the tokens' scores, in f64. Also the
// report of a GPU's self-test.
import type { ObjectiveReport, TrainingGroup } from './learner';
import { type ObjectiveSettings, type RowResult, weightsOfTokens } from './objective';

/** Of a completion token. */
export interface TokenScores extends Pick<RowResult, 'loss' | 'ratio' | 'clipped' | 'k3'> {
  readonly logp: number;
  /** Of the distribution it was drawn from; nats. */
  readonly entropy: number;
}

/** Each completion token's share of the loss: weight_GK. */
export function weightsOf(settings: ObjectiveSettings, groups: readonly TrainingGroup[]): number[][] {
  const perPrompt = settings.aggregation === 'prompt-mean';
  const weights = weightsOfTokens(
    settings,
    groups.flatMap(({ prompt_P, completions }) => {
      const prompt = perPrompt ? prompt_P.join() : '';
      return completions.map(({ token_T }) => ({ length: token_T.length, prompt }));
    }),
  );
  return groups.map(({ completions }) => weights.splice(0, completions.length));
}

/** The report on scores[g][k][t], one for each completion token. Fine-tuning has no ratios: 1 stands for them, and 0
 *  for the distance. */
export function reportOf(
  settings: ObjectiveSettings,
  groups: readonly TrainingGroup[],
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
        if (score.clipped) clipped++;
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

/** What a learner's GPU was found to compute, beside plain arithmetic. */
export interface SelfTestReport {
  readonly passed: boolean;
  /** The head shape it was made with, in words. */
  readonly about?: string;
  /** Relative errors: differences over the largest size of what is compared. */
  readonly checks: readonly { readonly name: string; readonly error: number; readonly tolerance: number }[];
  readonly ms: number;
}
