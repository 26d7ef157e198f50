import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRecordedRun } from '../../../files/formats/run-json';
import { presetById } from '../../../learning/config/presets';
import type { TrainingSettings } from '../../../learning/config/run-config';
import { completed, type StoredConfig } from '../../../learning/config/stored';
import { answersOf, tellingGroup } from '../../../learning/rollouts/telling-group';
import type { BranchRecord, GroupRecord, StepTree, WorldRecord } from '../../../learning/rollouts/transcript';
import type { Prediction } from '../../../page/parts/prediction';
import { scriptedTree } from '../../../page/screens/rollouts/scripted-tree.fixture';
import {
  advantagePrediction,
  answersPrediction,
  nudgePrediction,
  rewardPrediction,
  trunkPrediction,
} from './predictions';
import {
  advantageNumbers,
  decidingTerm,
  flatGroups,
  meanOf,
  nudgeOf,
  offered,
  promptLines,
  rewardSum,
  type Tour,
  tourOf,
} from './tour';

const { config } = presetById('sokoban');
const { settings } = config;

const branch = (text: string, reward: number, changes: Partial<BranchRecord> = {}): BranchRecord => ({
  token_T: [1, 0],
  piece_T: [text, '<end>'],
  logp_T: [Math.log(0.25), Math.log(0.5)],
  text,
  stop: 'end',
  moves: text,
  why: '',
  terms: { team: 0, format: 1, legal: 1, progress: 0 },
  reward,
  advantage: 0,
  solved: false,
  excess: 0,
  after: [],
  frames: [],
  ...changes,
});
const group = (branches: readonly BranchRecord[], changes: Partial<GroupRecord> = {}): GroupRecord => ({
  role: 'tool',
  policy: 'tool',
  turn: 1,
  prompt: 'a\nb',
  promptTokens: 2,
  before: [],
  branches,
  trunk: 0,
  meanReward: 0,
  deviation: 0,
  ...changes,
});
const world = (...groups: GroupRecord[]): WorldRecord => ({
  environment: 'sokoban',
  seed: 1,
  start: [],
  groups,
  solved: false,
  turns: 1,
  end: 'out-of-turns',
});
const treeOf = (...worlds: WorldRecord[]): StepTree => ({ step: 1, worlds });
const wide = () => group([branch('U', 0), branch('D', 1)]);
const partner = (changes: Partial<GroupRecord> = {}) =>
  group([branch('U', 0), branch('U', 0)], { role: 'plan', ...changes });

describe('the group that is told of', () => {
  it('is that of the widest rewards', () => {
    const narrow = group([branch('U', 0.7), branch('D', 1)]);
    expect(tellingGroup(treeOf(world(narrow, partner()), world(wide(), partner())), settings)).toEqual({
      world: 1,
      group: 0,
    });
  });

  it('is rather one with a partner after it, and of the first turn', () => {
    const alone = world(group([branch('U', 0), branch('D', 1.2)]));
    expect(tellingGroup(treeOf(alone, world(wide(), partner())), settings)).toEqual({ world: 1, group: 0 });
    const late = group([branch('U', 0), branch('D', 1.2)], { turn: 2 });
    const two = world(wide(), partner(), late, partner({ turn: 2 }));
    expect(tellingGroup(treeOf(two), settings)).toEqual({ world: 0, group: 0 });
  });

  it('is rather one that trains', () => {
    const frozen = group([branch('U', 0), branch('D', 1.2)], { dropped: 'frozen' });
    expect(tellingGroup(treeOf(world(frozen, partner()), world(wide(), partner())), settings)).toEqual({
      world: 1,
      group: 0,
    });
    expect(tellingGroup(treeOf(world(frozen, partner())), settings)).toEqual({ world: 0, group: 0 });
  });

  it('is none where all is flat, where there is one answer, or where whole games are compared', () => {
    const compared = { with: 'world', games: 2, value: 1, mean: 0.5, deviation: 0.5 } as const;
    const none = [partner(), group([branch('U', 1)]), group([branch('U', 0), branch('D', 1)], { compared })];
    expect(tellingGroup(treeOf(world(...none)), settings)).toBeUndefined();
    expect(tourOf(treeOf(world(...none)), settings)).toBeUndefined();
    expect(tourOf(treeOf(), settings)).toBeUndefined();
    expect(tellingGroup(treeOf(world(wide())), { ...settings, minimumDeviation: 0.5 })).toBeUndefined();
  });
});

