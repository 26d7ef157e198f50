import { beforeAll, describe, expect, it } from 'vitest';
import { cardOf } from '../../../learning/catalogue';
import { presetById } from '../../../learning/config/presets';
import { settingsFrom } from '../../../learning/config/run-config';
import type { BranchRecord, GroupRecord, StepTree } from '../../../learning/rollouts/transcript';
import { advantageStep } from './advantage-scale';
import {
  advantageReading,
  branchInWords,
  droppedInWords,
  marksOf,
  rewardParts,
  signsInWords,
  trunkInWords,
} from './reading';
import { scriptedTree } from './scripted-tree.fixture';

const { config } = presetById('sokoban');
const settings = { ...config.settings, worldsPerStep: 12 };
let tree: StepTree;
let groups: readonly GroupRecord[];
beforeAll(async () => {
  tree = await scriptedTree({ config: { ...config, settings }, step: 2, skill: 0.1 });
  groups = tree.worlds.flatMap((world) => world.groups);
});

const branch = (changes: Partial<BranchRecord>): BranchRecord => ({
  token_T: [1],
  piece_T: ['U'],
  logp_T: [-1],
  text: 'U',
  stop: 'end',
  moves: 'U',
  why: '',
  terms: { team: 0, format: 1, legal: 1, progress: 0 },
  reward: 0.2,
  advantage: 0,
  solved: false,
  excess: 0,
  after: [],
  frames: [],
  ...changes,
});
const groupOf = (branches: readonly BranchRecord[], changes: Partial<GroupRecord> = {}): GroupRecord => ({
  role: 'plan',
  policy: 'plan',
  turn: 2,
  prompt: '',
  promptTokens: 0,
  before: [],
  branches,
  trunk: 0,
  meanReward: 0.54,
  deviation: 0.21,
  ...changes,
});

describe('rewardParts', () => {
  it('adds up to the reward of every answer (W1)', () => {
    for (const group of groups) {
      for (const each of group.branches) {
        const earned = rewardParts(each, settings).reduce((sum, part) => sum + part.earned, 0);
        expect(earned).toBeCloseTo(each.reward, 9);
      }
    }
  });

  it('calls the validity of an answer what the record calls it, whatever the role', () => {
    const terms = { team: 0, runs: 1, progress: 0, format: 1 };
    expect(rewardParts(branch({ terms }), settings).map((part) => part.term)).toEqual([
      'team',
      'progress',
      'runs',
      'format',
    ]);
    expect(rewardParts(branch({}), settings).map((part) => part.term)).toEqual(['team', 'progress', 'legal', 'format']);
  });
});

describe('advantageReading', () => {
  it('compares whole games where the run had no tree', () => {
    const own = branch({ reward: 0.1, advantage: (0.9 - 0.5) / 0.2 });
    const compared = { with: 'world', games: 4, value: 0.9, mean: 0.5, deviation: 0.2 } as const;
    const reading = advantageReading({ tree, group: { ...groupOf([own]), compared }, branch: own, settings });
    expect(reading.formula).toBe('(0.90 − 0.50) / 0.20 = +2.00');
    expect(reading.centreName).toBe('mean return of this world’s 4 games');
  });

  it('writes the formula with its numbers', () => {
    const own = branch({ reward: 0.82, advantage: (0.82 - 0.54) / 0.21 });
    const reading = advantageReading({ tree, group: groupOf([own]), branch: own, settings });
    expect(reading.formula).toBe('(0.82 − 0.54) / 0.21 = +1.33');
  });

  it('follows the normalisation that the run was set to', () => {
    const own = branch({ reward: 0.2, advantage: -0.34 });
    const none = advantageReading({
      tree,
      group: groupOf([own]),
      branch: own,
      settings: settingsFrom({ normalisation: 'none' }),
    });
    expect(none.formula).toBe('0.20 − 0.54 = −0.34');
    const loud = advantageReading({
      tree,
      group: groupOf([own]),
      branch: own,
      settings: settingsFrom({ advantageEpsilon: 0.1 }),
    });
    expect(loud.formula).toContain('/ (0.21 + 0.10)');
  });

  it.each([
    ['deviation', 'skip'],
    ['none', 'skip'],
    ['agent', 'skip'],
    ['agent', 'keep'],
  ] as const)('recomputes the recorded advantages (%s, flat groups: %s)', async (normalisation, flatGroups) => {
    const own = settingsFrom({ ...settings, normalisation, flatGroups });
    const played = await scriptedTree({ config: { ...config, settings: own }, step: 2, skill: 0.1 });
    for (const group of played.worlds.flatMap((world) => world.groups)) {
      for (const each of group.branches) {
        const {
          reward,
          centre,
          scale = 1,
          advantage,
          silenced,
        } = advantageReading({ tree: played, group, branch: each, settings: own });
        if (!silenced) expect((reward - centre) / scale).toBeCloseTo(advantage, 6);
      }
    }
  });
});

