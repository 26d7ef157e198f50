// S5 nothing a batch computes depends on what a buffer held before: a small batch behind a larger one of either kind,
// and with every reused buffer poisoned, says to the bit what it says in an engine that has met nothing else.
import { afterEach, describe, expect, test } from 'vitest';
import type { PromptGroup, TrainingGroup } from '../contract/learner';
import { findGpu } from '../headless/open-gpu';
import { Engine } from './engine';
import { type EngineDevice, requestEngineDevice } from './gpu/device';
import { poison } from './gpu/poison';
import { SubmissionBudget } from './gpu/submission-budget';
import { randomTensors } from './subjects/random-weights';
import { smallQwen3 as normed } from './subjects/small-qwen3';
import { usualKnobs, usualObjective } from './subjects/usual-step';

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the tests of stale buffers did not run: ${found.reason}`);
const gpu = found.kind === 'gpu' ? await requestEngineDevice(found.gpu) : (undefined as unknown as EngineDevice);

/** SmolLM2-135M's heads: 15 a row in the joined projection, so that a workgroup of 64 ends in the middle of a row. */
const oddHeads = { ...normed, model_type: 'llama', hidden_size: 72, num_attention_heads: 9, num_key_value_heads: 3 };
const configs = { 'four heads and two': normed, 'nine heads and three': oddHeads };
const policies = ['adapter', 'all-weights'] as const;
/** Tokens from which on what prompts begin with is computed once. */
const sharedPrefix = 5;

const tokens = (count: number, seed: number): number[] => {
  let state = seed * 2_654_435_761;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 30;
  });
};
const answered = (
  groups: number,
  { branches, length, text = [] }: { branches: number; length: number; text?: number[] },
): TrainingGroup[] =>
  Array.from({ length: groups }, (_, g) => ({
    prompt_P: [...text, ...tokens(6, g)],
    completions: Array.from({ length: branches }, (__, k) => ({
      token_T: tokens(length, 100 * g + k + 7),
      oldLogp_T: new Array<number>(length).fill(-3.4),
      advantage: k % 2 ? -1 : 0.7,
    })),
  }));
const asked = (
  policy: string,
  prompt: number,
  { seeds, maxTokens, text = [] }: { seeds: number[]; maxTokens: number; text?: number[] },
): PromptGroup => ({
  policy,
  prompt_P: [...text, ...tokens(prompt, prompt)],
  seed_K: seeds,
  maxTokens,
  temperature: 1,
});

/** Batches that fill tables and buffers further than those that come behind them. */
const large = {
  sampling: (engine: Engine, policy: string) =>
    engine.sample([
      asked(policy, 60, { seeds: [1], maxTokens: 2 }),
      asked(policy, 90, { seeds: [1, 2, 3], maxTokens: 14 }),
    ]),
  training: (engine: Engine, policy: string) => engine.scores(policy, answered(5, { branches: 8, length: 10 })),
  prefixes: (engine: Engine, policy: string) =>
    engine.sample([20, 30, 40].map((own) => asked(policy, own, { seeds: [1, 2], maxTokens: 9, text: tokens(60, 1) }))),
  tree: (engine: Engine, policy: string) =>
    engine.scores(policy, answered(9, { branches: 8, length: 10, text: tokens(60, 1) })),
};
/** Odd numbers of tiles in all their tables: 1 of 31 prompt rows, 9 of 275 predictions, 11 of 330 rows. */
const small = {
  // The second group's keys begin at slot 32, where a row of nothing would write.
  sampling: (engine: Engine, policy: string) =>
    engine.sample([
      asked(policy, 10, { seeds: [11, 12], maxTokens: 11 }),
      asked(policy, 21, { seeds: [13, 14], maxTokens: 11 }),
    ]),
  training: (engine: Engine, policy: string) => learned(engine, policy, answered(11, { branches: 8, length: 4 })),
  prefixes: (engine: Engine, policy: string) =>
    engine.sample(
      [3, 5, 9].map((own) => asked(policy, own, { seeds: [15, 16], maxTokens: 11, text: tokens(sharedPrefix, 1) })),
    ),
  tree: (engine: Engine, policy: string) =>
    learned(engine, policy, answered(11, { branches: 8, length: 4, text: tokens(sharedPrefix, 1) })),
};
const kinds = ['sampling', 'prefixes', 'training', 'tree'] as const;

async function learned(engine: Engine, policy: string, groups: readonly TrainingGroup[]) {
  const report = await engine.accumulate(policy, groups, usualObjective);
  const gradients = await engine.gradients(policy);
  // gradients are zero again, weights are what they were
  await engine.update(policy, { ...usualKnobs, learningRate: 0 });
  return { report, gradients: gradients.map(({ name, data }) => ({ name, data: [...data] })) };
}

/** All numbers of an answer, in order. */
const numbersIn = (answer: unknown): number[] =>
  typeof answer === 'number'
    ? [answer]
    : typeof answer === 'object' && answer !== null
      ? Object.values(answer).flatMap(numbersIn)
      : [];
/** How many numbers of two answers differ in any bit. */
function differing(one: unknown, other: unknown): number {
  const [left, right] = [numbersIn(one), numbersIn(other)];
  expect(left.length).toBe(right.length);
  return left.filter((value, index) => !Object.is(value, right[index])).length;
}

describe.skipIf(found.kind === 'none').each(Object.entries(configs))('S5 with %s', (_, config) => {
  const usual = poison.on;
  const engines: Engine[] = [];
  const open = (): Engine => {
    const submissionBudget = new SubmissionBudget(1e12, () => 0);
    const engine = new Engine(gpu, {
      config,
      tensors: randomTensors(config, 3, 0.3),
      stopToken: 0xffffffff,
      submissionBudget,
      sharedPrefix,
    });
    for (const kind of policies) engine.addPolicy(kind, { kind, rank: 8, alpha: 16, seed: 5 });
    engines.push(engine);
    return engine;
  };
  afterEach(() => {
    poison.on = usual;
    for (const engine of engines.splice(0)) engine.close();
  });

  const places = policies.flatMap((policy) =>
    (['behind larger batches', 'among poison'] as const).map((place) => [policy, place] as const),
  );
  test.each(places)('%s: sampling and training say %s what they say alone', async (policy, place) => {
    poison.on = false;
    const fresh = open();
    const alone = {
      sampling: await small.sampling(fresh, policy),
      prefixes: await small.prefixes(fresh, policy),
      training: await small.training(fresh, policy),
      tree: await small.tree(fresh, policy),
    };
    poison.on = place === 'among poison';
    const used = open();
    const wrong: Record<string, number> = {};
    for (const before of kinds)
      for (const after of kinds) {
        if (!poison.on) await large[before](used, policy);
        const count = differing(await small[after](used, policy), alone[after]);
        if (count > 0) wrong[`${after} behind ${before}`] = count;
      }
    expect(wrong).toEqual({});
  });
});
