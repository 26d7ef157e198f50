// The AT-GRPO objective, per row: the one place where its formula stands. The kernel (engine/kernels/objective)
// computes the same in WGSL and is held to this file through its twin, by its own test and by the self-test behind the
// page's badge.
//
//   ratio ρ = exp(logp − oldLogp)      r = refLogp − logp      k3 = exp(r) − r − 1
//   loss_token = −min(ρ·A, clip(ρ, 1 − ε_low, 1 + ε_high)·A) + β·k3 − η·entropy
//
// Rows outside the mask (prompt, padding, after the stop token) have weight 0 and therefore gradient 0 (L1).
// Whence: PPO clip (Schulman 2017), GRPO (DeepSeekMath 2024), k3 (Schulman's note), DAPO's token mean, Dr. GRPO's
// constant divisor.

/** What the loss of one token depends on beside the token. */
export interface TokenObjective {
  /** "at-grpo": the clipped objective. "sft": plain negative log-likelihood, advantages and ratios unused. */
  readonly kind: 'at-grpo' | 'sft';
  readonly clipLow: number;
  readonly clipHigh: number;
  /** β: weight of the k3 penalty towards the reference. */
  readonly kl: number;
  /** η: weight of the entropy bonus. */
  readonly entropy: number;
}

export interface ObjectiveSettings extends TokenObjective {
  readonly aggregation: 'token-mean' | 'sequence-mean' | 'prompt-mean' | 'constant';
  /** The divisor of "constant" (Dr. GRPO); tokens. */
  readonly divisor: number;
}

/** Fine-tuning on given answers: the mean negative log-likelihood of their tokens. */
export const likelihood: ObjectiveSettings = {
  kind: 'sft',
  clipLow: 0,
  clipHigh: 0,
  kl: 0,
  entropy: 0,
  aggregation: 'token-mean',
  divisor: 1,
};

export interface ObjectiveRow {
  readonly logp: number;
  readonly oldLogp: number;
  readonly refLogp: number;
  readonly advantage: number;
  /** Entropy of the row's distribution; nats. */
  readonly entropy: number;
  /** Share of this token in the loss: 1 ÷ tokens, 1 ÷ (sequences · length), 1 ÷ divisor, or 0 where the mask is
   *  zero. */
  readonly weight: number;
}

export interface RowResult {
  readonly loss: number;
  /** ∂loss/∂logp of the row's token. */
  readonly logpGradient: number;
  /** ∂loss/∂entropy of the row's distribution. */
  readonly entropyGradient: number;
  readonly ratio: number;
  readonly clipped: boolean;
  readonly k3: number;
}

/** A larger log-ratio counts as this: exponentials stay finite in f32, and what has no weight (β = 0, advantage 0, the
 *  mask) stays 0. */
const largestLogRatio = 60;

/** k3 of one token that was drawn with `logp`, towards a reference: never negative, and its mean is KL(policy ‖
 *  reference). */
export function k3Of(logp: number, refLogp: number): number {
  const r = Math.min(refLogp - logp, largestLogRatio);
  return Math.expm1(r) - r;
}

/** One token's loss and its gradients. Whole batches sum `loss`. */
export function objectiveOfRow(settings: TokenObjective, row: ObjectiveRow): RowResult {
  const { logp, oldLogp, refLogp, advantage, entropy, weight } = row;
  if (settings.kind === 'sft')
    return { loss: -weight * logp, logpGradient: -weight, entropyGradient: 0, ratio: 1, clipped: false, k3: 0 };
  const ratio = Math.exp(Math.min(logp - oldLogp, largestLogRatio));
  const clippedRatio = Math.min(Math.max(ratio, 1 - settings.clipLow), 1 + settings.clipHigh);
  const clipped = clippedRatio * advantage < ratio * advantage;
  const r = Math.min(refLogp - logp, largestLogRatio);
  const k3 = k3Of(logp, refLogp);
  const policyGradient = clipped ? 0 : -ratio * advantage;
  return {
    loss: weight * (-(clipped ? clippedRatio : ratio) * advantage + settings.kl * k3 - settings.entropy * entropy),
    logpGradient: weight * (policyGradient - settings.kl * Math.expm1(r)),
    entropyGradient: -weight * settings.entropy,
    ratio,
    clipped,
    k3,
  };
}

/** A sequence of a batch: its length in tokens, and which prompt it answers. */
export interface SequencePlace {
  readonly length: number;
  /** Of "prompt-mean". */
  readonly prompt: string;
}

/** Each token's share of the loss, by its sequence: the tokens of a sequence weigh the same. */
export function weightsOfTokens(settings: ObjectiveSettings, sequence_B: readonly SequencePlace[]): number[] {
  const tokens = sequence_B.reduce((sum, { length }) => sum + length, 0);
  const answersTo = new Map<string, number>();
  for (const { prompt } of sequence_B) answersTo.set(prompt, (answersTo.get(prompt) ?? 0) + 1);
  return sequence_B.map(({ length, prompt }) => {
    if (settings.aggregation === 'constant') return 1 / settings.divisor;
    if (settings.aggregation === 'prompt-mean')
      return 1 / (answersTo.size * (answersTo.get(prompt) ?? 1) * Math.max(1, length));
    if (settings.aggregation === 'sequence-mean') return 1 / (sequence_B.length * Math.max(1, length));
    return 1 / Math.max(1, tokens);
  });
}

/** Log-probability of every token by its logit, at a temperature above 0: [V], nats. */
export function logSoftmax(logits: ArrayLike<number>, temperature = 1): Float64Array {
  const scaled = Float64Array.from(logits, (logit) => logit / temperature);
  const highest = scaled.reduce((most, logit) => Math.max(most, logit), Number.NEGATIVE_INFINITY);
  const logTotal = Math.log(scaled.reduce((sum, logit) => sum + Math.exp(logit - highest), 0));
  return scaled.map((logit) => logit - highest - logTotal);
}

/** Of the distribution with these log-probabilities; nats. */
export function entropyOf(logp_V: Float64Array): number {
  return -logp_V.reduce((sum, logp) => sum + Math.exp(logp) * logp, 0);
}

/** ∂loss/∂logits of a row with these log-probabilities, by one token's loss, at temperature 1: [V]. */
export function logitsGradient(
  { logp_V, entropy }: { logp_V: Float64Array; entropy: number },
  token: number,
  { logpGradient, entropyGradient }: RowResult,
): Float64Array {
  return logp_V.map((logp, v) => {
    const p = Math.exp(logp);
    return logpGradient * ((v === token ? 1 : 0) - p) - entropyGradient * p * (logp + entropy);
  });
}
