import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Learner, TrainingGroup } from '../../contract/learner';
import { builtIn } from '../catalogue';
import { presetById } from '../config/presets';
import {
  objectiveFrom,
  problemsInStep,
  problemsUntil,
  type RunConfig,
  settingsFrom,
  updateKnobsFrom,
} from '../config/run-config';
import { signals } from '../environments/signals/signals';
import { splitOfSeed } from '../environments/splits';
import { tokenizerFrom } from '../language/tokenizer';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { assignAdvantages } from './assign-advantages';
import { evaluate, modelFreeReferences, swapped, untrained } from './evaluate';
import { trainingStep, worldSeedsOf } from './step';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const config: RunConfig = {
  ...presetById('sokoban').config,
  settings: settingsFrom({ worldsPerStep: 6, branches: 4, turns: 2, steps: 10 }),
};
const answers = ['push U 1', 'push D 1', 'push L 1', 'push R 1', 'UU', 'DD', 'LL', 'RR'];

/** A learner that samples by a script and writes down what it was asked to train. */
function notingLearner() {
  const trained: { policy: string; batch: readonly TrainingGroup[] }[] = [];
  const updated: string[] = [];
  const learner = {
    ...scriptedSampler(
      tokenizer,
      ({ prompt, branch }) => answers[(prompt.endsWith('tool:') ? 0 : 4) + branch] as string,
    ),
    accumulate: async (policy: string, batch: readonly TrainingGroup[]) => {
      trained.push({ policy, batch });
      return { tokens: 1, loss: 0, clippedShare: 0, ratioLow: 1, ratioHigh: 1, kl: 0, entropy: 0, mismatch: 0 };
    },
    update: async (policy: string) => {
      updated.push(policy);
      return { gradientNorm: 1, weightChange: 1, skipped: false };
    },
  } as unknown as Learner;
  return { learner, trained, updated };
}

const stepOf = (changes: Partial<RunConfig> = {}) => {
  const noting = notingLearner();
  return trainingStep({
    config: { ...config, ...changes },
    step: 1,
    learner: noting.learner,
    tokenizer,
    now: () => 0,
  }).then((result) => ({ ...noting, ...result }));
};

test('P1 a sample trains exactly the policy that spoke it', async () => {
  const { trained, tree } = await stepOf();
  expect(trained.map(({ policy }) => policy)).toEqual(['plan', 'tool']);
  for (const { policy, batch } of trained) {
    for (const group of batch) expect(tokenizer.decode(group.prompt_P).endsWith(`${policy}:`)).toBe(true);
    const groups = tree.worlds.flatMap((world) =>
      world.groups.filter((group) => group.policy === policy && !group.dropped),
    );
    expect(batch).toHaveLength(groups.length);
  }
});

test('P1 roles that share a policy train it together', async () => {
  const { trained } = await stepOf({ policies: { tool: 'shared', plan: 'shared' } });
  expect(trained.map(({ policy }) => policy)).toEqual(['shared']);
  const roles = new Set(trained[0]?.batch.map((group) => tokenizer.decode(group.prompt_P).slice(-5)));
  expect(roles).toEqual(new Set(['tool:', 'plan:']));
});

test('P2 a frozen role’s samples are shown and train nothing', async () => {
  const { trained, tree } = await stepOf({ frozen: ['tool'] });
  expect(trained.map(({ policy }) => policy)).toEqual(['plan']);
  const tool = tree.worlds.flatMap((world) => world.groups.filter((group) => group.role === 'tool'));
  expect(tool.length).toBeGreaterThan(0);
  for (const group of tool) expect(group.dropped).toBe('frozen');
});

test('a step tells what single branches solved, where single answers solve', async () => {
  const { report, tree } = await stepOf();
  const shares = tree.worlds.map(({ groups }) => {
    const { branches = [] } = groups.at(-1) ?? {};
    return branches.filter(({ solved }) => solved).length / branches.length;
  });
  expect(report.branchSuccess).toBeCloseTo(shares.reduce((sum, share) => sum + share, 0) / shares.length, 12);
  expect(report.branchSuccess).toBeGreaterThan(0);
  expect(report.branchSuccess).toBeLessThan(report.success); // the best of them goes on
  const parallel = { ...builtIn, teamById: () => ({ ...builtIn.teamById(config.team), order: 'parallel' as const }) };
  const { learner } = notingLearner();
  const together = await trainingStep({ config, step: 1, learner, tokenizer, catalogue: parallel, now: () => 0 });
  expect('branchSuccess' in together.report).toBe(false);
});

