// One small report per training step: what curves, tables and `--json` files are drawn from.
import type { Evaluation, RoleId } from '../rollouts/transcript';
import type { ObjectiveReport, PolicyName, UpdateReport } from './learner';

export interface RoleReport {
  /** Mean over all samples of the step. */
  readonly reward: number;
  /** Mean of each term, before weighting. */
  readonly terms: Readonly<Record<string, number>>;
  readonly groups: number;
  readonly flatGroups: number;
  readonly samples: number;
  readonly tokens: number;
  /** Counts of advantages in 15 equal bins over [−3, 3]; the outer bins take the rest. */
  readonly advantageHistogram: readonly number[];
}

export interface WorldReport {
  readonly success: number;
  readonly turnsMean: number;
  readonly roles: Readonly<Record<RoleId, RoleReport>>;
}

export interface PolicyReport extends Omit<ObjectiveReport, 'tokens'>, UpdateReport {
  /** Distance of the weights from where the run began (P4), where a checkpoint was made. */
  readonly weightDistance?: number;
  readonly trainedTokens: number;
}

export interface StepReport {
  readonly step: number; // from 1
  readonly updates: Readonly<Record<PolicyName, PolicyReport>>;
  readonly roles: Readonly<Record<RoleId, RoleReport>>;
  /** Share of this step's training worlds that were solved. */
  readonly success: number;
  readonly turnsMean: number;
  /** Of a run on several worlds: each by its name. */
  readonly worlds?: Readonly<Record<string, WorldReport>>;
  /** On validation worlds, every few steps. */
  readonly validation?: Evaluation;
  readonly generatedTokens: number;
  readonly trainedTokens: number;
  /** Where the step's time went; milliseconds. */
  readonly timeMs: {
    readonly play: number;
    readonly judge: number;
    readonly learn: number;
    readonly save: number;
    readonly total: number;
  };
}