describe('words', () => {
  it('describe a node for a screen reader', () => {
    const chosen = branch({ reward: 1.64, advantage: 1.3, solved: true });
    const group = groupOf([branch({}), branch({}), chosen, branch({})], { trunk: 2 });
    expect(branchInWords(group, 2)).toBe(
      'turn 2, plan role, branch 3 of 4, reward 1.64, advantage +1.30, trunk, solved',
    );
  });

  it('say which branch continued, and why', () => {
    const two = groupOf([branch({ reward: 1 }), branch({ reward: 1 }), branch({})]);
    expect(trunkInWords(two, 'best')).toBe(
      'Branch 1 continues: highest reward (1.00), shared by 2; the first of them is taken.',
    );
    expect(trunkInWords(groupOf([branch({}), branch({ reward: 1 })], { trunk: 1 }), 'best')).toBe(
      'Branch 2 continues: highest reward (1.00).',
    );
    expect(trunkInWords(two, 'random')).toContain('at random');
  });

  it('say why a group trains nothing (A2, P2)', () => {
    expect(droppedInWords(groupOf([branch({}), branch({})], { dropped: 'flat', deviation: 0 }))).toContain(
      'earned the same',
    );
    expect(droppedInWords(groupOf([branch({})], { dropped: 'frozen' }))).toContain('frozen');
    expect(droppedInWords(groupOf([branch({})]))).toBeUndefined();
  });

  it('say what the signs of a prompt stand for', () => {
    const { symbols } = cardOf('sokoban');
    const prompt = 'sokoban 1 start\n@ 1 2 $ 2 2 . 2 3\n#@--\n-$.-\nplan:';
    const told = '# wall · - floor · . goal · $ box · @ player';
    expect(signsInWords(prompt, symbols)).toBe(`${told}; two numbers behind a sign are its row and column`);
    expect(signsInWords('maths 1\n? = 2 + 3\ntool:', cardOf('maths').symbols)).toBe('');
    expect(signsInWords(prompt, {})).toBe('');
  });

  it('mark what stands out', () => {
    const kinds = (changes: Partial<BranchRecord>) => marksOf(branch(changes)).map((mark) => mark.kind);
    expect(kinds({ solved: true })).toEqual(['solved']);
    expect(kinds({ terms: { format: 0 } })).toEqual(['unreadable']);
    expect(kinds({ terms: { format: 0 }, excess: 3 })).toEqual(['excess']);
    expect(kinds({ terms: { format: 0 }, stop: 'length' })).toEqual(['cut-off']);
    expect(kinds({ terms: { format: 0 }, stop: 'length', moves: '' })).toEqual(['unreadable', 'cut-off']);
  });
});

describe('advantageStep', () => {
  it('diverges around zero and is strongest from 2 on', () => {
    expect([-9, -0.1, 0, 0.1, 9].map(advantageStep)).toEqual(['n4', 'n1', 'zero', 'p1', 'p4']);
  });
});
