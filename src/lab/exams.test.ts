import { expect, test } from 'vitest';
import { catalogueOf } from '../learning/catalogue';
import type { MathsProblem } from '../learning/environments/problems';
import { letterTokens } from '../learning/language/letter-tokens.fixture';
import { scriptedSampler } from '../learning/rollouts/scripted-sampler';
import type { RunConfig, WorldShare } from '../learning/training/config';
import { presetById } from '../learning/training/presets';
import { type Exam, examine, examineSearch, referencesOf } from './exams';

const problems = Array.from({ length: 130 }, (_, index): MathsProblem => {
  return { id: `${index}`, question: `What is ${index} + 1?`, answer: `${index + 1}`, source: 'test' };
});
const set = { world: 'maths', name: 'aime', hash: 'aa', splits: 'none' } as const;
const catalogue = catalogueOf({ problems: [{ ...set, problems }] });
const onSet: RunConfig = {
  ...presetById('maths').config,
  environment: 'maths/aime',
  environmentSettings: {},
  team: 'maths-alone',
  policies: { reasoner: 'reasoner' },
  definitions: { problems: [set] },
};
const exam = (changes: Partial<Exam> = {}) => {
  const told: (readonly [done: number, total: number])[] = [];
  const sampler = scriptedSampler(letterTokens, () => '1');
  const onProgress = (done: number, total: number) => void told.push([done, total]);
  const whole: Exam = {
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

test('V3 a set is examined on each of its problems once, however many are asked for; so are the lines beside it', async () => {
  const { told, whole } = exam();
  const evaluation = await examine(whole);
  expect(evaluation).toMatchObject({ n: 130, solved: 1 }); // 0 + 1, once
  expect(told.at(0)).toEqual([0, 130]);
  expect(told.at(-1)).toEqual([130, 130]);
  expect(told.every(([done, total]) => done <= total)).toBe(true);
  const { random, solver, untrained } = await referencesOf(whole);
  expect([random.n, solver.n, untrained.n]).toEqual([130, 130, 130]);
  expect(solver.solved).toBe(130);
  expect(await examineSearch(whole, { branches: 2, by: 'reward' })).toMatchObject({ n: 130 });
  expect(await examine({ ...whole, n: 20 })).toMatchObject({ n: 20 });
});

test('V3 in a mix each world counts its own problems: a set no more than it has, drawn ones their whole share', async () => {
  const worlds: readonly WorldShare[] = [
    { environment: 'maths', environmentSettings: { level: 1 }, share: 1 },
    { environment: 'maths/aime', environmentSettings: {}, share: 1 },
    { environment: 'maths', environmentSettings: { level: 2 }, share: 1 },
  ];
  const mixed = { ...onSet, environment: 'maths', environmentSettings: { level: 1 }, worlds };
  const { whole } = exam({ config: mixed, n: 450 });
  const evaluation = await examine(whole);
  expect(evaluation.n).toBe(430);
  const counts = (of: typeof evaluation) => Object.entries(of.worlds ?? {}).map(([name, { n }]) => [name, n]);
  const expected = [
    ['maths', 150],
    ['maths/aime', 130],
    ['maths-2', 150],
  ];
  expect(counts(evaluation)).toEqual(expected);
  expect(evaluation.worlds?.['maths/aime']?.solved).toBe(1);
  const { solver } = await referencesOf(whole);
  expect(counts(solver)).toEqual(expected);
  expect(solver.rate).toBe(1);
});
