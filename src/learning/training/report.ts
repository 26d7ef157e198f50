// One small report per training step: what curves, tables and `--json` files are drawn from.
import type { GpuWork, ObjectiveReport, PolicyName, UpdateReport } from '../../contract/learner';
import type { Influence } from '../rollouts/influence';
import type { Evaluation, RoleId } from '../rollouts/transcript';
import type { BaseDistance } from './base-distance';

export interface RoleReport {
  /** Mean over all samples of the step. */
  readonly reward: number;
  /** Mean of each term, before weighting. */
  readonly terms: Readonly<Record<string, number>>;
  readonly groups: number;
  readonly flatGroups: number;
  readonly samples: number;
  readonly tokens: number;
  /** Of its answers on what comes of the turn (C4); absent where credit does not look ahead. Runs before 2026-11-23
   *  have a number here: the share of pairs of answers to one prompt that came to different outcomes. */
  readonly influence?: Influence;
  /** Counts of advantages in 15 equal bins over [−3, 3]; the outer bins take the rest. */
  readonly advantageHistogram: readonly number[];
}

export interface WorldReport {
  /** Of the step; absent in runs before 2026-11-28. */
  readonly problems?: number;
  readonly success: number;
  readonly turnsMean: number;
  readonly roles: Readonly<Record<RoleId, RoleReport>>;
}

/** `loss`, `entropy` and `mismatch` are of the first epoch, before the update; ratios, gradient and change of the
 *  weights of the last. Runs before 2026-11-23 have a `kl` here: with β = 0 the distance to the sampler, which is
 *  nothing. */
export interface PolicyReport extends Omit<ObjectiveReport, 'tokens' | 'kl'>, UpdateReport {
  /** Distance of the weights from where the run began (P4), where a checkpoint was made. */
  readonly weightDistance?: number;
  /** Answer tokens of the batch, each counted once whatever the epochs. */
  readonly trainedTokens: number;
}

export interface StepReport {
  readonly step: number; // from 1
  readonly updates: Readonly<Record<PolicyName, PolicyReport>>;
  readonly roles: Readonly<Record<RoleId, RoleReport>>;
  /** Share of this step's training worlds that were solved. */
  readonly success: number;
  /** Of the K answers to the last question of a game, the share that left its problem solved, each on its own copy;
   *  the mean over the step's games. Absent in runs before 2026-11-24, and of parallel teams: there no single answer
   *  solves what all of them do together. */
  readonly branchSuccess?: number;
  readonly turnsMean: number;
  /** Of a run on several worlds: each by its name. */
  readonly worlds?: Readonly<Record<string, WorldReport>>;
  /** On validation worlds, every few steps. */
  readonly validation?: Evaluation;
  /** How far each policy had come from the base model, in steps where that was measured. */
  readonly baseDistances?: Readonly<Record<PolicyName, BaseDistance>>;
  /** Without those that measured influence, which its figures tell. */
  readonly generatedTokens: number;
  readonly trainedTokens: number;
  /** What playing and learning asked of the GPU; absent in runs before 2026-11-23. */
  readonly gpu?: GpuWork;
  /** Where the step's time went; milliseconds. */
  readonly timeMs: {
    readonly play: number;
    readonly advantages: number;
    readonly learn: number;
    /** The base's forward pass, where `baseDistances` were measured. */
    readonly measure?: number;
    readonly save: number;
    readonly total: number;
  };
}
