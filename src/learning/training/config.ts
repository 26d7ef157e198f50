// A run is described fully by its configuration, its seed and the hash of its base model (R2). Every setting is a knob on a card:
// forms, flags and tables are read off these cards.

import { check } from '../../basics/check';
import { type Knobs, type ValuesOf, valuesFrom } from '../../basics/knobs';
import type { Wording } from '../agents/role';
import type { ObjectiveSettings } from '../algorithm/objective';
import type { EnvironmentSettings } from '../environments/environment';
import type { PolicyName, UpdateKnobs } from './learner';

/** The knobs that matter most come first; forms show these five and fold the rest. */
export const mainKnobs = ['steps', 'worldsPerStep', 'branches', 'learningRate', 'seed'] as const;

export const trainingKnobs = {
  steps: {
    kind: 'integer',
    name: 'Steps',
    meaning: 'How many times the team plays, is judged and learns.',
    unit: 'steps',
    range: [1, 5000],
    default: 100,
  },
  worldsPerStep: {
    kind: 'integer',
    name: 'Rooms per step',
    meaning: 'Fresh problems played at once in each step (E).',
    unit: 'rooms',
    range: [1, 256],
    default: 32,
  },
  branches: {
    kind: 'integer',
    name: 'Branches',
    meaning: 'Answers tried from each state (K): a group. The best one continues.',
    unit: 'answers',
    range: [2, 64],
    default: 8,
  },
  learningRate: {
    kind: 'number',
    name: 'Learning rate',
    meaning: 'Size of an AdamW step. Too high: the team collapses after a few good steps.',
    range: [1e-7, 1e-1],
    default: 5e-4,
  },
  seed: {
    kind: 'integer',
    name: 'Seed',
    meaning: 'Names all chance of the run: same seed, same run.',
    range: [0, 1_000_000],
    default: 1,
  },

  turns: {
    kind: 'integer',
    name: 'Turns',
    meaning: 'Turns a team has for one problem (T).',
    unit: 'turns',
    range: [1, 12],
    default: 4,
  },
  moveBudget: {
    kind: 'integer',
    name: 'Move budget',
    meaning: 'Moves carried out per turn; what is longer earns nothing for the excess (W2).',
    unit: 'moves',
    range: [1, 60],
    default: 12,
  },
  temperature: {
    kind: 'number',
    name: 'Temperature',
    meaning: 'Spread of training samples; 1 is the policy itself.',
    range: [0.1, 2],
    default: 1,
  },
  evaluateEvery: {
    kind: 'integer',
    name: 'Evaluate every',
    meaning: 'Steps between evaluations on validation problems.',
    unit: 'steps',
    range: [1, 1000],
    default: 5,
  },
  validationWorlds: {
    kind: 'integer',
    name: 'Validation rooms',
    meaning: 'Problems in each evaluation while training.',
    unit: 'rooms',
    range: [4, 1000],
    default: 64,
  },
  testWorlds: {
    kind: 'integer',
    name: 'Test rooms',
    meaning: 'Unseen problems in the evaluation before and after training.',
    unit: 'rooms',
    range: [4, 2000],
    default: 200,
  },
  checkpointEvery: {
    kind: 'integer',
    name: 'Checkpoint every',
    meaning: 'Steps between checkpoints; a run resumes from the last one.',
    unit: 'steps',
    range: [1, 1000],
    default: 1,
  },

  alpha: { kind: 'number', name: 'Team reward weight', meaning: 'Reward = α · team + own (W1).', range: [0, 10], default: 1 },
  formatWeight: {
    kind: 'number',
    name: 'Format weight',
    meaning: "Part of a role's own reward for an answer that can be read.",
    range: [0, 1],
    default: 0.1,
  },
  legalWeight: {
    kind: 'number',
    name: 'Legality weight',
    meaning: 'Part for moves that change something (plan role) or a program that runs through (tool role).',
    range: [0, 1],
    default: 0.1,
  },
  progressWeight: {
    kind: 'number',
    name: 'Progress weight',
    meaning: 'Part for getting closer without a dead end.',
    range: [0, 1],
    default: 0.8,
  },
  pickRule: {
    kind: 'choice',
    name: 'Pick rule',
    meaning: 'Which branch continues as the trunk.',
    choices: { best: 'highest reward, ties: lowest index', random: 'a random branch', first: 'the first branch' },
    default: 'best',
  },

  normalisation: {
    kind: 'choice',
    name: 'Advantage scale',
    meaning: 'What centred rewards are divided by.',
    choices: {
      deviation: "the group's standard deviation (GRPO)",
      none: 'nothing (Dr. GRPO)',
      agent: "mean and deviation over all of the role's samples (Dr. MAS)",
    },
    default: 'deviation',
  },
  advantageEpsilon: {
    kind: 'number',
    name: 'Advantage ε',
    meaning: 'Added to the deviation: groups whose rewards hardly differ stay quiet.',
    range: [0, 1],
    default: 1e-4,
  },
  minimumDeviation: {
    kind: 'number',
    name: 'Flat below',
    meaning: 'Groups with a reward deviation at or below this train nothing (A2).',
    range: [0, 1],
    default: 0,
  },
  clipLow: { kind: 'number', name: 'Clip low', meaning: 'ε_low of the clipped ratio.', range: [0, 1], default: 0.2 },
  clipHigh: { kind: 'number', name: 'Clip high', meaning: 'ε_high of the clipped ratio.', range: [0, 10], default: 0.2 },
  klWeight: {
    kind: 'number',
    name: 'KL weight β',
    meaning: 'Penalty for leaving the base model (k3).',
    range: [0, 10],
    default: 0,
  },
  entropyWeight: { kind: 'number', name: 'Entropy bonus η', meaning: 'Reward for staying undecided.', range: [0, 1], default: 0 },
  aggregation: {
    kind: 'choice',
    name: 'Loss aggregation',
    meaning: 'How token losses become one number.',
    choices: {
      'token-mean': 'mean over all tokens',
      'sequence-mean': 'mean over sequences of token means',
      constant: 'sum over a constant (Dr. GRPO)',
    },
    default: 'token-mean',
  },
  epochs: { kind: 'integer', name: 'Epochs', meaning: "Updates from each step's samples.", range: [1, 8], default: 1 },

  warmupSteps: {
    kind: 'integer',
    name: 'Warm-up',
    meaning: 'Steps over which the learning rate rises from zero.',
    unit: 'steps',
    range: [0, 500],
    default: 0,
  },
  schedule: {
    kind: 'choice',
    name: 'Schedule',
    meaning: 'How the learning rate falls.',
    choices: { constant: 'stays', linear: 'falls to zero in a line', cosine: 'falls to zero in a half wave' },
    default: 'constant',
  },
  beta1: { kind: 'number', name: 'Adam β₁', meaning: 'Memory of the gradient mean.', range: [0, 0.9999], default: 0.9 },
  beta2: { kind: 'number', name: 'Adam β₂', meaning: 'Memory of the squared gradient.', range: [0, 0.99999], default: 0.95 },
  weightDecay: { kind: 'number', name: 'Weight decay', meaning: 'Pull of weights towards zero.', range: [0, 1], default: 0 },
  gradientClip: {
    kind: 'number',
    name: 'Gradient clip',
    meaning: 'Longest allowed gradient (global norm).',
    range: [0.001, 1000],
    default: 1,
  },
  rank: { kind: 'integer', name: 'LoRA rank', meaning: 'Width of the adapters.', range: [4, 64], multipleOf: 4, default: 16 },
  loraAlpha: { kind: 'number', name: 'LoRA α', meaning: 'Adapters count α ÷ rank.', range: [1, 256], default: 32 },
  basePrecision: {
    kind: 'choice',
    name: 'Base precision',
    meaning: 'What the frozen base model is kept in on the GPU, packed as it is loaded; adapters and all arithmetic stay f32.',
    choices: {
      f32: '32 bits: nothing is rounded',
      f16: '16 bits a weight',
      int8: '9 bits: blocks of 32 and their largest size',
      int4: '5 bits: blocks of 32, their least and their range (embedding int8)',
    },
    default: 'f32',
  },
} as const satisfies Knobs;

