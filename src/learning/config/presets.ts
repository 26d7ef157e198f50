// Named starting points. A preset is a whole RunConfig; a form or a flag changes single knobs of it.
import { check } from '../../basics/check';
import type { EnvironmentSettings } from '../environments/environment';
import { type RunConfig, settingsFrom } from './run-config';
import { roomsModel, shippedModel } from './shipped-models';

const pair = { tool: 'tool', plan: 'plan' };
/** What the model we ship learns with: many branches, sequences weighed alike, a little entropy, a rate that falls to
 *  nothing. */
const tiny = {
  branches: 16,
  learningRate: 1e-3,
  schedule: 'linear',
  aggregation: 'sequence-mean',
  entropyWeight: 0.02,
  evaluateEvery: 10,
} as const;
/** Few problems a step and a higher rate: learnt as well, in a fraction of the time (models/LOG.md). */
const small = { worldsPerStep: 8, learningRate: 2e-3 } as const;
/** Two roles that look something up in words: queries of two. Much entropy at first, and rewards as they are: divided
 *  by their deviation, with less entropy beside them, some seeds said one digit for six others (models/LOG.md). */
const lookUp = {
  moveBudget: 2,
  entropyWeight: 0.1,
  entropyChange: -0.09,
  normalisation: 'none',
  evaluateEvery: 20,
} as const;
/** Games of two: every answer is played to the end of the game, and the game goes on with any of them (Z2). */
const selfPlay = {
  branches: 8,
  moveBudget: 1,
  credit: 'play-out',
  lookAheads: 2,
  pickRule: 'random',
  normalisation: 'none',
  flatGroups: 'keep',
  formatWeight: 0.5,
  legalWeight: 0.5,
  progressWeight: 0,
  aggregation: 'prompt-mean',
} as const;
const common = {
  model: shippedModel,
  wording: 'compact',
  toolLanguage: 'calls',
  trainable: 'adapter',
  frozen: [],
} as const;

/** A tool role and a plan role, a policy each. */
const pairOn = (
  environment: string,
  environmentSettings: EnvironmentSettings,
  changes: Readonly<Record<string, unknown>>,
): Omit<RunConfig, 'preset'> => ({
  ...common,
  worlds: [{ environment, environmentSettings, share: 1 }],
  team: 'tool-and-plan',
  policies: pair,
  settings: settingsFrom(changes),
});
const sokoban = (changes: Readonly<Record<string, unknown>>) =>
  pairOn('sokoban', { size: 6, boxes: 1 }, { ...tiny, steps: 60, ...changes });
/** Few rooms in the first steps, so that they are short and success is soon seen to rise. */
const growing = { firstWorlds: 8, growthSteps: 24 };
const planPath = (changes: Readonly<Record<string, unknown>>) =>
  pairOn('plan-path', { size: 10, blocked: 0.22 }, { ...tiny, ...small, branches: 8, steps: 40, ...changes });
const rooms = (size: number, boxes: number) => ({ environment: 'sokoban', environmentSettings: { size, boxes } });
const queens = (size: number, given: number, closed: number) => ({
  environment: 'eight-queens',
  environmentSettings: { size, given, closed },
});

export interface Preset {
  readonly id: string;
  readonly name: string;
  /** One sentence for the card. */
  readonly sentence: string;
  readonly config: RunConfig;
}

function preset(id: string, name: string, sentence: string, config: Omit<RunConfig, 'preset'>): Preset {
  return { id, name, sentence, config: { preset: id, ...config } };
}

