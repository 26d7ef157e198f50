// The AT-GRPO objective over the completion tokens of one batch: the twin of engine/kernels/objective.
//
//   ratio ρ = exp(logp − oldLogp)      r = refLogp − logp      k3 = exp(r) − r − 1
//   loss_token = −min(ρ·A, clip(ρ, 1 − ε_low, 1 + ε_high)·A) + β·k3 − η·entropy
//
// Rows outside the mask (prompt, padding, after the stop token) have weight 0 and therefore slope 0 (L1).
// Whence: PPO clip (Schulman 2017), GRPO (DeepSeekMath 2024), k3 (Schulman's note), DAPO's token mean, Dr. GRPO's constant divisor.

export interface ObjectiveSettings {
  /** "at-grpo": the clipped objective. "sft": plain negative log-likelihood, advantages and ratios unused. */
  readonly kind: 'at-grpo' | 'sft';
  readonly clipLow: number;
  readonly clipHigh: number;
  /** β: weight of the k3 penalty towards the reference. */
  readonly kl: number;
  /** η: weight of the entropy bonus. */
  readonly entropy: number;
  readonly aggregation: 'token-mean' | 'sequence-mean' | 'constant';
  /** The divisor of "constant" (Dr. GRPO); tokens. */
  readonly divisor: number;
}

export interface ObjectiveRow {
  readonly logp: number;
  readonly oldLogp: number;
  readonly refLogp: number;
  readonly advantage: number;
  /** Entropy of the row's distribution; nats. */
  readonly entropy: number;
  /** Share of this token in the loss: 1 ÷ tokens, 1 ÷ (sequences · length), 1 ÷ divisor, or 0 where the mask is zero. */
  readonly weight: number;
}

export interface RowResult {
  readonly loss: number;
  /** ∂loss/∂logp of the row's token. */
  readonly slope: number;
  /** ∂loss/∂entropy of the row's distribution. */
  readonly entropySlope: number;
  readonly ratio: number;
  readonly clipped: boolean;
  readonly k3: number;
}

/** A larger log-ratio counts as this: exponentials stay finite in f32, and what has no weight (β = 0, advantage 0, the mask) stays 0. */
const largestLogRatio = 60;

/** k3 of one token that was drawn with `logp`, towards a reference: never negative, and its mean is KL(policy ‖ reference). */
export function k3Of(logp: number, refLogp: number): number {
  const r = Math.min(refLogp - logp, largestLogRatio);
  return Math.expm1(r) - r;
}

/** One token's loss and slopes. Whole batches sum `loss`. */
export function objectiveOfRow(settings: ObjectiveSettings, row: ObjectiveRow): RowResult {
  const { logp, oldLogp, refLogp, advantage, entropy, weight } = row;
  if (settings.kind === 'sft') return { loss: -weight * logp, slope: -weight, entropySlope: 0, ratio: 1, clipped: false, k3: 0 };
  const ratio = Math.exp(Math.min(logp - oldLogp, largestLogRatio));
  const held = Math.min(Math.max(ratio, 1 - settings.clipLow), 1 + settings.clipHigh);
  const clipped = held * advantage < ratio * advantage;
  const r = Math.min(refLogp - logp, largestLogRatio);
  const k3 = k3Of(logp, refLogp);
  const policySlope = clipped ? 0 : -ratio * advantage;
  return {
    loss: weight * (-(clipped ? held : ratio) * advantage + settings.kl * k3 - settings.entropy * entropy),
    slope: weight * (policySlope - settings.kl * Math.expm1(r)),
    entropySlope: -weight * settings.entropy,
    ratio,
    clipped,
    k3,
  };
}

/** weight_N of each token: rows are (sequence, length) in order; the weights of all tokens of a sequence are equal. */
export function weightsOfTokens(settings: ObjectiveSettings, length_B: readonly number[]): number[] {
  const tokens = length_B.reduce((sum, length) => sum + length, 0);
  return length_B.map((length) => {
    if (settings.aggregation === 'constant') return 1 / settings.divisor;
    if (settings.aggregation === 'sequence-mean') return 1 / (length_B.length * Math.max(1, length));
    return 1 / Math.max(1, tokens);
  });
}
