import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mean } from '../../basics/statistics';
import type { Learner, TrainingGroup } from '../../contract/learner';
import { fullReward } from '../algorithm/rewards';
import { knobGroups, mainKnobs, trainingKnobs } from '../config/knobs';
import { presetById } from '../config/presets';
import { isLastStep, type RunConfig, settingsFrom, updateKnobsFrom } from '../config/run-config';
import { completed, namingConfig, namingSettings } from '../config/stored';
import { trainsNow } from '../config/who-trains';
import { tokenizerFrom } from '../language/tokenizer';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { playTogether } from '../rollouts/together';
import { tokensIn } from '../rollouts/transcript';
import { gameReturn } from './assign-advantages';
import { batchOf, collect, fineTune } from './cold-start';
import { search } from './evaluate';
import { trainingStep } from './step';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const small = { worldsPerStep: 6, branches: 4, turns: 2, steps: 10 };
const config: RunConfig = { ...presetById('sokoban').config, settings: settingsFrom(small) };
const withSettings = (changes: Readonly<Record<string, unknown>>): RunConfig => ({
  ...config,
  settings: settingsFrom({ ...small, ...changes }),
});
const answers = ['push U 1', 'push D 1', 'push L 1', 'push R 1', 'UU', 'DD', 'LL', 'RR'];

/** A learner that answers by chance from a few answers and writes down what it was asked to train. */
function notingLearner() {
  const trained: { policy: string; batch: readonly TrainingGroup[]; kind: string }[] = [];
  const rates: number[] = [];
  const loaded: { policy: string; updates: number }[] = [];
  const learner = {
    ...scriptedSampler(
      tokenizer,
      ({ prompt, seed }) => answers[(prompt.endsWith('tool:') ? 0 : 4) + (seed % 4)] as string,
    ),
    accumulate: async (policy: string, batch: readonly TrainingGroup[], { kind }: { kind: string }) => {
      trained.push({ policy, batch, kind });
      return {
        tokens: 1,
        loss: 1 / trained.length,
        clippedShare: 0,
        ratioLow: 1,
        ratioHigh: 1,
        kl: 0,
        entropy: 0,
        mismatch: 0,
      };
    },
    update: async (_policy: string, { learningRate }: { learningRate: number }) => {
      rates.push(learningRate);
      return { gradientNorm: 1, weightChange: 1, skipped: false };
    },
    save: async () => ({
      kind: 'adapter',
      tensors: [],
      moment1: new Float32Array([3]),
      moment2: new Float32Array([4]),
      updates: 9,
    }),
    load: async (policy: string, { moment1, updates }: { moment1: Float32Array; updates: number }) => {
      expect(moment1[0]).toBe(0);
      loaded.push({ policy, updates });
    },
  } as unknown as Learner;
  return { learner, trained, rates, loaded };
}

async function stepOf(given: RunConfig, step = 1, tokensBefore = 0) {
  const noting = notingLearner();
  const result = await trainingStep({
    config: given,
    step,
    tokensBefore,
    learner: noting.learner,
    tokenizer,
    now: () => 0,
  });
  return { ...noting, ...result, groups: result.tree.worlds.flatMap((world) => world.groups) };
}

test('every setting has one place in a form: among the main ones or in one group', () => {
  const places = [...mainKnobs, ...knobGroups.flatMap(({ knobs }) => knobs)];
  expect([...places].sort()).toEqual(Object.keys(trainingKnobs).sort());
});

test('MAS + GRPO plays K whole games of each world without a tree; the first answers are those of the tree', async () => {
  const { tree } = await stepOf(withSettings({ grouping: 'world' }));
  expect(tree.worlds).toHaveLength(6 * 4);
  expect(tree.worlds.slice(0, 4).map(({ game }) => game)).toEqual([0, 1, 2, 3]);
  expect(new Set(tree.worlds.slice(0, 4).map(({ seed }) => seed)).size).toBe(1);
  for (const world of tree.worlds) for (const group of world.groups) expect(group.branches).toHaveLength(1);
  const grown = await stepOf(config);
  const first = grown.tree.worlds[0]?.groups[0]?.branches.map(({ text }) => text);
  expect(tree.worlds.slice(0, 4).map(({ groups }) => groups[0]?.branches[0]?.text)).toEqual(first);
});

test('A1 MAS + GRPO: the advantages of a world’s games sum to zero, and all answers of a game share its advantage', async () => {
  const { tree } = await stepOf(withSettings({ grouping: 'world', normalisation: 'none' }));
  for (let first = 0; first < tree.worlds.length; first += 4) {
    const games = tree.worlds.slice(first, first + 4);
    const shared = games.map(({ groups }) => [
      ...new Set(groups.flatMap(({ branches }) => branches.map(({ advantage }) => advantage))),
    ]);
    expect(shared.every((advantages) => advantages.length === 1)).toBe(true);
    expect(mean(shared.flat())).toBeCloseTo(0, 12);
    for (const { groups } of games)
      for (const { compared, branches } of groups)
        expect(branches[0]?.advantage).toBeCloseTo((compared?.value ?? 0) - (compared?.mean ?? 0), 12);
  }
});