export const presets: readonly Preset[] = [
  preset('sokoban', 'Sokoban', 'Two agents push a box onto its goal in 6×6 rooms.', sokoban(growing)),
  // Few rooms, few answers and a high rate: in eight steps, two or three minutes on two cores, half of what there is.
  preset(
    'first-look',
    'Quick look',
    'The same rooms in eight steps: something is learnt within a few minutes.',
    sokoban({
      branches: 8,
      worldsPerStep: 12,
      turns: 2,
      learningRate: 6e-3,
      validationWorlds: 32,
      evaluateEvery: 4,
      testWorlds: 64,
      steps: 8,
    }),
  ),
  preset('plan-path', 'Plan-Path', 'Two agents find a way across a 10×10 map with blocked cells.', planPath({})),
  preset(
    'sudoku',
    'Sudoku',
    'Two agents fill 4×4 grids with eight blanks.',
    pairOn('sudoku', { size: 4, blanks: 8 }, { ...tiny, ...small, branches: 8, turns: 5, steps: 40 }),
  ),
  preset('eight-queens', 'Eight Queens', 'Boards of six, five and four rows in one run.', {
    ...pairOn('eight-queens', { size: 6, given: 1, closed: 6 }, { ...tiny, branches: 8, worldsPerStep: 32, steps: 60 }),
    worlds: [
      { ...queens(6, 1, 6), share: 0.4 },
      { ...queens(5, 1, 8), share: 0.3 },
      { ...queens(4, 0, 3), share: 0.3 },
    ],
  }),
  preset(
    'blocksworld',
    'Blocksworld',
    'Two agents restack four blocks.',
    pairOn('blocksworld', { blocks: 4 }, { ...tiny, ...small, branches: 8, turns: 6, steps: 70 }),
  ),
  preset('maths', 'Maths', 'A tool user and a reasoner work out the sums of the first level.', {
    ...common,
    worlds: [{ environment: 'maths', environmentSettings: { level: 1 }, share: 1 }],
    team: 'maths-tool-and-reasoner',
    policies: { tool: 'tool', reasoner: 'reasoner' },
    settings: settingsFrom({ ...tiny, ...small, branches: 8, steps: 50 }),
  }),
  preset('plan-path-vision', 'Plan-Path, seen', 'One agent finds its way on a map that it is shown as a picture.', {
    ...common,
    worlds: [{ environment: 'plan-path-vision', environmentSettings: { size: 5, blocked: 0.22 }, share: 1 }],
    team: 'plan-alone',
    policies: { plan: 'plan' },
    // A move a turn: an answer says where the agent, the goal and what is between them were seen, and the next picture
    // shows what came of it. A high rate, for the patch encoder begins from nothing.
    settings: settingsFrom({
      ...tiny,
      branches: 8,
      worldsPerStep: 16,
      turns: 12,
      moveBudget: 1,
      learningRate: 3e-3,
      validationWorlds: 100,
      evaluateEvery: 25,
      steps: 600,
    }),
  }),
  preset(
    'signals',
    'Signals',
    'A speaker and a listener invent a code for eight objects out of sixteen words that mean nothing.',
    {
      ...common,
      worlds: [
        { environment: 'signals', environmentSettings: { shapes: 4, colours: 2, symbols: 16, length: 1 }, share: 1 },
      ],
      team: 'signals-team',
      policies: { speaker: 'speaker', listener: 'listener' },
      // Many worlds: the listener hears many words in a step, and each of them weighs alike. Eight plays tell how good
      // a word is, eight words which is better. The best branch nearly always continues, so that a code is soon begun,
      // and any one where all fail, so that the listener hears what the speaker only tries. Rewards are not divided by
      // their deviation, and groups in which all fail alike keep the entropy bonus. It begins small, so that a code is
      // begun, and grows, so that two objects which settled on one word part again: their speaker, who is right half
      // the time, then tries words that nobody else says. Adam remembers the squared gradient for long (β₂): once all
      // are right it vanishes, and one miss would move what is settled. Every adapter begins a little beside the base,
      // else the roles stay undecided for long. Format and legality weigh more than the bonus, or it would dissolve
      // them; progress is the team term once more.
      settings: settingsFrom({
        ...tiny,
        branches: 8,
        worldsPerStep: 128,
        turns: 1,
        moveBudget: 1,
        credit: 'look-ahead',
        lookAheads: 8,
        pickRule: 'softmax',
        pickTemperature: 0.1,
        normalisation: 'none',
        flatGroups: 'keep',
        formatWeight: 0.5,
        legalWeight: 0.5,
        progressWeight: 0,
        aggregation: 'prompt-mean',
        entropyWeight: 0.04,
        entropyChange: 0.13,
        schedule: 'constant',
        beta2: 0.99,
        loraNoise: 0.1,
        steps: 240,
      }),
    },
  ),
  preset(
    'guide-and-walker',
    'Guide and walker',
    'One sees the map and says a few words, the other hears them and walks.',
    {
      ...common,
      worlds: [
        { environment: 'guide-and-walker', environmentSettings: { size: 8, blocked: 0.15, farthest: 12 }, share: 1 },
      ],
      team: 'guide-and-walker-team',
      policies: { guide: 'guide', walker: 'walker' },
      settings: settingsFrom({
        ...tiny,
        ...small,
        branches: 8,
        turns: 4,
        moveBudget: 4,
        credit: 'look-ahead',
        lookAheads: 2,
        entropyWeight: 0.03,
        steps: 100,
      }),
    },
  ),
  preset('sokoban-for-two', 'Sokoban for two', 'One figure holds the door, the other brings the box home.', {
    ...common,
    worlds: [
      { environment: 'sokoban-for-two', environmentSettings: { size: 6, boxes: 1, doors: 1, plates: 1 }, share: 1 },
    ],
    team: 'sokoban-for-two-team',
    policies: { first: 'first', second: 'second' },
    settings: settingsFrom({
      ...tiny,
      ...small,
      // The best of eight answers is seldom where greedy play gets stuck: with a trunk that is drawn, 70 to 78 % of
      // rooms are solved after 20 steps, with the best 10 to 12. Sixteen rooms end perhaps a little higher than eight.
      worldsPerStep: 16,
      pickRule: 'softmax',
      branches: 8,
      turns: 10,
      moveBudget: 6,
      credit: 'look-ahead',
      lookAheads: 2,
      entropyWeight: 0.03,
      entropyChange: 0.05,
      // The checkpoint to keep is chosen by validation: 64 rooms, as often as every tenth step, chose one ten points
      // below the best.
      validationWorlds: 200,
      evaluateEvery: 20,
      steps: 120,
    }),
  }),
  preset('passage-search', 'Search', 'One agent searches for what it found before, the other answers.', {
    ...common,
    worlds: [{ environment: 'passage-search', environmentSettings: { facts: 'pairs', hops: 2, length: 2 }, share: 1 }],
    team: 'passage-search-team',
    policies: { searcher: 'searcher', answerer: 'answerer' },
    settings: settingsFrom({ ...tiny, ...small, ...lookUp, turns: 2, steps: 200 }),
  }),
  preset('database', 'Database', 'One agent queries tables, the other answers.', {
    ...common,
    worlds: [{ environment: 'database', environmentSettings: { facts: 'pairs' }, share: 1 }],
    team: 'database-team',
    policies: { writer: 'writer', answerer: 'answerer' },
    settings: settingsFrom({ ...tiny, ...small, ...lookUp, turns: 1, steps: 100 }),
  }),
  preset(
    'proposed-sums',
    'Proposer and solver',
    'One agent says what kind of sum is asked, and is paid most where the other is right half the time.',
    {
      ...common,
      worlds: [{ environment: 'proposed-sums', environmentSettings: {}, share: 1 }],
      team: 'proposed-sums-team',
      policies: { proposer: 'proposer', solver: 'solver' },
      settings: settingsFrom({
        ...tiny,
        ...small,
        branches: 8,
        worldsPerStep: 16,
        turns: 1,
        moveBudget: 1,
        credit: 'look-ahead',
        lookAheads: 8,
        steps: 200,
      }),
    },
  ),
  // Self-play: one policy plays both sides. A move is worth what the game comes to when it is played on; chips are
  // what they are, so rewards are not divided by their deviation. Without more the two sides run after each other for
  // ever; held to what it was some steps ago, the policy settles near the equilibrium.
  preset(
    'kuhn-poker',
    'Kuhn poker',
    'One policy plays both sides, and how far it can be exploited is computed exactly.',
    {
      ...common,
      worlds: [{ environment: 'kuhn-poker', environmentSettings: {}, share: 1 }],
      team: 'kuhn-poker-team',
      policies: { first: 'shared', second: 'shared' },
      settings: settingsFrom({
        ...tiny,
        ...selfPlay,
        worldsPerStep: 64,
        turns: 2,
        alpha: 0.4,
        learningRate: 2e-3,
        lookAheads: 4,
        entropyWeight: 0.01,
        klWeight: 0.1,
        referenceEvery: 20,
        steps: 500,
      }),
    },
  ),
  preset(
    'tic-tac-toe',
    'Tic-tac-toe',
    'One policy plays both sides, against itself and against perfect play, until it holds its own.',
    {
      ...common,
      worlds: [{ environment: 'tic-tac-toe', environmentSettings: {}, share: 1 }],
      team: 'tic-tac-toe-team',
      policies: { cross: 'shared', nought: 'shared' },
      // Against itself alone it learns lines that perfect play refutes (models/LOG.md).
      settings: settingsFrom({
        ...tiny,
        ...selfPlay,
        worldsPerStep: 48,
        turns: 5,
        learningRate: 2e-3,
        klWeight: 0.05,
        referenceEvery: 20,
        bestOpponents: 0.7,
        validationWorlds: 200,
        evaluateEvery: 20,
        steps: 500,
      }),
    },
  ),
  preset(
    'bargaining',
    'Bargaining',
    'One policy divides hats and balls with itself: each side knows only what they are worth to itself.',
    {
      ...common,
      worlds: [{ environment: 'bargaining', environmentSettings: {}, share: 1 }],
      team: 'bargaining-team',
      policies: { first: 'shared', second: 'shared' },
      settings: settingsFrom({
        ...tiny,
        ...selfPlay,
        worldsPerStep: 24,
        turns: 2,
        learningRate: 2e-3,
        entropyWeight: 0.01,
        klWeight: 0.1,
        referenceEvery: 20,
        evaluateEvery: 20,
        steps: 300,
      }),
    },
  ),
  preset(
    'smollm2-map',
    'Plan-Path, SmolLM2',
    'A language model of 135 million parameters learns to call a tool that finds ways, and to act on what it comes to.',
    {
      ...pairOn(
        'plan-path',
        { size: 5, blocked: 0.22 },
        {
          ...tiny,
          worldsPerStep: 12,
          branches: 8,
          turns: 2,
          moveBudget: 8,
          learningRate: 5e-4,
          entropyWeight: 0, // over 49,152 tokens it would praise what cannot be read
          validationWorlds: 40,
          rank: 4, // adapters of 5 MB each
          evaluateEvery: 6,
          testWorlds: 100,
          steps: 24,
        },
      ),
      model: 'HuggingFaceTB/SmolLM2-135M-Instruct',
      wording: 'instruct',
      team: 'shown-one-map',
    },
  ),
  preset(
    'smollm2-walk',
    'Guide and walker, SmolLM2',
    'A language model of 135 million parameters says the way in four letters, and walks by what it hears.',
    {
      ...common,
      worlds: [
        {
          environment: 'guide-and-walker',
          environmentSettings: { size: 6, blocked: 0.1, farthest: 6, length: 4, alphabet: 'moves' },
          share: 1,
        },
      ],
      team: 'shown-one-walk',
      policies: { guide: 'guide', walker: 'walker' },
      model: 'HuggingFaceTB/SmolLM2-135M-Instruct',
      wording: 'instruct',
      settings: settingsFrom({
        ...tiny,
        worldsPerStep: 10,
        branches: 8,
        turns: 2,
        moveBudget: 4,
        credit: 'look-ahead',
        lookAheads: 1,
        learningRate: 3e-4,
        entropyWeight: 0,
        validationWorlds: 40,
        rank: 4,
        evaluateEvery: 10,
        testWorlds: 100,
        steps: 80,
      }),
    },
  ),
  // Half the problems are the hill, the others lead up to it; most come from where success is neither rare nor sure.
  preset('sokoban-hard', 'Sokoban, hard', 'Two boxes in 8×8 rooms, by way of smaller ones.', {
    ...pairOn(
      'sokoban',
      {},
      {
        ...tiny,
        worldsPerStep: 24,
        turns: 6,
        curriculum: 'success',
        validationWorlds: 200,
        testWorlds: 200,
        steps: 300,
      },
    ),
    model: roomsModel,
    worlds: [
      { ...rooms(8, 2), share: 0.5 },
      { ...rooms(7, 2), share: 0.2 },
      { ...rooms(6, 2), share: 0.1 },
      { ...rooms(7, 1), share: 0.1 },
      { ...rooms(6, 1), share: 0.1 },
    ],
  }),
  preset('sokoban-shared', 'Sokoban, one shared policy', 'Both roles train the same adapter.', {
    ...sokoban(growing),
    policies: { tool: 'shared', plan: 'shared' },
  }),
  preset('sokoban-alone', 'Sokoban, single agent', 'The plan role alone: the baseline a team has to beat.', {
    ...sokoban(growing),
    team: 'plan-alone',
    policies: { plan: 'plan' },
  }),
  preset('plan-path-alone', 'Plan-Path, single agent', 'The plan role alone: the baseline a team has to beat.', {
    ...planPath({}),
    team: 'plan-alone',
    policies: { plan: 'plan' },
  }),
  preset('plan-path-tool', 'Plan-Path, tool agent alone', 'The tool role alone: the moves of its program are made.', {
    ...planPath({}),
    team: 'tool-alone',
    policies: { tool: 'tool' },
  }),
  preset(
    'plan-path-grpo',
    'Plan-Path, team + GRPO',
    'No tree: whole games of a map are compared (the baseline MAS + GRPO).',
    planPath({ grouping: 'world' }),
  ),
  preset(
    'plan-path-outcome',
    'Plan-Path, outcome only',
    'The only reward is whether the map was solved.',
    planPath({ rewardKind: 'outcome' }),
  ),
  preset(
    'plan-path-dr-grpo',
    'Plan-Path, Dr. GRPO',
    'Advantages are not divided by their spread, nor losses by their length.',
    planPath({ normalisation: 'none', aggregation: 'constant' }),
  ),
  preset(
    'plan-path-dr-mas',
    'Plan-Path, Dr. MAS',
    'Advantages are scaled over all samples of a role.',
    planPath({ normalisation: 'agent' }),
  ),
  preset(
    'plan-path-cold-start',
    'Plan-Path, cold start',
    'Fine-tuned on its own successful games first, then trained together.',
    planPath({ coldStartSteps: 40 }),
  ),
  preset(
    'plan-path-alternating',
    'Plan-Path, alternating',
    'The roles learn in turn, five steps each, while the other is frozen.',
    planPath({ alternateEvery: 5 }),
  ),
  preset(
    'quick',
    'Smoke test',
    'Ten tiny steps: every part of a run works here; too few to learn anything.',
    pairOn(
      'sokoban',
      { size: 6, boxes: 1 },
      { steps: 10, worldsPerStep: 4, branches: 4, turns: 2, validationWorlds: 8, testWorlds: 16, evaluateEvery: 1 },
    ),
  ),
];

/** The preset of that name. Throws an ExpectationError listing the known ones. */
export function presetById(id: string): Preset {
  const found = presets.find((candidate) => candidate.id === id);
  check(found, `there is no preset "${id}": known are ${presets.map((candidate) => candidate.id).join(', ')}`);
  return found;
}