test('A2 groups of equal rewards train nothing and are counted', async () => {
  const noting = notingLearner();
  const same = scriptedSampler(tokenizer, ({ prompt, branch }) =>
    prompt.endsWith('tool:') ? '?' : (answers[4 + branch] ?? ''),
  );
  const learner: Learner = { ...noting.learner, sample: same.sample };
  const { report, tree } = await trainingStep({ config, step: 1, learner, tokenizer, now: () => 0 });
  expect(tree.worlds.map(({ turns }) => turns)).toEqual([1, 2, 2, 1, 1, 2]);
  expect(report.roles['tool']).toMatchObject({ groups: 9, flatGroups: 9, samples: 36 });
  expect(report.roles['plan']?.flatGroups).toBeLessThan(9);
  expect(noting.trained.map(({ policy }) => policy)).toEqual(['plan']);
  for (const { completions } of noting.trained[0]?.batch ?? [])
    expect(completions.some(({ advantage }) => advantage !== 0)).toBe(true);
});

test('A2 groups of equal rewards that are kept train with advantage 0, for the entropy bonus, and are counted', async () => {
  const noting = notingLearner();
  const same = scriptedSampler(tokenizer, ({ prompt, branch }) =>
    prompt.endsWith('tool:') ? '?' : (answers[4 + branch] ?? ''),
  );
  const learner: Learner = { ...noting.learner, sample: same.sample };
  const keeping = { ...config, settings: { ...config.settings, flatGroups: 'keep' as const } };
  const { report } = await trainingStep({ config: keeping, step: 1, learner, tokenizer, now: () => 0 });
  expect(report.roles['tool']).toMatchObject({ groups: 9, flatGroups: 9 });
  expect(noting.trained.map(({ policy }) => policy)).toEqual(['plan', 'tool']);
  const kept = noting.trained[1]?.batch.flatMap(({ completions }) => completions) ?? [];
  expect(kept).toHaveLength(36);
  expect(kept.every(({ advantage }) => advantage === 0)).toBe(true);
});

test('S2 a step whose log-probabilities differ between sampler and trainer updates no policy, and says whose', async () => {
  const { learner, trained, updated } = notingLearner();
  const off: Learner = {
    ...learner,
    accumulate: async (policy, batch, objective) => ({
      ...(await learner.accumulate(policy, batch, objective)),
      mismatch: policy === 'tool' ? 0.5 : 0,
    }),
  };
  const stepping = trainingStep({ config, step: 7, learner: off, tokenizer, now: () => 0 });
  await expect(stepping).rejects.toMatchObject({
    name: 'MismatchError',
    refusal: { step: 7, tolerance: 1e-3, mismatches: { plan: 0, tool: 0.5 } },
  });
  expect(trained.map(({ policy }) => policy)).toEqual(['plan', 'tool']);
  expect(updated).toEqual([]); // not the first policy either, whose own mismatch was 0
});

test('S2 only the first epoch is compared: later ones have moved away; ratios are reported of the last, the rest of the first', async () => {
  const { learner, updated } = notingLearner();
  let epoch = 0;
  const moving: Learner = {
    ...learner,
    accumulate: async (policy, batch, objective) => ({
      ...(await learner.accumulate(policy, batch, objective)),
      ...(updated.includes(policy)
        ? { mismatch: 0.4, entropy: 1, clippedShare: 0.125, ratioLow: 0.75, ratioHigh: 1.5 }
        : { mismatch: 1e-6, entropy: 2 }),
    }),
    update: async (policy, knobs) => ({ ...(await learner.update(policy, knobs)), skipped: epoch++ === 0 }),
  };
  const settings = settingsFrom({ ...config.settings, epochs: 2 });
  const alone = { ...config, settings, frozen: ['tool'] };
  const { report } = await trainingStep({ config: alone, step: 1, learner: moving, tokenizer, now: () => 0 });
  expect(updated).toEqual(['plan', 'plan']);
  expect(report.updates['plan']).toMatchObject({
    mismatch: 1e-6,
    entropy: 2,
    clippedShare: 0.125,
    ratioLow: 0.75,
    ratioHigh: 1.5,
    skipped: true,
  });
});

test('G1 groups that share world, role, turn and prompt are refused as one step’s groups', async () => {
  const { tree } = await stepOf();
  const world = {
    ...tree.worlds[0],
    groups: tree.worlds[0]?.groups.map((group) => ({ ...group, prompt_P: [1] })),
  } as never;
  expect(assignAdvantages(config, [world])).toHaveLength((tree.worlds[0]?.groups ?? []).length);
  const twice = {
    ...(world as object),
    groups: [...(world as { groups: unknown[] }).groups, ...(world as { groups: unknown[] }).groups],
  } as never;
  expect(() => assignAdvantages(config, [twice])).toThrow('share world, role, turn and prompt');
});

test('V1 training worlds are of the training split, fresh in every step', () => {
  const first = worldSeedsOf(config, 1);
  expect(first.every((seed) => splitOfSeed(seed) === 'train')).toBe(true);
  expect(new Set([...first, ...worldSeedsOf(config, 2)]).size).toBe(2 * first.length);
});

