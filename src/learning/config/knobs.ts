// The cards of every training setting: forms, flags, documentation and types are read off them.
import type { Knob, Knobs } from '../../basics/knobs';

/** The five that matter most: forms show these and fold the rest. */
const mainCards = {
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
    name: 'Problems per step',
    meaning: 'Fresh problems played at once in each step (E).',
    unit: 'problems',
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
} as const satisfies Knobs;

const playCards = {
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
  pickRule: {
    kind: 'choice',
    name: 'Pick rule',
    meaning: 'Which branch continues as the trunk.',
    choices: {
      best: 'highest reward, ties: lowest index',
      team: 'highest team term, ties: lowest index',
      softmax: 'drawn, a higher reward is likelier (softmax)',
      random: 'a random branch',
      first: 'the first branch',
    },
    default: 'best',
  },
  pickTemperature: {
    kind: 'number',
    name: 'Pick temperature',
    meaning: 'Of the softmax pick rule: near 0 the best branch continues, far above 1 any.',
    range: [0.01, 100],
    default: 0.5,
  },
} as const satisfies Knobs;

const opponentCards = {
  randomOpponents: {
    kind: 'number',
    name: 'Random opponents',
    meaning: 'Of a game of two: share of the games of a step in which one side moves at random, each side in turn.',
    range: [0, 1],
    default: 0,
  },
  bestOpponents: {
    kind: 'number',
    name: 'Best opponents',
    meaning: 'Share of the games in which one side is the script of the world that plays best, each side in turn.',
    range: [0, 1],
    default: 0,
  },
  pastOpponents: {
    kind: 'number',
    name: 'Past opponents',
    meaning: 'Share of the games in which one side is an earlier checkpoint of the run, each side in turn.',
    range: [0, 1],
    default: 0,
  },
} as const satisfies Knobs;

const evaluationCards = {
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
    name: 'Validation problems',
    meaning:
      'Problems in each evaluation while training; they choose the best checkpoint. All there are where there are fewer.',
    unit: 'problems',
    range: [4, 1000],
    default: 64,
  },
  testWorlds: {
    kind: 'integer',
    name: 'Test problems',
    meaning: 'Unseen problems in the evaluation before and after training. All there are where there are fewer.',
    unit: 'problems',
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
} as const satisfies Knobs;

const rewardCards = {
  rewardKind: {
    kind: 'choice',
    name: 'Reward',
    meaning: 'What an answer earns.',
    choices: {
      mixed: 'α · team + own: format, legality, progress',
      outcome: 'the outcome only: 1 when solved, else 0',
    },
    default: 'mixed',
  },
  alpha: {
    kind: 'number',
    name: 'Team reward weight',
    meaning: 'Reward = α · team + own (W1).',
    range: [0, 10],
    default: 1,
  },
  formatWeight: {
    kind: 'number',
    name: 'Format weight',
    meaning: "Part of a role's own reward for an answer that can be read; the three parts sum to 1.",
    range: [0, 1],
    default: 0.1,
  },
  legalWeight: {
    kind: 'number',
    name: 'Legality weight',
    meaning:
      'Part for moves that change something (legal), a proposed program that runs (runs), sound programs and tests (sound); the three parts sum to 1.',
    range: [0, 1],
    default: 0.1,
  },
  progressWeight: {
    kind: 'number',
    name: 'Progress weight',
    meaning: 'Part for getting closer without a dead end; the three parts sum to 1.',
    range: [0, 1],
    default: 0.8,
  },
  credit: {
    kind: 'choice',
    name: 'Credit',
    meaning: "What stands in the team term of an answer's reward.",
    choices: {
      own: 'what its own action or proposal comes to',
      'after-turn': 'where the team stands when all roles of the turn have answered the trunk',
      'look-ahead': 'what the other roles of the turn make of it, tried out',
      counterfactual: 'look-ahead, less what they make of silence',
      'play-out': 'what it comes to when all roles play on to the end: for games, where a move pays late',
    },
    default: 'own',
  },
  lookAheads: {
    kind: 'integer',
    name: 'Look-aheads',
    meaning:
      'Plays of the other roles that follow each answer, where credit looks ahead; their tokens are counted. As many ' +
      'more of each group measure influence, and their tokens are told apart.',
    unit: 'plays',
    range: [1, 16],
    default: 1,
  },
} as const satisfies Knobs;