describe('answers', () => {
  it('are counted together where they are equal, the most frequent first', () => {
    const branches = [branch('U', 0), branch('D', 1), branch('D', 1), branch('D', 0.5), branch('D', 1)];
    const answers = answersOf({ branches });
    expect(answers.map(({ number, branches: of, record }) => [number, of, record.text])).toEqual([
      [1, [1, 2, 4], 'D'],
      [2, [0], 'U'],
      [3, [3], 'D'],
    ]);
  });

  it('are offered with the right one among them', () => {
    const answers = answersOf({ branches: ['U', 'D', 'L', 'R', 'UU', 'DD'].map((text, k) => branch(text, k)) });
    expect(offered(answers, answers[5] as never).map(({ number }) => number)).toEqual([1, 2, 3, 4, 6]);
  });
});

describe('numbers', () => {
  it('of the nudge are those of the stored log-probabilities', () => {
    const asked = group([branch('U', 1, { advantage: 2 }), branch('D', 0, { advantage: -2 })]);
    const [up, down] = answersOf(asked) as [never, never];
    expect(nudgeOf({ asked }, up)).toMatchObject({ direction: 'up', advantage: 2 });
    expect(nudgeOf({ asked }, up).probability).toBeCloseTo(0.125);
    expect(nudgeOf({ asked }, up).token_T.map(({ pull }) => pull)).toEqual([1.5, 1]);
    expect(nudgeOf({ asked }, up, 2).token_T.map(({ pull }) => pull)).toEqual([0.75, 0.5]);
    expect(nudgeOf({ asked }, down)).toMatchObject({ direction: 'down' });
    expect(nudgeOf({ asked: { ...asked, dropped: 'frozen' } }, up)).toMatchObject({ direction: 'none', advantage: 0 });
  });

  it('of the nudge say how likely every token is after the update, where that is kept', () => {
    const afterLogp_T = [Math.log(0.5), Math.log(0.75)];
    const asked = group([branch('U', 1, { advantage: 2, afterLogp_T }), branch('D', 0, { advantage: -2 })]);
    const [up, down] = answersOf(asked).map((answer) => nudgeOf({ asked }, answer));
    expect(up?.token_T.map(({ after }) => after?.toFixed(4))).toEqual(['0.5000', '0.7500']);
    expect(up?.after).toBeCloseTo(0.375);
    expect(down?.token_T.map(({ after }) => after)).toEqual([undefined, undefined]);
    expect(down?.after).toBeUndefined();
  });

  it('are left out where log-probabilities are not stored', () => {
    const asked = group([branch('U', 1, { logp_T: [], advantage: 1 })]);
    const nudge = nudgeOf({ asked }, answersOf(asked)[0] as never);
    expect(nudge.token_T).toEqual([]);
    expect(nudge.probability).toBeUndefined();
  });

  it('name the term that decided', () => {
    const terms = { team: 1, format: 1, legal: 1, progress: 0 };
    const solved = branch('D', settings.alpha + settings.formatWeight + settings.legalWeight, { terms });
    const plain = branch('U', settings.formatWeight + settings.legalWeight);
    const tour = tourOf(treeOf(world(group([plain, solved]))), settings) as Tour;
    expect(decidingTerm(tour, settings)).toMatchObject({ term: 'team', more: settings.alpha });
  });

  it('say which lines of a prompt are new', () => {
    expect(promptLines('a\nc', 'a\nb')).toEqual([
      { text: 'a', isNew: false },
      { text: 'c', isNew: true },
    ]);
  });
});

