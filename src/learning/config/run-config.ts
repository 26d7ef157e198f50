// A run is described fully by its configuration, its seed and the hash of its base model (R2). Every setting is a knob
// on a card: forms, flags and tables are read off these cards.

import { check } from '../../basics/check';
import { type ValuesOf, valuesFrom } from '../../basics/knobs';
import type { PolicyName, UpdateKnobs } from '../../contract/learner';
import type { ObjectiveSettings } from '../../contract/objective';
import type { Wording } from '../agents/role';
import type { ToolLanguage } from '../agents/team';
import type { RunDefinitions } from '../catalogue';
import type { EnvironmentSettings } from '../environments/environment';
import type { RoleId } from '../rollouts/transcript';
import { type trainableCard, trainingKnobs } from './knobs';
import type { Sampling } from './sampling';

export { type KnobName, knobGroups, mainKnobs, trainingKnobs } from './knobs';

export type TrainingSettings = ValuesOf<typeof trainingKnobs>;

/** Of a listed team, or of one among the run's definitions. */
export type TeamId = string;

/** Where a policy begins instead of at the base model: with another run's reported weights, its optimiser fresh. */
export interface PolicyStart {
  /** The run's id, for people; what counts is the hash. */
  readonly run: string;
  readonly policy: PolicyName;
  /** SHA-256 of the weights (run/policy-starts.ts), so that the configuration still describes the run fully (R2). */
  readonly hash: string;
}

/** Where a run goes on instead of at its beginning: after a kept step of another run, as it was there. */
export interface Fork {
  /** The run's id, for people; what counts is the hash. */
  readonly run: string;
  /** Steps done there. */
  readonly step: number;
  /** SHA-256 of all that was kept of the policies (run/fork.ts), so that the configuration still describes the run
   *  fully (R2). */
  readonly hash: string;
  /** The seed that the policies were made with, before the first step. */
  readonly seed: number;
}

/** A world of a run. */
export interface WorldShare {
  readonly environment: string;
  readonly environmentSettings: EnvironmentSettings;
  /** Its part of the problems, in proportion to the others' shares. */
  readonly share: number;
  /** In place of the run's. */
  readonly moveBudget?: number;
}

export interface RunConfig {
  readonly preset: string;
  /** Folder under models/, "owner/name" of the hub, or the name of a file or folder that was loaded. */
  readonly model: string;
  /** At least one. The first is the one that is shown where one stands for all. */
  readonly worlds: readonly WorldShare[];
  readonly team: TeamId;
  /** compact: a few dozen tokens, for the model that ships; instruct: full words in the model's own chat format. */
  readonly wording: Wording;
  readonly toolLanguage: ToolLanguage;
  /** σ: role → policy. Several roles may share one. "base" for a role that stays untrained. */
  readonly policies: Readonly<Record<string, PolicyName>>;
  /** What trains of every policy: an adapter, all its weights, or nothing. */
  readonly trainable: keyof typeof trainableCard.choices;
  /** Roles whose samples are shown and train nothing (P2). */
  readonly frozen: readonly string[];
  /** What the run names beside the built-in: teams that somebody wrote. */
  readonly definitions?: RunDefinitions;
  /** What is different for single roles; absent in most runs. */
  readonly sampling?: Sampling;
  /** Policies that do not begin at the base model. */
  readonly start?: Readonly<Record<PolicyName, PolicyStart>>;
  /** The run whose steps come before its own. */
  readonly fork?: Fork;
  readonly settings: TrainingSettings;
}

/** The settings, checked. Throws an ExpectationError naming the knob at fault. */
export function settingsFrom(given: Readonly<Record<string, unknown>>): TrainingSettings {
  const settings = valuesFrom(trainingKnobs, given);
  const weights = settings.formatWeight + settings.legalWeight + settings.progressWeight;
  check(
    Math.abs(weights - 1) < 1e-6,
    `formatWeight, legalWeight and progressWeight have to sum to 1, got ${weights.toFixed(3)}: change another of the three`,
  );
  return settings;
}

/** Fresh problems of step `step` (from 1; before it, those of a cold start: all): fewer in the first steps where their
 *  number grows. */
export function problemsInStep(
  { worldsPerStep, firstWorlds, growthSteps }: Pick<TrainingSettings, 'worldsPerStep' | 'firstWorlds' | 'growthSteps'>,
  step: number,
): number {
  if (firstWorlds === 0 || firstWorlds >= worldsPerStep || step < 1 || step > growthSteps) return worldsPerStep;
  return Math.round(firstWorlds + ((worldsPerStep - firstWorlds) * (step - 1)) / growthSteps);
}

/** Fresh problems of the first `steps` steps together. */
export function problemsUntil(settings: TrainingSettings, steps: number): number {
  return Array.from({ length: steps }, (_, index) => problemsInStep(settings, index + 1)).reduce(
    (sum, n) => sum + n,
    0,
  );
}

/** The loss of step `step` (from 1), after `tokens` were generated in training: the schedule applied. `divisor`, for
 *  "constant": worlds · branches · turns of a step. */
export function objectiveFrom(settings: TrainingSettings, step: number, tokens = 0): ObjectiveSettings {
  const { clipLow, clipHigh, klWeight, entropyWeight, entropyChange, aggregation } = settings;
  const divisor = problemsInStep(settings, step) * settings.branches * settings.turns;
  const entropy = Math.max(0, entropyWeight + entropyChange * doneShare(settings, step, tokens));
  return { kind: 'at-grpo', clipLow, clipHigh, kl: klWeight, entropy, aggregation, divisor };
}

/** The knobs of the update of step `step` (from 1), after `tokens` were generated in training: the schedule applied. */
export function updateKnobsFrom(settings: TrainingSettings, step: number, tokens = 0): UpdateKnobs {
  const { beta1, beta2, weightDecay, gradientClip, warmupSteps, schedule } = settings;
  const warm = warmupSteps === 0 ? 1 : Math.min(1, step / warmupSteps);
  const done = doneShare(settings, step, tokens);
  const fall = schedule === 'constant' ? 1 : schedule === 'linear' ? 1 - done : (1 + Math.cos(Math.PI * done)) / 2;
  return { learningRate: settings.learningRate * warm * fall, beta1, beta2, epsilon: 1e-8, weightDecay, gradientClip };
}

/** How much of a run is done before step `step`, after its warm-up: of its steps or its budget of tokens, whichever
 *  ends it sooner. */
function doneShare({ warmupSteps, steps, tokenBudget }: TrainingSettings, step: number, tokens: number): number {
  const ofSteps = Math.max(0, step - 1 - warmupSteps) / Math.max(1, steps - warmupSteps);
  return Math.min(1, Math.max(ofSteps, tokenBudget > 0 ? tokens / tokenBudget : 0));
}

/** Whether what a step does depends on how many the run is to have. */
export const isScheduled = ({
  schedule,
  entropyChange,
}: Pick<TrainingSettings, 'schedule' | 'entropyChange'>): boolean => schedule !== 'constant' || entropyChange !== 0;

/** Whether a run is over after this step: its steps are done, or its budget of generated tokens is used up. */
export function isLastStep({ steps, tokenBudget }: TrainingSettings, step: number, tokens: number): boolean {
  return step >= steps || (tokenBudget > 0 && tokens >= tokenBudget);
}

/** At which the role's answers are sampled in training. */
export function temperatureOf({ sampling, settings }: Pick<RunConfig, 'sampling' | 'settings'>, role: RoleId): number {
  return sampling?.[role]?.training?.temperature ?? settings.temperature;
}