const advantageCards = {
  grouping: {
    kind: 'choice',
    name: 'Grouping',
    meaning: 'Which answers are compared with each other, and so how worlds are played.',
    choices: {
      'agent-and-turn': 'K answers to one prompt, in a tree (AT-GRPO)',
      world: 'K whole games of one world, no tree (GRPO on a team)',
      batch: 'all games of the step, no tree (REINFORCE with a batch baseline)',
    },
    default: 'agent-and-turn',
    formerly: { none: 'batch' },
  },
  normalisation: {
    kind: 'choice',
    name: 'Advantage scale',
    meaning: 'What centred rewards are divided by.',
    choices: {
      deviation: "the group's standard deviation (GRPO)",
      none: 'nothing (Dr. GRPO)',
      agent: "mean and deviation over all of the role's samples (Dr. MAS)",
      running: "nothing; they are centred on a running mean of the role's rewards (SPIRAL)",
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
  baselineDecay: {
    kind: 'number',
    name: 'Baseline decay',
    meaning: "What a step leaves of the running mean of a role's rewards, where advantages are centred on that (Z3).",
    range: [0, 0.999],
    default: 0.9,
  },
  minimumDeviation: {
    kind: 'number',
    name: 'Flat below',
    meaning: 'Groups with a reward deviation at or below this have no advantages (A2).',
    range: [0, 1],
    default: 0,
  },
  flatGroups: {
    kind: 'choice',
    name: 'Flat groups',
    meaning: 'What becomes of groups whose rewards are equal.',
    choices: {
      skip: 'they train nothing and cost nothing',
      keep:
        'entropy bonus and KL penalty hold for them too, and where advantages are scaled over a role, what it did there ' +
        'counts as better or worse than elsewhere: an answer that always fails is given up',
    },
    default: 'skip',
  },
  groupFilter: {
    kind: 'choice',
    name: 'Group filter',
    meaning: "Which groups of a role's step are dropped before it learns, besides flat ones.",
    choices: {
      none: 'none',
      narrow: 'those whose rewards differ least',
      low: 'those with the lowest mean reward: the top is kept',
      high: 'those with the highest mean reward: the bottom is kept',
    },
    default: 'none',
  },
  dropShare: {
    kind: 'number',
    name: 'Dropped share',
    meaning: 'Share of the groups that the group filter drops.',
    range: [0, 0.95],
    default: 0.5,
  },
} as const satisfies Knobs;

const objectiveCards = {
  clipLow: { kind: 'number', name: 'Clip low', meaning: 'ε_low of the clipped ratio.', range: [0, 1], default: 0.2 },
  clipHigh: {
    kind: 'number',
    name: 'Clip high',
    meaning: 'ε_high of the clipped ratio.',
    range: [0, 10],
    default: 0.2,
  },
  klWeight: {
    kind: 'number',
    name: 'KL weight β',
    meaning: 'Penalty for leaving the reference (k3).',
    range: [0, 10],
    default: 0,
  },
  referenceEvery: {
    kind: 'integer',
    name: 'Reference renewed every',
    meaning: 'Steps after which the policy itself becomes the reference of the KL penalty; 0: it stays the base model.',
    unit: 'steps',
    range: [0, 5000],
    default: 0,
  },
  entropyWeight: {
    kind: 'number',
    name: 'Entropy bonus η',
    meaning: 'Reward for staying undecided.',
    range: [0, 1],
    default: 0,
  },
  entropyChange: {
    kind: 'number',
    name: 'Change of η',
    meaning: 'What the entropy bonus has gained by the last step, in a straight line; it never falls below zero.',
    range: [-1, 1],
    default: 0,
  },
  aggregation: {
    kind: 'choice',
    name: 'Loss aggregation',
    meaning: 'How token losses become one number.',
    choices: {
      'token-mean': 'mean over all tokens',
      'sequence-mean': 'mean over sequences of token means',
      'prompt-mean': 'mean over distinct prompts of those means',
      constant: 'sum over a constant (Dr. GRPO)',
    },
    default: 'token-mean',
  },
  epochs: { kind: 'integer', name: 'Epochs', meaning: "Updates from each step's samples.", range: [1, 8], default: 1 },
} as const satisfies Knobs;

const scheduleCards = {
  tokenBudget: {
    kind: 'integer',
    name: 'Token budget',
    meaning:
      'Tokens generated in training after which the run ends, whatever its steps; schedules follow it. 0: no budget.',
    unit: 'tokens',
    range: [0, 10_000_000_000],
    default: 0,
  },
  curriculum: {
    kind: 'choice',
    name: 'Curriculum',
    meaning:
      'Of several worlds: how the problems of a step are shared out. By success: each share times p (1 − p) + 0.02, p what was solved in the last validation; success in training then stays near a half.',
    choices: {
      none: 'by their shares, in every step',
      success: 'more of the worlds that are solved about half the time',
    },
    default: 'none',
  },
  firstWorlds: {
    kind: 'integer',
    name: 'Problems in the first step',
    meaning:
      'Few at first, whose steps are short; their number then grows to the whole. 0, or no fewer than that: the whole from the start.',
    unit: 'problems',
    range: [0, 256],
    default: 0,
  },
  growthSteps: {
    kind: 'integer',
    name: 'Steps of growth',
    meaning: 'In how many steps, in a straight line, the number of problems grows from that of the first to the whole.',
    unit: 'steps',
    range: [0, 5000],
    default: 0,
  },
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
  alternateEvery: {
    kind: 'integer',
    name: 'Alternate every',
    meaning:
      'Roles learn in turn, each for so many steps, in the order of their names; the others are frozen meanwhile. 0: all at once.',
    unit: 'steps',
    range: [0, 1000],
    default: 0,
  },
} as const satisfies Knobs;

const coldStartCards = {
  coldStartSteps: {
    kind: 'integer',
    name: 'Fine-tuning steps',
    meaning:
      'Updates on the successful games of the untrained team (SFT) before reinforcement learning begins. 0: none.',
    unit: 'updates',
    range: [0, 2000],
    default: 0,
  },
  coldStartWorlds: {
    kind: 'integer',
    name: 'Problems collected',
    meaning: 'Problems that the untrained team plays to collect successful games for the cold start.',
    unit: 'problems',
    range: [1, 10_000],
    default: 256,
  },
  coldStartBatch: {
    kind: 'integer',
    name: 'Fine-tuning batch',
    meaning: 'Answers in one update of the cold start.',
    unit: 'answers',
    range: [1, 1024],
    default: 64,
  },
  coldStartRate: {
    kind: 'number',
    name: 'Fine-tuning rate',
    meaning: 'Learning rate of the cold start.',
    range: [1e-7, 1e-1],
    default: 5e-4,
  },
} as const satisfies Knobs;

const weightsCards = {
  beta1: { kind: 'number', name: 'Adam β₁', meaning: 'Memory of the gradient mean.', range: [0, 0.9999], default: 0.9 },
  beta2: {
    kind: 'number',
    name: 'Adam β₂',
    meaning: 'Memory of the squared gradient.',
    range: [0, 0.99999],
    default: 0.95,
  },
  weightDecay: {
    kind: 'number',
    name: 'Weight decay',
    meaning: 'Pull of weights towards zero.',
    range: [0, 1],
    default: 0,
  },
  gradientClip: {
    kind: 'number',
    name: 'Gradient clip',
    meaning: 'Longest allowed gradient (global norm).',
    range: [0.001, 1000],
    default: 1,
  },
  rank: {
    kind: 'integer',
    name: 'LoRA rank',
    meaning: 'Width of the adapters.',
    range: [4, 64],
    multipleOf: 4,
    default: 16,
  },
  loraAlpha: { kind: 'number', name: 'LoRA α', meaning: 'Adapters count α ÷ rank.', range: [1, 256], default: 32 },
  loraNoise: {
    kind: 'number',
    name: 'LoRA noise',
    meaning:
      "Standard deviation of the adapters' B at the start: every run and role begins a little beside the base, each in its own way. 0: at the base.",
    range: [0, 1],
    default: 0,
  },
  basePrecision: {
    kind: 'choice',
    name: 'Base precision',
    meaning:
      'What the frozen base model is kept in on the GPU, packed as it is loaded; adapters and all arithmetic stay f32.',
    choices: {
      f32: '32 bits: nothing is rounded',
      f16: '16 bits a weight',
      int8: '9 bits: blocks of 32 and their largest size',
      int4: '5 bits: blocks of 32, their least and their range (embedding int8)',
    },
    default: 'f32',
  },
} as const satisfies Knobs;

export const trainingKnobs = {
  ...mainCards,
  ...playCards,
  ...opponentCards,
  ...evaluationCards,
  ...rewardCards,
  ...advantageCards,
  ...objectiveCards,
  ...scheduleCards,
  ...coldStartCards,
  ...weightsCards,
} as const;

/** For every policy of a run. It is not among the training settings, but has a card like theirs. */
export const trainableCard = {
  kind: 'choice',
  name: 'Trainable',
  meaning: 'How much of a policy trains.',
  choices: {
    none: 'nothing: the prompts alone',
    adapter: 'a LoRA adapter',
    'all-weights': 'all weights of the policy',
  },
  default: 'adapter',
  formerly: { 'prompt-only': 'none' },
} as const satisfies Knob;

export type KnobName = keyof typeof trainingKnobs;

export const mainKnobs = namesOf(mainCards);

/** All others, as forms fold them: under a heading, with one sentence on what they have in common. */
export const knobGroups: readonly {
  readonly name: string;
  readonly meaning: string;
  readonly knobs: readonly KnobName[];
}[] = [
  { name: 'Play', meaning: 'How a team plays a world.', knobs: namesOf(playCards) },
  {
    name: 'Opponents',
    meaning: 'Against whom a game of two is played; all other games are self-play.',
    knobs: namesOf(opponentCards),
  },
  { name: 'Reward', meaning: 'What an answer earns.', knobs: namesOf(rewardCards) },
  { name: 'Groups and advantages', meaning: 'Whom an answer is compared with.', knobs: namesOf(advantageCards) },
  { name: 'Objective', meaning: 'What an update makes smaller.', knobs: namesOf(objectiveCards) },
  { name: 'Schedule', meaning: 'When who learns how fast, and when it ends.', knobs: namesOf(scheduleCards) },
  {
    name: 'Cold start',
    meaning: 'Fine-tuning on successful games before reinforcement learning.',
    knobs: namesOf(coldStartCards),
  },
  { name: 'Optimiser and adapter', meaning: 'AdamW and LoRA.', knobs: namesOf(weightsCards) },
  {
    name: 'Evaluation',
    meaning: 'How often and on how many problems success is measured.',
    knobs: namesOf(evaluationCards),
  },
];

function namesOf<Cards extends Knobs>(cards: Cards): readonly (keyof Cards)[] {
  return Object.keys(cards);
}