export type TrainingSettings = ValuesOf<typeof trainingKnobs>;

export type TeamId = 'tool-and-plan' | 'plan-alone';

export interface RunConfig {
  readonly preset: string;
  /** Folder under models/, "owner/name" of the hub, or the name of a file or folder that was loaded. */
  readonly model: string;
  readonly environment: string;
  readonly environmentSettings: EnvironmentSettings;
  readonly team: TeamId;
  /** compact: a few dozen tokens, for the model that ships; instruct: full words in the model's own chat format. */
  readonly wording: Wording;
  readonly toolLanguage: 'calls';
  /** σ: role → policy. Several roles may share one. "base" for a role that stays untrained. */
  readonly policies: Readonly<Record<string, PolicyName>>;
  /** Level of every policy: L1 adapters, L2 all weights, L0 none trains. */
  readonly level: 'prompt-only' | 'adapter' | 'all-weights';
  /** Roles whose samples are shown and train nothing (P2). */
  readonly frozen: readonly string[];
  readonly settings: TrainingSettings;
}

/** The settings, checked. Throws an ExpectationError naming the knob at fault. */
export function settingsFrom(given: Readonly<Record<string, unknown>>): TrainingSettings {
  const settings = valuesFrom(trainingKnobs, given);
  const weights = settings.formatWeight + settings.legalWeight + settings.progressWeight;
  check(
    Math.abs(weights - 1) < 1e-6,
    `formatWeight, legalWeight and progressWeight sum to 1, got ${weights.toFixed(3)}: change one of them`,
  );
  return settings;
}

export function objectiveFrom(settings: TrainingSettings): ObjectiveSettings {
  const { clipLow, clipHigh, klWeight, entropyWeight, aggregation } = settings;
  const divisor = settings.worldsPerStep * settings.branches * settings.turns;
  return { kind: 'at-grpo', clipLow, clipHigh, kl: klWeight, entropy: entropyWeight, aggregation, divisor };
}

/** The knobs of the update of step `step` (from 1): the schedule applied. */
export function updateKnobsFrom(settings: TrainingSettings, step: number): UpdateKnobs {
  const { beta1, beta2, weightDecay, gradientClip, warmupSteps, schedule, steps } = settings;
  const warm = warmupSteps === 0 ? 1 : Math.min(1, step / warmupSteps);
  const done = Math.min(1, Math.max(0, step - 1 - warmupSteps) / Math.max(1, steps - warmupSteps));
  const fall = schedule === 'constant' ? 1 : schedule === 'linear' ? 1 - done : (1 + Math.cos(Math.PI * done)) / 2;
  return { learningRate: settings.learningRate * warm * fall, beta1, beta2, epsilon: 1e-8, weightDecay, gradientClip };
}