const rights = ({ choices }: Prediction) => choices.filter(({ right }) => right).length;

/** Whatever is shown in numbers adds up to what is stored. */
function expectSums(tour: Tour, settings: TrainingSettings) {
  const { answers, asked, example } = tour;
  expect(answers.reduce((sum, { branches }) => sum + branches.length, 0)).toBe(asked.branches.length);
  for (const answer of answers) {
    const { parts, reward, fits } = rewardSum(answer, settings);
    expect(fits).toBe(true);
    expect(parts.at(-1)?.sum).toBeCloseTo(reward, 3);
    const { mean, deviation = 1, epsilon, advantage, ...numbers } = advantageNumbers(tour, answer, settings);
    expect(numbers.fits).toBe(true);
    expect((numbers.reward - mean) / (deviation + epsilon)).toBeCloseTo(advantage, 2);
  }
  const { parts, of, mean } = meanOf(tour);
  expect(parts.reduce((sum, { reward, count }) => sum + count * reward, 0) / of).toBeCloseTo(mean, 6);
  expect(mean).toBeCloseTo(asked.meanReward, 3);
  expect(example.record.advantage).not.toBe(0);
  expect(rights(answersPrediction(tour))).toBe(1);
  expect(rights(rewardPrediction(tour, settings))).toBeGreaterThan(0);
  expect(rights(advantagePrediction(tour, settings))).toBe(1);
  expect(rights(nudgePrediction(tour))).toBe(1);
  expect(rights(trunkPrediction(tour, settings))).toBe(1);
}

describe('a played step', () => {
  let tree: StepTree;
  beforeAll(async () => {
    tree = await scriptedTree({
      config: { ...config, settings: { ...settings, worldsPerStep: 8 } },
      step: 2,
      skill: 0.2,
    });
  });

  it('is told in numbers that add up', () => {
    const tour = tourOf(tree, settings) as Tour;
    expectSums(tour, settings);
    expect(tour.next?.role).not.toBe(tour.asked.role);
    expect(tour.trunk.branches).toContain(tour.asked.trunk);
    expect(flatGroups(tree).groups).toBeGreaterThan(8);
  });
});

describe('the recorded run', () => {
  const bytes = readFileSync(new URL('../../../../public/recorded-run.json', import.meta.url));
  const { run, trees } = readRecordedRun(bytes, 'recorded-run.json');
  const recorded = completed(run.config as unknown as StoredConfig);

  it('is told in numbers that add up, in every step that is kept', () => {
    expect(trees.length).toBeGreaterThan(0);
    for (const tree of trees) expectSums(tourOf(tree, recorded.settings) as Tour, recorded.settings);
  });

  it('says so where the mean is over a role whose worlds are not all kept', () => {
    const other = { ...recorded.settings, normalisation: 'agent' } as const;
    const tour = tourOf(trees[0] as StepTree, other) as Tour;
    expect(advantageNumbers(tour, tour.best, other)).toMatchObject({
      fits: false,
      among: expect.stringContaining('all'),
    });
  });
});

describe('how many different answers come out', () => {
  const askedOf = (...texts: readonly string[]) => {
    const asked = group(texts.map((text) => branch(text, 0)));
    return answersPrediction({ asked, answers: answersOf(asked) } as unknown as Tour).choices;
  };
  const right = (...texts: readonly string[]) =>
    askedOf(...texts).flatMap(({ label, right }) => (right ? [label] : []));

  it('is asked in ranges, of which one is right', () => {
    expect(right('U', 'U', 'U', 'D', 'D', 'L')).toEqual(['2 to 3']);
    expect(right('U', 'U', 'R', 'D', 'D', 'L')).toEqual(['More than 3']);
    expect(askedOf('U', 'D').map(({ label }) => label)).toEqual(['One, always the same', '2']);
  });
});
