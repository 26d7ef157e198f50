// Thirty training steps of the plain engine – every answer with its prompt to itself, plain kernels, whole dispatches –
// and of the same engine with one thing made fast. One step may hide an error that thirty add up to. What only orders
// work anew must agree to the last digit, even where each engine learns from its own answers; what adds numbers in
// another order, within rounding.
import { describe, expect, test } from 'vitest';
import { rngFrom } from '../basics/rng';
import type { PromptGroup, TrainingGroup } from '../contract/learner';
import type { NamedTensor } from '../contract/weights';
import { findGpu } from '../headless/open-gpu';
import { Engine } from './engine';
import { type EngineDevice, requestEngineDevice } from './gpu/device';
import { GpuShare } from './gpu/gpu-share';
import { SubmissionBudget } from './gpu/submission-budget';
import { variantsFor } from './kernels/matmul/variants';
import { randomTensors } from './subjects/random-weights';
import { usualKnobs, usualObjective } from './subjects/usual-step';

const config = {
  model_type: 'qwen3',
  hidden_size: 48,
  intermediate_size: 80,
  num_hidden_layers: 3,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 8,
  vocab_size: 40,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};
const tensors = randomTensors(config, 7, 0.2);
const settings = { ...usualObjective, entropy: 0.01 };
const knobs = { ...usualKnobs, learningRate: 3e-3 };
const steps = 30;
const branches = 6;

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: trajectories were not compared: ${found.reason}`);

type EngineOptions = Partial<ConstructorParameters<typeof Engine>[1]>;
type Answers = Awaited<ReturnType<Engine['sample']>>;

function open(gpu: EngineDevice, options: EngineOptions = {}): Engine {
  const engine = new Engine(gpu, { config, tensors, stopToken: 3, ...options });
  engine.addPolicy('one', { kind: 'adapter', rank: 8, alpha: 16, seed: 5 });
  return engine;
}

/** Prompts of a step: some of them long, so that workgroups hold rows of several groups and rows without any. */
function groupsOf(step: number): PromptGroup[] {
  const rng = rngFrom('trajectory', step);
  return [5, 37, 18, 11].map((tokens, g) => ({
    policy: 'one',
    prompt_P: Array.from({ length: tokens }, () => rng.integer(config.vocab_size)),
    seed_K: Array.from({ length: branches }, (_, k) => 1000 * step + 10 * g + k),
    maxTokens: 3,
    temperature: 0.4,
  }));
}

/** Prompts that begin alike: a text, a room in it and two of its turns, another room, and a prompt without the text. */
function familyOf(step: number): PromptGroup[] {
  const [own, text, room] = groupsOf(step).map(({ prompt_P }) => prompt_P) as [number[], number[], number[]];
  const prompts = [[...text, ...room], own, [...text, ...room, 7, 8], text, [...text, ...room, 7, 9, 9], [...text, 4]];
  return prompts.map((prompt_P, g) => ({
    ...{ policy: 'one', prompt_P, maxTokens: 3, temperature: 0.4 },
    seed_K: Array.from({ length: branches }, (_, k) => 1000 * step + 10 * g + k),
  }));
}

/** An answer is worth the share of its tokens that are even, as much above its group's mean as it is. */
function judged(groups: readonly PromptGroup[], answers: Answers): TrainingGroup[] {
  const worth = (token_T: readonly number[]) => token_T.filter((token) => token % 2 === 0).length / token_T.length;
  return groups.map(({ prompt_P }, g) => {
    const own = answers[g] ?? [];
    const mean = own.reduce((sum, { token_T }) => sum + worth(token_T), 0) / own.length;
    return {
      prompt_P,
      completions: own.map(({ token_T, logp_T }) => ({
        token_T,
        oldLogp_T: logp_T,
        advantage: 4 * (worth(token_T) - mean),
      })),
    };
  });
}

const different = (completions: TrainingGroup['completions']): number =>
  new Set(completions.map(({ token_T }) => token_T.join())).size;

/** Nothing is computed once for several groups of a training batch. */
const aloneInTraining: EngineOptions = { equalAnswers: 'each', sharedPrefix: Number.POSITIVE_INFINITY };

/** The plain way: nothing shared between the answers of a group. */
const alone = (batch: readonly TrainingGroup[]): TrainingGroup[] =>
  batch.flatMap(({ prompt_P, completions }) => completions.map((one) => ({ prompt_P, completions: [one] })));

async function learn(engine: Engine, batch: readonly TrainingGroup[]) {
  const { loss, mismatch } = await engine.accumulate('one', batch, settings);
  const { gradientNorm } = await engine.update('one', knobs);
  return { loss, mismatch, gradientNorm };
}

/** How far the fast engine has come from the plain one, in shares of how far both have come from where they began. */
function apart(fast: readonly NamedTensor[], plain: readonly NamedTensor[], begin: readonly NamedTensor[]): number {
  const differences = (from: readonly NamedTensor[]) =>
    plain.flatMap(({ data }, index) => Array.from(data, (value, at) => value - (from[index]?.data[at] ?? Number.NaN)));
  const length = (values: readonly number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return length(differences(fast)) / length(differences(begin));
}

describe.skipIf(found.kind === 'none')('trajectories of thirty steps', () => {
  const device = () => requestEngineDevice((found as { gpu: GPU }).gpu);

  test('groups packed, equal answers once, products in every variant', async () => {
    const gpu = await device();
    const plain = open(gpu, { equalBranches: 'each', ...aloneInTraining });
    const packed = open(gpu);
    const backwardVariants = variantsFor('matmul backward', gpu.lanes);
    const tuned = variantsFor('matmul forward', gpu.lanes)
      .slice(1)
      .map(({ name }, index) => {
        const backward = backwardVariants[Math.min(index + 1, backwardVariants.length - 1)]?.name ?? '';
        return open({ ...gpu, variants: { 'matmul forward': name, 'matmul backward': backward } }, aloneInTraining);
      });
    const begin = (await plain.save('one')).tensors;
    let shared = 0;
    for (let step = 0; step < steps; step++) {
      const groups = groupsOf(step);
      const batch = judged(groups, await plain.sample(groups));
      shared += batch.reduce((sum, { completions }) => sum + branches - different(completions), 0);
      const wanted = await learn(plain, alone(batch));
      // in the same order, to the last digit
      for (const engine of tuned) expect(await learn(engine, alone(batch))).toEqual(wanted);
      const got = await learn(packed, batch);
      expect(Math.abs(got.loss - wanted.loss)).toBeLessThan(1e-5 * Math.max(1, Math.abs(wanted.loss)));
      expect(Math.abs(got.gradientNorm / wanted.gradientNorm - 1)).toBeLessThan(1e-4);
    }
    expect(shared).toBeGreaterThan(steps); // there was something to compute once
    const end = (await plain.save('one')).tensors;
    expect(apart((await packed.save('one')).tensors, end, begin)).toBeLessThan(1e-4);
    for (const engine of tuned) expect((await engine.save('one')).tensors).toEqual(end);
    for (const engine of [plain, packed, ...tuned]) engine.close();
  });

  test('a tree of prompts: what several begin with is computed once', async () => {
    const gpu = await device();
    const plain = open(gpu, { equalBranches: 'each', ...aloneInTraining });
    const groupsAlone = open(gpu, { sharedPrefix: Number.POSITIVE_INFINITY });
    const tree = open(gpu, { sharedPrefix: 3 });
    const other = { kind: 'adapter', rank: 8, alpha: 16, seed: 6, noise: 0.2 } as const;
    for (const engine of [groupsAlone, tree]) engine.addPolicy('two', other);
    const begin = (await plain.save('one')).tensors;
    for (let step = 0; step < steps; step++) {
      const groups = familyOf(step);
      const batch = judged(groups, await plain.sample(groups));
      if (step === 0) {
        // forward passes are the same to the last digit: a row sees the same keys in the same order
        const [wanted, got] = [await plain.logprobs('one', alone(batch)), await tree.logprobs('one', batch)];
        expect(got.flat()).toEqual(wanted.flat());
        await learn(groupsAlone, batch);
      }
      // two policies' trees in one batch, each prefilled once: every answer is the same to the last digit
      groupsAlone.load('one', await tree.save('one'));
      const asked = [...groups, ...groups.map((group) => ({ ...group, policy: 'two' }))];
      expect(await tree.sample(asked)).toEqual(await groupsAlone.sample(asked));
      const wanted = await learn(plain, alone(batch));
      const got = await learn(tree, batch);
      expect(Math.abs(got.loss - wanted.loss)).toBeLessThan(1e-5 * Math.max(1, Math.abs(wanted.loss)));
      expect(Math.abs(got.gradientNorm / wanted.gradientNorm - 1)).toBeLessThan(1e-4);
      if (step === 0) expect(tree.bytes.training).toBeLessThan(0.7 * groupsAlone.bytes.training);
    }
    const end = (await plain.save('one')).tensors;
    expect(apart((await tree.save('one')).tensors, end, begin)).toBeLessThan(1e-4);
    for (const engine of [plain, groupsAlone, tree]) engine.close();
  });

  test('decoding rows spread over workgroups, with a tree of prompts and without: what training says', async () => {
    const gpu = await device();
    const spread = { ...gpu, variants: { 'matmul of few rows': '4 rows in 16 slices' } };
    const byToken = { decode: 'by token' } as const;
    const [together, alone, tree] = [
      open(gpu),
      open(spread, { ...byToken, sharedPrefix: Number.POSITIVE_INFINITY }),
      open(spread, { ...byToken, sharedPrefix: 3 }),
    ];
    const engines = [together, alone, tree];
    for (const engine of engines) engine.addPolicy('two', { kind: 'adapter', rank: 8, alpha: 16, seed: 6, noise: 0.2 });
    const rng = rngFrom('long');
    const long = Array.from({ length: 150 }, () => rng.integer(config.vocab_size));
    const other = { maxTokens: 6, temperature: 1 };
    const family = familyOf(1).map((group) => ({ ...group, ...other, prompt_P: [...long, ...group.prompt_P] }));
    const policies = ['two', 'base', 'one']; // in one batch
    for (const engine of [alone, tree]) {
      const answers = await engine.sample(policies.flatMap((policy) => family.map((group) => ({ ...group, policy }))));
      for (const [index, policy] of policies.entries()) {
        const batch = judged(family, answers.slice(index * family.length));
        const said = batch.flatMap(({ completions }) => completions.flatMap(({ oldLogp_T }) => oldLogp_T));
        const wanted = (await together.logprobs(policy, batch)).flat(2);
        expect(said.length).toBe(wanted.length);
        expect(Math.max(...said.map((logp, t) => Math.abs(logp - (wanted[t] as number))))).toBeLessThan(2e-5);
      }
    }
    for (const engine of engines) engine.close();
  });

  test('rows looked at every few tokens, as on a card, and before every one: to the last digit', async () => {
    const gpu = await device();
    const [waiting, ahead] = [true, false].map((software) =>
      open(
        { ...gpu, adapter: { ...gpu.adapter, software } },
        { decode: 'by token', sharedPrefix: Number.POSITIVE_INFINITY },
      ),
    ) as [Engine, Engine];
    for (const engine of [waiting, ahead])
      engine.addPolicy('two', { kind: 'adapter', rank: 8, alpha: 16, seed: 6, noise: 0.2 });
    for (let step = 0; step < steps; step++) {
      const groups = ['one', 'two'].flatMap((policy, p) =>
        groupsOf(step).map((group, g) => ({
          ...{ ...group, policy, maxTokens: 4 + 5 * g, temperature: [0.3, 1, 0, 0.1][g] as number },
          seed_K: Array.from({ length: 20 }, (_, k) => 1000 * step + 100 * g + 50 * p + k),
        })),
      );
      const computed = async (engine: Engine) => {
        const before = engine.work.operations;
        return { answers: await engine.sample(groups), operations: engine.work.operations - before };
      };
      const [many, few] = [await computed(ahead), await computed(waiting)];
      expect(few.answers).toEqual(many.answers);
      expect(few.operations).toBeLessThan(many.operations);
    }
    for (const engine of [waiting, ahead]) engine.close();
  });

  const unhurried = () => new SubmissionBudget(1e12, () => 0);
  const half = () => {
    const share = new GpuShare();
    share.set(0.5);
    return share;
  };
  const exact: [string, () => EngineOptions][] = [
    ['dispatches in slices', () => ({ submissionBudget: new SubmissionBudget(2e5, () => 0) })],
    ['equal branches sampled once', () => ({ submissionBudget: unhurried(), equalBranches: 'once' })],
    ['a GPU that is busy for half of the time', () => ({ gpuShare: half() })],
    ['many tokens in one dispatch', () => ({ submissionBudget: unhurried(), decode: 'whole' })],
  ];
  /** What an engine says and learns, and where it ends. */
  const ownWay = async (options: EngineOptions) => {
    const engine = open(await device(), { equalBranches: 'each', ...options });
    const said = [];
    for (let step = 0; step < steps; step++) {
      const groups = groupsOf(step);
      const answers = await engine.sample(groups);
      said.push(answers, await learn(engine, judged(groups, answers)));
    }
    const end = await engine.save('one');
    engine.close();
    return { said, end };
  };
  let plainWay: ReturnType<typeof ownWay> | undefined;
  test.each(exact)('%s: to the last digit, each engine on its own answers', async (_, options) => {
    plainWay ??= ownWay({ submissionBudget: unhurried() });
    expect(await ownWay(options())).toEqual(await plainWay);
  });
});