test('W3 a game’s return: solving sooner is worth more than any reward on the way', async () => {
  const { tree } = await stepOf(withSettings({ grouping: 'world' }));
  const world = tree.worlds[0] as never as Parameters<typeof gameReturn>[1];
  const { settings } = config;
  const solvedAtOnce = { ...world, solved: true, turns: 1, groups: [] };
  expect(gameReturn(settings, solvedAtOnce)).toBeCloseTo(
    ((settings.turns - 1) * fullReward(settings)) / settings.turns,
    12,
  );
  expect(gameReturn(settings, { ...world, solved: false })).toBeLessThanOrEqual(fullReward(settings));
});

test('REINFORCE: the baseline is the mean over all games of the step', async () => {
  const { groups, tree } = await stepOf(withSettings({ grouping: 'batch', normalisation: 'none' }));
  expect(new Set(groups.map(({ compared }) => compared?.mean)).size).toBe(1);
  expect(groups[0]?.compared).toMatchObject({ with: 'step', games: 24 });
  const ofGames = tree.worlds.map(({ groups: [first] }) => first?.branches[0]?.advantage ?? 0);
  expect(mean(ofGames)).toBeCloseTo(0, 12);
});

test('packing: one training group per prompt, whichever games its answers come from', async () => {
  const { trained, groups } = await stepOf(withSettings({ grouping: 'world' }));
  for (const { policy, batch } of trained) {
    const own = groups.filter((group) => group.policy === policy && !group.dropped);
    expect(batch.reduce((sum, { completions }) => sum + completions.length, 0)).toBe(own.length);
    const turnOne = own.filter(({ turn, role }) => turn === 1 && role === 'tool').length;
    if (policy === 'tool')
      expect(Math.max(...batch.map(({ completions }) => completions.length))).toBe(Math.min(4, turnOne));
    const prompts = new Map(own.map((group) => [group.prompt, group]));
    expect(batch.length).toBeLessThanOrEqual(own.length);
    for (const { prompt_P } of batch) expect(prompts.has(tokenizer.decode(prompt_P))).toBe(true);
  }
});

test('P2 alternating roles: each learns for n steps, the other is frozen meanwhile', async () => {
  const alternating = withSettings({ alternateEvery: 2 });
  const learning = [1, 2, 3, 4, 5].map((step) =>
    ['plan', 'tool'].filter((role) => trainsNow(alternating, { role, policy: role }, step)).join(),
  );
  expect(learning).toEqual(['plan', 'plan', 'tool', 'tool', 'plan']);
  const { trained, groups } = await stepOf(alternating, 3);
  expect(trained.map(({ policy }) => policy)).toEqual(['tool']);
  expect(groups.filter(({ role }) => role === 'plan').every(({ dropped }) => dropped === 'frozen')).toBe(true);
  const halfFrozen = { ...alternating, frozen: ['plan'] };
  expect([1, 2, 3].every((step) => trainsNow(halfFrozen, { role: 'tool', policy: 'tool' }, step))).toBe(true);
});

test('a group filter drops groups, says so, and leaves the rest as it was', async () => {
  const plain = await stepOf(config);
  const { groups } = await stepOf(withSettings({ groupFilter: 'low', dropShare: 0.5 }));
  const tool = groups.filter(({ role }) => role === 'tool');
  expect(tool.filter(({ dropped }) => dropped === 'filtered').length).toBeGreaterThan(0);
  expect(groups.map(({ branches }) => branches.map(({ advantage }) => advantage))).toEqual(
    plain.groups.map(({ branches }) => branches.map(({ advantage }) => advantage)),
  );
});

test('outcome-only reward: every answer earns 1 or 0', async () => {
  const { groups } = await stepOf(withSettings({ rewardKind: 'outcome' }));
  for (const { branches } of groups) for (const { reward, solved } of branches) expect(reward).toBe(solved ? 1 : 0);
});

test('a budget of tokens ends a run, and schedules follow it', () => {
  const settings = settingsFrom({ steps: 100, tokenBudget: 1000, schedule: 'linear', learningRate: 1e-3 });
  expect([0, 999, 1000].map((tokens) => isLastStep(settings, 5, tokens))).toEqual([false, false, true]);
  expect(isLastStep(settings, 100, 0)).toBe(true);
  expect(updateKnobsFrom(settings, 2, 500).learningRate).toBeCloseTo(5e-4, 12);
  expect(updateKnobsFrom(settings, 91, 500).learningRate).toBeCloseTo(1e-4, 12); // the steps end sooner
});

