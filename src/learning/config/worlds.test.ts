import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Learner, TrainingGroup } from '../../contract/learner';
import { tokenizerFrom } from '../language/tokenizer';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { evaluate, modelFreeReferences } from '../training/evaluate';
import { playsOf, trainingStep } from '../training/step';
import { presetById } from './presets';
import { type RunConfig, settingsFrom } from './run-config';
import { countsOf, problemsOf, worldsOf } from './worlds';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const single: RunConfig = {
  ...presetById('sokoban').config,
  settings: settingsFrom({ worldsPerStep: 8, branches: 4, turns: 2, steps: 10 }),
};
const mixed: RunConfig = {
  ...single,
  worlds: [
    { environment: 'sokoban', environmentSettings: { size: 6, boxes: 1 }, share: 2 },
    { environment: 'plan-path', environmentSettings: { size: 8 }, share: 1, moveBudget: 20 },
    { environment: 'sokoban', environmentSettings: { size: 8, boxes: 2 }, share: 1 },
  ],
};

test('problems are spread by shares: as many as there are, none left without, nobody far from its part', () => {
  expect(countsOf([{ share: 2 }, { share: 1 }, { share: 1 }], 8)).toEqual([4, 2, 2]);
  expect(countsOf([{ share: 1 }, { share: 1 }, { share: 1 }], 4)).toEqual([2, 1, 1]);
  expect(countsOf([{ share: 99 }, { share: 1 }], 4)).toEqual([3, 1]);
  expect(() => countsOf([{ share: 1 }, { share: 1 }], 1)).toThrow('2 worlds need at least 2 problems at a time, got 1');
  const shares = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(shares, fc.integer({ min: 6, max: 500 }), (given, total) => {
      const worlds = given.map((share) => ({ share }));
      const counts = countsOf(worlds, total);
      const whole = given.reduce((sum, share) => sum + share, 0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
      counts.forEach((count, index) => {
        expect(count).toBeGreaterThanOrEqual(1);
        const part = ((given[index] as number) / whole) * total;
        expect(count).toBeLessThanOrEqual(Math.max(1, Math.ceil(part + 1e-9)));
      });
    }),
  );
});

test('worlds are told apart by name, also when one comes twice; a run on one world has that one', () => {
  expect(worldsOf(mixed).map(({ name, moveBudget }) => [name, moveBudget])).toEqual([
    ['sokoban', 12],
    ['plan-path', 20],
    ['sokoban-2', 12],
  ]);
  expect(problemsOf(single, 8)).toMatchObject([{ name: 'sokoban', first: 0, count: 8 }]);
});

test('a step plays every world in its share, on the same problems that a run of one world would have drawn', () => {
  const plays = playsOf({ config: mixed, step: 3, tokenizer });
  expect(
    plays.map(({ settings, seeds }) => [settings.environment.card.id, settings.environmentSettings, seeds.length]),
  ).toEqual([
    ['sokoban', { size: 6, boxes: 1 }, 4],
    ['plan-path', { size: 8 }, 2],
    ['sokoban', { size: 8, boxes: 2 }, 2],
  ]);
  const [alone] = playsOf({ config: single, step: 3, tokenizer });
  expect(plays.flatMap(({ seeds }) => seeds)).toEqual(alone?.seeds);
});

const moves = ['UU', 'DD', 'LL', 'RR'];
const asked = () =>
  scriptedSampler(tokenizer, ({ prompt, branch }) => (prompt.endsWith('tool:') ? 'U' : (moves[branch] as string)));

test.each(['agent-and-turn', 'world'] as const)(
  'with grouping by %s the report tells worlds apart, and adds up',
  async (grouping) => {
    const trained: TrainingGroup[] = [];
    const learner = {
      ...asked(),
      accumulate: async (_policy: string, batch: readonly TrainingGroup[]) => {
        trained.push(...batch);
        return { tokens: 1, loss: 0, clippedShare: 0, ratioLow: 1, ratioHigh: 1, kl: 0, entropy: 0, mismatch: 0 };
      },
      update: async () => ({ gradientNorm: 1, weightChange: 1, skipped: false }),
    } as unknown as Learner;
    const config = { ...mixed, settings: settingsFrom({ ...mixed.settings, grouping, normalisation: 'agent' }) };
    const { report, tree } = await trainingStep({ config, step: 1, learner, tokenizer, now: () => 0 });
    const games = grouping === 'world' ? 4 : 1;
    expect(tree.worlds.map(({ environment }) => environment)).toEqual(
      ['sokoban', 'plan-path', 'sokoban'].flatMap((id, index) => new Array(games * (index === 0 ? 4 : 2)).fill(id)),
    );
    expect(Object.keys(report.worlds ?? {})).toEqual(['sokoban', 'plan-path', 'sokoban-2']);
    const plan = Object.values(report.worlds ?? {}).map(({ roles }) => roles['plan']);
    const together = report.roles['plan'];
    expect(plan.reduce((sum, role) => sum + (role?.samples ?? 0), 0)).toBe(together?.samples);
    const rewards = plan.reduce((sum, role) => sum + (role?.reward ?? 0) * (role?.samples ?? 0), 0);
    expect(rewards / (together?.samples ?? 1)).toBeCloseTo(together?.reward ?? 0, 12);
    if (grouping === 'world') return;
    expect(trained.length).toBeGreaterThan(0);
    // Dr. MAS: an agent's advantages sum to zero over its samples – of one world, for rewards of different worlds are
    // on different scales.
    for (const environment of ['sokoban', 'plan-path']) {
      const groups = tree.worlds.filter((world) => world.environment === environment).flatMap((world) => world.groups);
      const ofPlan = groups.filter(({ role, dropped }) => role === 'plan' && dropped === undefined);
      const rewardsOf = ofPlan.flatMap(({ branches }) => branches.map(({ reward }) => reward));
      const best = ofPlan.flatMap(({ branches }) => branches).reduce((a, b) => (a.reward > b.reward ? a : b));
      expect(best.reward).toBe(Math.max(...rewardsOf));
      expect(best.advantage).toBeGreaterThan(0);
    }
  },
);

test('V3 V4 an evaluation measures every world and all together; so do the reference lines', async () => {
  const options = { config: mixed, split: 'test', n: 120 } as const;
  const { evaluation, worlds } = await evaluate({ ...options, sampler: asked(), tokenizer });
  const names = ['sokoban', 'plan-path', 'sokoban-2'];
  expect(Object.entries(evaluation.worlds ?? {}).map(([name, { n }]) => [name, n])).toEqual([
    ['sokoban', 60],
    ['plan-path', 30],
    ['sokoban-2', 30],
  ]);
  expect(Object.values(evaluation.worlds ?? {}).reduce((sum, { solved }) => sum + solved, 0)).toBe(evaluation.solved);
  expect(worlds.slice(60, 90).every(({ environment }) => environment === 'plan-path')).toBe(true);
  const { solver, random } = await modelFreeReferences(options);
  expect(Object.keys(random.worlds ?? {})).toEqual(names);
  for (const name of names) expect(solver.worlds?.[name]?.rate).toBeGreaterThan(0.7);
  // The problems of the first world are those that a run on it alone is evaluated on.
  const alone = await evaluate({ ...options, config: single, n: 60, sampler: asked(), tokenizer });
  expect(worlds.slice(0, 60)).toEqual(alone.worlds);
  expect(alone.evaluation.worlds).toBeUndefined();
});
