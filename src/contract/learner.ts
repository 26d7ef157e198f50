// The learner: all that learning code ever sees of an engine. The four verbs are those of the Tinker API (sample,
// accumulate, update, logprobs), so a remote engine can stand behind it one day. Policies are named; tokens are
// numbers; time is GPU time.
import type { LikelyWords } from './likeliest';
import type { ObjectiveSettings } from './objective';
import type { NamedTensor } from './weights';

export type PolicyName = string;
/** "adapter": a LoRA adapter trains; "all-weights": the policy has weights of its own (level L2). */
export type PolicyKind = 'adapter' | 'all-weights';

/** One prompt and K answers to it. */
export interface PromptGroup {
  readonly policy: PolicyName;
  /** Token ids; what they show of pictures is numbers beyond any vocabulary (patches.ts). */
  readonly prompt_P: readonly number[];
  /** One 32-bit seed per branch: the answer depends on it, the weights and the prompt – never on what else is in the
   *  batch (S3). */
  readonly seed_K: readonly number[];
  readonly maxTokens: number;
  /** 0 is greedy. The full distribution is sampled otherwise: no top-k, no top-p (S1). */
  readonly temperature: number;
  /** How many of the likeliest tokens are told in the place of each; none when absent. It changes no answer. */
  readonly likeliest?: number;
}

/** All that an answer depends on but its seed and the weights, in one text. */
export function questionKey({ policy, prompt_P, maxTokens, temperature, likeliest = 0 }: PromptGroup): string {
  return [policy, maxTokens, temperature, likeliest, prompt_P.join()].join('|');
}

export interface Completion {
  /** Ends with the stop token when `stop` is "end". */
  readonly token_T: readonly number[];
  /** Log-probability of each token under the distribution it was sampled from (S2); at temperature 0, under temperature
   *  1. */
  readonly logp_T: readonly number[];
  readonly stop: 'end' | 'length';
  /** Where it was asked for: what each token was drawn from. */
  readonly likeliest?: LikelyWords;
}

/** Samples that share a prompt: computed once (group packing). */
export interface TrainingGroup {
  readonly prompt_P: readonly number[];
  /** At which the answers were sampled: log-probabilities, ratios and entropy are those of that distribution (S1). 1
   *  when absent. */
  readonly temperature?: number;
  readonly completions: readonly {
    readonly token_T: readonly number[];
    readonly oldLogp_T: readonly number[];
    /** Log-probabilities under the reference policy; needed when β > 0. */
    readonly refLogp_T?: readonly number[];
    readonly advantage: number;
  }[];
}

/** Sums over the batch's completion tokens; means are sums ÷ `tokens`. */
export interface ObjectiveReport {
  readonly tokens: number;
  /** The objective's value as minimised, with its aggregation applied. */
  readonly loss: number;
  /** Tokens whose gradient the clip took away: the ratio had left the range on the side that the advantage pulls to. */
  readonly clippedShare: number;
  readonly ratioLow: number;
  readonly ratioHigh: number;
  /** Mean k3 towards what the objective was given: the reference where β > 0, else the sampling policy. */
  readonly kl: number;
  /** Mean of the distribution at each token, at the temperature of the samples; nats. */
  readonly entropy: number;
  /** Largest |logp − oldLogp|: the engine mismatch, when nothing was updated since sampling (S2). */
  readonly mismatch: number;
}

export interface UpdateKnobs {
  readonly learningRate: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  /** Global-norm clip; Infinity for none. */
  readonly gradientClip: number;
}

export interface UpdateReport {
  /** Global norm before clipping. */
  readonly gradientNorm: number;
  /** L2 norm of the change of the weights. */
  readonly weightChange: number;
  /** True when a gradient was not finite: nothing was changed. */
  readonly skipped: boolean;
}

/** Everything of a policy that moves: named tensors, f32, plus the optimiser's two moments and its step count. */
export interface PolicySnapshot {
  readonly kind: PolicyKind;
  readonly tensors: readonly NamedTensor[];
  /** First and second moment, flat, in the tensors' order. */
  readonly moment1: Float32Array;
  readonly moment2: Float32Array;
  readonly updates: number;
}

export interface NewPolicy {
  readonly kind: PolicyKind;
  readonly rank: number;
  readonly alpha: number;
  readonly seed: number;
  /** Standard deviation of an adapter's B; 0 when absent. */
  readonly noise?: number;
  /** Whether it is shown pictures: it then has a patch encoder, which trains with it. */
  readonly pictures?: boolean;
}

/** What a GPU was asked for since it was opened. */
export interface GpuWork {
  readonly dispatches: number;
  readonly submissions: number;
  /** Read-backs that left the GPU without work: when they came, nothing had been submitted behind them. */
  readonly waits: number;
  /** Time in which a read-back was waited for; milliseconds. */
  readonly waitedMs: number;
  /** Written into buffers by the processor, and read back. */
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** What matrix products read and write in the GPU's memory, each operand once a dispatch. */
  readonly productBytes: number;
  /** Floating-point operations of matrix products and attention, a multiply-add counted as two. */
  readonly operations: number;
}

export interface Learner {
  /** Adds a policy that starts at the base model (LoRA B = 0) or beside it by `noise`, drawn from `seed`. Throws when
   *  the name is taken. */
  addPolicy(name: PolicyName, options: NewPolicy): Promise<void>;
  /** answers[g][k] to groups[g]. Groups of several policies may be mixed. */
  sample(groups: readonly PromptGroup[]): Promise<readonly (readonly Completion[])[]>;
  /** Adds the objective's gradients over the batch to the policy's: forward, objective, backward with no read-back in
   *  between. The divisor of the aggregation is that of this batch alone: one call per update. */
  accumulate(
    policy: PolicyName,
    batch: readonly TrainingGroup[],
    objective: ObjectiveSettings,
  ): Promise<ObjectiveReport>;
  /** One AdamW step over what was accumulated; gradients are then zero. */
  update(policy: PolicyName, knobs: UpdateKnobs): Promise<UpdateReport>;
  /** logps[g][k][t] of given completions under a policy ("base" for the bare model). */
  logprobs(policy: PolicyName, batch: readonly TrainingGroup[]): Promise<readonly (readonly (readonly number[])[])[]>;
  save(policy: PolicyName): Promise<PolicySnapshot>;
  /** Puts a snapshot in place of the policy's tensors, moments and count. Throws when names or shapes differ. */
  load(policy: PolicyName, snapshot: PolicySnapshot): Promise<void>;
  /** Calls of `sample` that it is best given at once, 1 where absent: while the answers to one are worked on, it
   *  computes another. */
  readonly lanes?: number;
  /** Absent where no GPU of ours works. */
  work?(): GpuWork;
  /** Frees everything it holds. */
  close(): void;
}

/** The policy that is the base model itself: it samples and scores, and cannot be trained. */
export const basePolicy: PolicyName = 'base';

/** A learner's GPU went away (driver reset, tab suspended, destroyed): all that was on it is gone; open a new
 *  engine. */
export class DeviceLostError extends Error {
  override name = 'DeviceLostError';
}