test('the schedule of a step follows the tokens before it', async () => {
  const { rates } = await stepOf(withSettings({ tokenBudget: 1000, schedule: 'linear' }), 1, 750);
  expect(rates[0]).toBeCloseTo(0.25 * config.settings.learningRate, 12);
});

test('R2 knobs that came later do not change what an earlier run is called', () => {
  const { settings } = presetById('sokoban').config;
  const named = namingSettings(settings);
  expect(Object.keys(named)).not.toContain('grouping');
  const old = completed({ ...config, settings: named as never });
  expect(old.settings).toEqual(settings);
  expect(namingSettings({ ...settings, grouping: 'world' })).toMatchObject({ grouping: 'world' });
});

test('R2 a choice that was called otherwise is still known by that name, and names the run by it', () => {
  const { settings } = presetById('sokoban').config;
  const stored = { ...settings, grouping: 'none' } as never;
  expect(completed({ ...config, settings: stored }).settings).toEqual({ ...settings, grouping: 'batch' });
  expect(settingsFrom(stored).grouping).toBe('batch');
  expect(namingSettings({ ...settings, grouping: 'batch' })).toMatchObject({ grouping: 'none' });
  const { trainable: _, ...rest } = config;
  const old = { ...rest, level: 'prompt-only' } as never;
  expect(completed(old)).toEqual({ ...completed(config), trainable: 'none' });
  expect(namingConfig({ ...config, trainable: 'none' })).toMatchObject({ level: 'prompt-only' });
  expect(namingConfig(config)).not.toHaveProperty('trainable');
});

test('best-of-K search says that it used the reward, and grows with K', async () => {
  const given = { config: withSettings({ turns: 3 }), split: 'test', n: 40, tokenizer } as const;
  const { learner } = notingLearner();
  const one = await search({ ...given, sampler: learner }, { branches: 1, by: 'reward' });
  const many = await search({ ...given, sampler: learner }, { branches: 8, by: 'reward' });
  expect(many.rate).toBeGreaterThan(one.rate);
  expect(many.search).toEqual({ branches: 8, by: 'reward' });
  expect(many.tokens).toBeGreaterThan(one.tokens as number);
  expect((await search({ ...given, sampler: learner }, { branches: 8, by: 'team' })).search?.by).toBe('team');
});

test('cold start: the readable answers of solved games are collected once each, the cost is counted', async () => {
  const given = withSettings({ coldStartWorlds: 40, coldStartSteps: 3, branches: 8, turns: 4 });
  const { learner } = notingLearner();
  let seen = 0;
  const set = await collect({
    config: given,
    learner,
    tokenizer,
    player: async (plays, sampler) => {
      const worlds = await playTogether(plays, sampler);
      seen += tokensIn(worlds);
      return worlds;
    },
  });
  expect(set).toMatchObject({ worlds: 42, tokens: seen }); // whole batches of six
  expect(set.solved).toBeGreaterThan(0);
  const keys = set.examples.map(({ policy, prompt_P, token_T }) => `${policy} ${prompt_P} ${token_T}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(set.examples.map(({ policy }) => policy))).toEqual(new Set(['tool', 'plan']));
  const frozen = await collect({ config: { ...given, frozen: ['tool'] }, learner, tokenizer });
  expect(new Set(frozen.examples.map(({ policy }) => policy))).toEqual(new Set(['plan']));
});

test('cold start: each policy is fine-tuned on its own answers by likelihood, and its optimiser begins afresh', async () => {
  const given = withSettings({ coldStartSteps: 3, coldStartBatch: 2, coldStartRate: 0.01 });
  const { learner, trained, rates, loaded } = notingLearner();
  const examples = [1, 2, 3].flatMap((token) =>
    ['plan', 'tool'].map((policy) => ({ policy, prompt_P: [token], token_T: [token, 0] })),
  );
  const report = await fineTune({ config: given, learner, examples });
  expect(report).toMatchObject({ plan: { examples: 3 }, tool: { examples: 3 } });
  expect(trained.map(({ kind }) => kind)).toEqual(new Array(6).fill('sft'));
  expect(new Set(rates)).toEqual(new Set([0.01]));
  expect(loaded).toEqual([
    { policy: 'plan', updates: 0 },
    { policy: 'tool', updates: 0 },
  ]);
  expect(await fineTune({ config: given, learner, examples, stopping: () => true })).toBeUndefined();
});

test('cold start: a round goes through every example once', () => {
  const given = withSettings({ coldStartBatch: 4 });
  const examples = Array.from({ length: 10 }, (_, token) => ({ policy: 'plan', prompt_P: [token], token_T: [token] }));
  const round = [1, 2, 3].flatMap((update) => batchOf(given, examples, update));
  expect(round.map(({ prompt_P }) => prompt_P[0]).sort((a = 0, b = 0) => a - b)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  expect(batchOf(given, examples, 4)).not.toEqual(batchOf(given, examples, 1));
});
