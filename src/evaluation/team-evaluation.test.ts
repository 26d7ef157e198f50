import { expect, test } from 'vitest';
import { catalogueOf } from '../learning/catalogue';
import { presetById } from '../learning/config/presets';
import type { RunConfig, WorldShare } from '../learning/config/run-config';
import type { MathsProblem } from '../learning/environments/problems';
import { letterTokens } from '../learning/language/letter-tokens.fixture';
import { scriptedSampler } from '../learning/rollouts/scripted-sampler.fixture';
import { evaluationRows } from './evaluation-rows';
import { type EvaluationTask, evaluateSearch, evaluateTeam, referencesOf } from './team-evaluation';

const problems = Array.from({ length: 130 }, (_, index): MathsProblem => {
  return { id: `${index}`, question: `What is ${index} + 1?`, answer: `${index + 1}`, source: 'test' };
});
const set = { world: 'maths', name: 'aime', hash: 'aa', splits: 'none' } as const;
const catalogue = catalogueOf({ problems: [{ ...set, problems }] });
const onSet: RunConfig = {
  ...presetById('maths').config,
  worlds: [{ environment: 'maths/aime', environmentSettings: {}, share: 1 }],
  team: 'maths-alone',
  policies: { reasoner: 'reasoner' },
  definitions: { problems: [set] },
};
const task = (changes: Partial<EvaluationTask> = {}) => {
  const told: (readonly [done: number, total: number])[] = [];
  const sampler = scriptedSampler(letterTokens, () => '1');
  const onProgress = (done: number, total: number) => void told.push([done, total]);
  const whole: EvaluationTask = {
    config: onSet,
    split: 'test',
    n: 200,
    sampler,
    tokenizer: letterTokens,
    catalogue,
    onProgress,
    ...changes,
  };
  return { told, whole };
};

test('V3 a set is evaluated on each of its problems once, however many are asked for; so are the lines beside it', async () => {
  const { told, whole } = task();
  const evaluation = await evaluateTeam(whole);
  expect(evaluation).toMatchObject({ n: 130, all: true, solved: 1 }); // 0 + 1, once
  expect(told.at(0)).toEqual([0, 130]);
  expect(told.at(-1)).toEqual([130, 130]);
  expect(told.every(([done, total]) => done <= total)).toBe(true);
  const { random, solver, untrained } = await referencesOf(whole);
  expect([random.n, solver.n, untrained.n]).toEqual([130, 130, 130]);
  expect(solver.solved).toBe(130);
  expect(await evaluateSearch(whole, { branches: 2, by: 'reward' })).toMatchObject({ n: 130 });
  expect(await evaluateTeam({ ...whole, n: 20 })).toMatchObject({ n: 20 });
  expect(await evaluateTeam({ ...whole, n: 20 })).not.toHaveProperty('all');
});

test('V3 in a mix each world counts its own problems: a set no more than it has, drawn ones their whole share', async () => {
  const worlds: readonly WorldShare[] = [
    { environment: 'maths', environmentSettings: { level: 1 }, share: 1 },
    { environment: 'maths/aime', environmentSettings: {}, share: 1 },
    { environment: 'maths', environmentSettings: { level: 2 }, share: 1 },
  ];
  const mixed = { ...onSet, worlds };
  const { whole } = task({ config: mixed, n: 450 });
  const evaluation = await evaluateTeam(whole);
  expect(evaluation.n).toBe(430);
  const counts = (of: typeof evaluation) => Object.entries(of.worlds ?? {}).map(([name, { n }]) => [name, n]);
  const expected = [
    ['maths', 150],
    ['maths/aime', 130],
    ['maths-2', 150],
  ];
  expect(counts(evaluation)).toEqual(expected);
  const all = Object.values(evaluation.worlds ?? {}).map((world) => world.all);
  expect([evaluation.all, ...all]).toEqual([undefined, undefined, true, undefined]);
  expect(evaluation.worlds?.['maths/aime']?.solved).toBe(1);
  const { solver } = await referencesOf(whole);
  expect(counts(solver)).toEqual(expected);
  expect(solver.rate).toBe(1);
});

test('V8 an evaluation says when roles were told verdicts, of each world by itself; so do the lines beside it', async () => {
  const { whole } = task({
    config: { ...onSet, worlds: [{ environment: 'maths/aime', environmentSettings: { verdicts: true }, share: 1 }] },
    n: 20,
  });
  expect((await evaluateTeam(whole)).verdicts).toBe(true);
  const references = await referencesOf(whole);
  for (const line of [references.random, references.solver, references.untrained]) expect(line.verdicts).toBe(true);
  expect((await evaluateTeam(task({ n: 20 }).whole)).verdicts).toBeUndefined();
  const worlds: readonly WorldShare[] = [
    { environment: 'maths', environmentSettings: { level: 1 }, share: 1 },
    { environment: 'maths', environmentSettings: { level: 2, verdicts: true }, share: 1 },
  ];
  const mixed = task({ config: { ...onSet, worlds }, n: 20 });
  const both = await evaluateTeam(mixed.whole);
  expect([both.verdicts, both.worlds?.['maths']?.verdicts, both.worlds?.['maths-2']?.verdicts]).toEqual([
    true,
    undefined,
    true,
  ]);
});

test('V10 a role alone is evaluated by itself, beside the same lines; rows say who played', async () => {
  const config = presetById('maths').config;
  const asked = new Set<string>();
  const sampler = scriptedSampler(letterTokens, ({ prompt }) => {
    asked.add(/(\w+):$/.exec(prompt)?.[1] ?? '');
    return 'add 1 1';
  });
  const { whole } = task({ config, n: 20, sampler, alone: 'tool' });
  const alone = await evaluateTeam(whole);
  expect([...asked]).toEqual(['tool']);
  expect(alone.passThrough).toBeUndefined();
  const references = await referencesOf(whole);
  expect([...asked].sort()).toEqual(['answer', 'tool']);
  expect(references.untrained.passThrough?.role).toBe('reasoner');
  const source = {
    preset: 'maths',
    environment: 'maths',
    environmentSettings: {},
    team: config.team,
    seed: 1,
    split: 'test',
  };
  const rows = evaluationRows(
    { ...source, model: 'sprout', modelHash: 'f00', adapter: 'a GPU' },
    [['alone tool', alone]],
    references,
  );
  expect(rows.map(({ policies, verdicts, n, modelHash }) => [policies, verdicts, n, modelHash])).toEqual(
    ['alone tool', 'random', 'untrained', 'solver'].map((who) => [who, false, 20, 'f00']),
  );
});