test('where all splits have the same few problems, each comes as often as any other', () => {
  const worlds = [{ environment: 'signals', environmentSettings: { shapes: 4, colours: 2 }, share: 1 }];
  const seeds = worldSeedsOf({ ...config, worlds, settings: { ...config.settings, worldsPerStep: 16 } }, 5);
  const objects = seeds.map((seed) => signals.picture(signals.start(seed, { shapes: 4, colours: 2 }))[0]);
  expect(new Set(objects).size).toBe(8);
  for (const object of objects) expect(objects.filter((other) => other === object)).toHaveLength(2);
});

test('a step has fewer problems where their number grows, and then all', () => {
  const settings = settingsFrom({ worldsPerStep: 32, firstWorlds: 8, growthSteps: 12 });
  expect([0, 1, 2, 7, 12, 13, 60].map((step) => problemsInStep(settings, step))).toEqual([32, 8, 10, 20, 30, 32, 32]);
  expect(problemsInStep(settingsFrom({ worldsPerStep: 32, growthSteps: 12 }), 1)).toBe(32);
  expect(problemsUntil(settings, 14)).toBe(8 + 10 + 12 + 14 + 16 + 18 + 20 + 22 + 24 + 26 + 28 + 30 + 32 + 32);
  expect(problemsInStep(settingsFrom({ worldsPerStep: 8, firstWorlds: 9, growthSteps: 12 }), 1)).toBe(8);
  expect(objectiveFrom({ ...settings, branches: 4, turns: 2 }, 1).divisor).toBe(8 * 4 * 2);
});

test('while their number grows few problems come in turn, too', () => {
  const worlds = [{ environment: 'signals', environmentSettings: { shapes: 4, colours: 2 }, share: 1 }];
  const growing = {
    ...config,
    worlds,
    settings: { ...config.settings, worldsPerStep: 8, firstWorlds: 2, growthSteps: 3 },
  };
  const shown = (step: number) =>
    worldSeedsOf(growing, step).map((seed) => signals.picture(signals.start(seed, { shapes: 4, colours: 2 }))[0]);
  expect([1, 2, 3, 4].map((step) => shown(step).length)).toEqual([2, 4, 6, 8]);
  const all = [1, 2, 3, 4, 5].flatMap(shown).slice(0, 24);
  for (const object of all) expect(all.filter((other) => other === object)).toHaveLength(3);
});

test('V2 V3 evaluation plays greedy chains and gives the rate with its interval and n', async () => {
  const sampler = scriptedSampler(tokenizer, () => '?');
  const { evaluation } = await evaluate({
    config,
    split: 'test',
    n: 20,
    sampler,
    tokenizer,
    policies: untrained(config),
  });
  expect(
    sampler.asked.every((group) => group.seed_K.length === 1 && group.temperature === 0 && group.policy === 'base'),
  ).toBe(true);
  // Wilson's interval of 0 out of 20 at 95 %: z² ÷ (n + z²), z = 1.96
  expect(evaluation).toMatchObject({ n: 20, solved: 0, rate: 0, low: 0, high: expect.closeTo(0.16113, 5) });
});

test('V4 random play and the solver are measured on the same problems; the solver solves them', async () => {
  const { random, solver } = await modelFreeReferences({ config, split: 'test', n: 50 });
  expect(solver.rate).toBeGreaterThan(0.98);
  expect(random.rate).toBeLessThan(0.5);
});

test('policies can be swapped between roles', () => {
  expect(swapped(config)).toEqual({ tool: 'plan', plan: 'tool' });
});

test('schedules: constant stays, linear and cosine fall to zero, warm-up rises', () => {
  const at = (changes: object, step: number) =>
    updateKnobsFrom(settingsFrom({ steps: 10, learningRate: 1e-3, ...changes }), step).learningRate;
  expect(at({}, 7)).toBe(1e-3);
  expect(at({ schedule: 'linear' }, 6)).toBeCloseTo(5e-4, 12);
  expect(at({ schedule: 'cosine' }, 6)).toBeCloseTo(5e-4, 12);
  expect(at({ warmupSteps: 4 }, 1)).toBeCloseTo(2.5e-4, 12);
});

test('the entropy bonus changes in a line, over steps or the budget of tokens, and is never negative', () => {
  const at = (changes: object, step: number, tokens = 0) =>
    objectiveFrom(settingsFrom({ steps: 11, entropyWeight: 0.03, ...changes }), step, tokens).entropy;
  expect(at({}, 11)).toBe(0.03);
  expect(at({ entropyChange: 0.1 }, 1)).toBe(0.03);
  expect(at({ entropyChange: 0.1 }, 6)).toBeCloseTo(0.03 + (0.1 * 5) / 11, 12);
  expect(at({ entropyChange: 0.1, tokenBudget: 1000 }, 1, 250)).toBeCloseTo(0.055, 12);
  expect(at({ entropyChange: -0.1 }, 11)).toBe(0);
});
