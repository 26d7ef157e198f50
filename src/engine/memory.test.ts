// What the engine takes of the GPU's memory is what was planned, and what it does to fit – micro-batches, layers
// computed again, vocabulary in windows, weights as halves – changes nothing but rounding.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rngFrom } from '../basics/rng';
import type { PromptGroup, TrainingGroup } from '../contract/learner';
import { readConfig } from '../contract/model-config';
import type { NamedTensor } from '../contract/weights';
import { findGpu } from '../headless/open-gpu';
import { Engine } from './engine';
import { countedDevice } from './gpu/counted-device.test-data';
import { type EngineDevice, requestEngineDevice } from './gpu/device';
import { dequantised } from './model/dequantised';
import { planMemory, policyBytes, weightBytes } from './model/memory-plan';
import { randomTensors } from './subjects/random-weights';
import { usualKnobs, usualObjective } from './subjects/usual-step';

const config = {
  model_type: 'llama',
  hidden_size: 64,
  intermediate_size: 160,
  num_hidden_layers: 6,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  vocab_size: 3000,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};
const model = readConfig(config);
const stopToken = 0xffffffff;
const settings = { ...usualObjective, entropy: 0.01 };
const knobs = { ...usualKnobs, learningRate: 3e-3 };
const adapter = { kind: 'adapter', rank: 8, alpha: 16, seed: 5 } as const;
const batch = { groups: 6, branches: 4, promptTokens: 40, answerTokens: 12 };
/** A table that one and a half million bytes do not hold. */
const wide = {
  ...config,
  hidden_size: 128,
  intermediate_size: 16,
  num_hidden_layers: 2,
  num_attention_heads: 1,
  num_key_value_heads: 1,
  head_dim: 8,
  vocab_size: 6001,
};
const narrowLimits = { maxStorageBufferBindingSize: 1_500_000 };
/** Smaller, for what takes many steps. */
const tiny = {
  ...config,
  hidden_size: 16,
  intermediate_size: 32,
  num_hidden_layers: 3,
  num_attention_heads: 2,
  vocab_size: 60,
};

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the memory tests did not run: ${found.reason}`);

function groupsOf({ groups, branches, promptTokens, answerTokens }: typeof batch): PromptGroup[] {
  const rng = rngFrom('groups');
  return Array.from({ length: groups }, (_, g) => ({
    policy: 'one',
    prompt_P: Array.from({ length: promptTokens }, () => rng.integer(model.vocabulary)),
    seed_K: Array.from({ length: branches }, (_, k) => g * 100 + k),
    maxTokens: answerTokens,
    temperature: 1,
  }));
}

/** The same groups, whose prompts begin with so many tokens of the first's. */
const beginningAlike = ([first, ...others]: readonly PromptGroup[], tokens: number): PromptGroup[] => [
  first!,
  ...others.map((group) => ({
    ...group,
    prompt_P: [...first!.prompt_P.slice(0, tokens), ...group.prompt_P.slice(tokens)],
  })),
];

function answered(groups: readonly PromptGroup[], answers: Awaited<ReturnType<Engine['sample']>>): TrainingGroup[] {
  return groups.map(({ prompt_P }, g) => ({
    prompt_P,
    completions: answers[g]!.map(({ token_T, logp_T }, k) => ({
      token_T,
      oldLogp_T: logp_T,
      advantage: k % 2 ? -1 : 0.7,
    })),
  }));
}

/** The plan, or nothing where even the smallest does not fit. */
function planOrNone(of: Parameters<typeof planMemory>[0]): ReturnType<typeof planMemory> | undefined {
  try {
    return planMemory(of);
  } catch {
    return undefined;
  }
}

/** Largest difference over the largest wanted number, all tensors together. */
function distance(got: readonly NamedTensor[], wanted: readonly NamedTensor[]): number {
  const scale = wanted.reduce(
    (most, { data }) => data.reduce((high, value) => Math.max(high, Math.abs(value)), most),
    0,
  );
  return (
    wanted.reduce(
      (most, { data }, index) =>
        data.reduce((high, value, at) => Math.max(high, Math.abs(got[index]!.data[at]! - value)), most),
      0,
    ) / scale
  );
}

describe.skipIf(found.kind === 'none')('memory', () => {
  const tensors = randomTensors(config, 3, 0.1);
  let gpu: EngineDevice;
  let plain: Engine;
  let groups: PromptGroup[];
  let training: TrainingGroup[];
  let answers: Awaited<ReturnType<Engine['sample']>>;
  let gradients: NamedTensor[];
  const open = (device: EngineDevice, options: Partial<ConstructorParameters<typeof Engine>[1]> = {}): Engine => {
    const engine = new Engine(device, { config, tensors, stopToken, ...options });
    engine.addPolicy('one', adapter);
    return engine;
  };
  /** One update, so that B is no longer zero; then the gradients of the batch. */
  const gradientsBy = async (engine: Engine, learned = training): Promise<NamedTensor[]> => {
    await engine.accumulate('one', learned, settings);
    await engine.update('one', knobs);
    await engine.accumulate('one', learned, settings);
    return engine.gradients('one');
  };
  /** Bytes that leave a training micro-batch `bytes`. */
  const memoryFor = (bytes: number): number =>
    weightBytes(model, gpu.device.limits, 'f32') +
    policyBytes(model, gpu.device.limits, [adapter]) +
    Math.ceil((bytes * 3) / 2);
  /** The least memory, to a tenth, whose plan has so few micro-batches. */
  const memoryWhere = (
    microBatches: number,
    of: { config: ReturnType<typeof readConfig>; batch: typeof batch & { sharedTokens?: number } },
  ): number => {
    for (let budget = 2 ** 18; ; budget *= 1.1) {
      const plan = planOrNone({ ...of, limits: gpu.device.limits, precision: 'f32', policies: [adapter], budget });
      if (plan && plan.microBatches <= microBatches) return budget;
    }
  };

  beforeAll(async () => {
    if (found.kind === 'none') return;
    gpu = await requestEngineDevice(found.gpu);
    plain = open(gpu);
    groups = groupsOf(batch);
    answers = await plain.sample(groups);
    training = answered(groups, answers);
    gradients = await gradientsBy(plain);
  });
  afterAll(() => plain?.close());

  test.each([
    ['with room', 'f32', 'everything', 0],
    ['with little room', 'f32', 'inputs', 0],
    ['as halves', 'f16', 'everything', 0],
    ['in four bits', 'int4', 'everything', 0],
    ['of a tree of prompts', 'f32', 'everything', 36],
    ['of a tree with little room', 'f32', 'inputs', 36],
  ] as const)('the plan says what is really allocated: %s', async (_, precision, checkpointing, sharedTokens) => {
    const { limits } = gpu.device;
    const planned = { ...batch, sharedTokens };
    const memory = checkpointing === 'inputs' ? 1.2 * memoryWhere(4, { config: model, batch: planned }) : 2 ** 30;
    const policies = [adapter, adapter];
    const plan = planMemory({ config: model, limits, precision, budget: memory, policies, batch: planned });
    expect(plan.checkpointing).toBe(checkpointing);
    const counted = countedDevice(gpu);
    const engine = open(counted.gpu, { precision, memory, sharedPrefix: 5 });
    engine.addPolicy('two', adapter);
    const asked = beginningAlike(groups, sharedTokens);
    const given = await engine.sample(asked);
    await engine.accumulate('one', answered(asked, given), settings);
    await engine.update('one', knobs);
    expect(Math.abs(counted.bytes() / plan.total - 1)).toBeLessThan(0.05);
    expect(plan.total).toBeLessThanOrEqual(memory);
    const { weights, policies: own, sampling, training: trained } = engine.bytes;
    expect([weights, own]).toEqual([plan.weights, plan.policies]);
    expect(Math.abs((sampling + trained) / (plan.sampling + plan.training) - 1)).toBeLessThan(0.05);
    engine.close();
    expect(counted.bytes()).toBe(0);
  });

  test('layers computed again give the very same gradients', async () => {
    const memory = memoryWhere(1, { config: model, batch });
    const whole = { config: model, limits: gpu.device.limits, precision: 'f32', policies: [adapter], batch } as const;
    expect(planMemory({ ...whole, budget: memory })).toMatchObject({ checkpointing: 'inputs', microBatches: 1 });
    expect(planMemory({ ...whole, budget: 2 ** 30 })).toMatchObject({ checkpointing: 'everything', microBatches: 1 });
    const again = open(gpu, { memory });
    expect(distance(await gradientsBy(again), gradients)).toBe(0);
    again.close();
  });

  test('many small micro-batches give the same gradients up to rounding', async () => {
    const small = open(gpu, { memory: memoryWhere(6, { config: model, batch }) });
    expect(await small.sample(groups)).toEqual(answers);
    expect(distance(await gradientsBy(small), gradients)).toBeLessThan(1e-4);
    small.close();
  });

  test('a tree of prompts in micro-batches gives the gradients of groups alone, up to rounding', async () => {
    const tree = answered(beginningAlike(groups, 30), answers);
    const alone = open(gpu);
    const wanted = await gradientsBy(alone, tree);
    alone.close();
    const memory = memoryWhere(3, { config: model, batch: { ...batch, sharedTokens: 30 } });
    for (const options of [{}, { memory }]) {
      const shared = open(gpu, { sharedPrefix: 5, ...options });
      expect(distance(await gradientsBy(shared, tree), wanted)).toBeLessThan(1e-4);
      shared.close();
    }
  });

  test.each(['tied', 'untied'])('a vocabulary that no binding holds is walked in windows: %s', async (tied) => {
    const head = { ...wide, tie_word_embeddings: tied === 'tied' };
    const own = randomTensors(head, 3, 0.1);
    const counted = countedDevice(gpu, narrowLimits);
    const [whole, cut] = [gpu, counted.gpu].map(
      (device) => new Engine(device, { config: head, tensors: own, stopToken }),
    );
    const small = groups.slice(0, 3);
    const results = [];
    for (const engine of [whole!, cut!]) {
      engine.addPolicy('one', adapter);
      engine.addPolicy('whole', { ...adapter, kind: 'all-weights' });
      const given = await engine.sample(small);
      const greedy = await engine.sample(small.map((group) => ({ ...group, temperature: 0 })));
      const batch_ = answered(small, given);
      const report = await engine.accumulate('one', batch_, settings);
      await engine.accumulate('whole', batch_, settings);
      results.push({
        tokens: [...given, ...greedy].map((group) => group.map(({ token_T }) => token_T)),
        logps: given.flat().flatMap(({ logp_T }) => logp_T),
        report,
        adapter: await engine.gradients('one'),
        whole: await engine.gradients('whole'),
      });
    }
    const [wanted, got] = results;
    expect(got!.tokens).toEqual(wanted!.tokens);
    for (const [index, logp] of wanted!.logps.entries()) expect(Math.abs(got!.logps[index]! - logp)).toBeLessThan(1e-5);
    expect(got!.report.mismatch).toBeLessThan(1e-5);
    expect(got!.report.loss).toBeCloseTo(wanted!.report.loss, 5);
    expect(distance(got!.adapter, wanted!.adapter)).toBeLessThan(1e-5);
    expect(distance(got!.whole, wanted!.whole)).toBeLessThan(1e-5);
    const snapshot = await cut!.save('whole');
    cut!.load('whole', snapshot);
    expect(distance((await cut!.save('whole')).tensors, own)).toBe(0);
    expect(snapshot.tensors.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
    whole!.close();
    cut!.close();
  });

  test('a base of halves computes what an f32 base with the same numbers computes', async () => {
    const rounded = dequantised(config, tensors, 'f16');
    const [halves, full] = [open(gpu, { precision: 'f16' }), open(gpu, { tensors: rounded })];
    expect(await halves.sample(groups)).toEqual(await full.sample(groups));
    expect(distance(await gradientsBy(halves), await gradientsBy(full))).toBe(0);
    expect(() => halves.addPolicy('whole', { ...adapter, kind: 'all-weights' })).toThrow('adapters only');
    halves.close();
    full.close();
    const wild = tensors.map((one) => (one.name.includes('q_proj') ? { ...one, data: one.data.map(() => 1e6) } : one));
    expect(() => new Engine(gpu, { config, tensors: wild, stopToken, precision: 'f16' })).toThrow('beyond ±65504');
  });

  test('halves, windows of a table and layers computed again go together', async () => {
    const own = dequantised(wide, randomTensors(wide, 3, 0.1), 'f16');
    const plan = {
      config: readConfig(wide),
      limits: gpu.device.limits,
      precision: 'f32',
      policies: [adapter],
      batch,
    } as const;
    // enough for keeping everything, were it not shared out
    const memory = planMemory({ ...plan, budget: 2 ** 30 }).total;
    expect(planMemory({ ...plan, budget: memory }).checkpointing).toBe('inputs');
    const given = answered(groups, answers);
    const results = [];
    for (const engine of [
      open(gpu, { config: wide, tensors: own }),
      open(countedDevice(gpu, narrowLimits).gpu, { config: wide, tensors: own, precision: 'f16', memory }),
    ]) {
      await engine.accumulate('one', given, settings);
      results.push(await engine.gradients('one'));
      engine.close();
    }
    expect(distance(results[1]!, results[0]!)).toBeLessThan(1e-4);
  });

  test('30 steps in little room follow those with all activations kept', async () => {
    const shape = { groups: 9, branches: 3, promptTokens: 6, answerTokens: 5 };
    const memory = memoryWhere(4, { config: readConfig(tiny), batch: shape });
    const own = { config: tiny, tensors: randomTensors(tiny, 3, 0.2) };
    const [roomy, tight] = [open(gpu, own), open(gpu, { ...own, memory })];
    const few = groupsOf(shape).map((group) => ({ ...group, prompt_P: group.prompt_P.map((token) => token % 60) }));
    const given = answered(few, await roomy.sample(few));
    for (let step = 0; step < 30; step++) {
      const [one, other] = [
        await roomy.accumulate('one', given, settings),
        await tight.accumulate('one', given, settings),
      ];
      expect(Math.abs(one.loss - other.loss)).toBeLessThan(1e-4 * Math.max(1, Math.abs(one.loss)));
      const [norm, otherNorm] = [await roomy.update('one', knobs), await tight.update('one', knobs)];
      expect(Math.abs(norm.gradientNorm / otherNorm.gradientNorm - 1)).toBeLessThan(2e-3);
    }
    roomy.close();
    tight.close();
  });

  test('what does not fit is refused with numbers and what to change', async () => {
    const { limits } = gpu.device;
    const common = { config: model, limits, precision: 'f32', policies: [adapter], batch } as const;
    expect(() => planMemory({ ...common, budget: 2 ** 20 })).toThrow(
      /the model needs .* GiB and its 1 policies .*, there are .* GiB .*: use a smaller model, an f16, int8 or int4 base/,
    );
    expect(() => planMemory({ ...common, budget: memoryFor(2 ** 19) })).toThrow(
      /(sampling|training on) a group of .* needs .* MiB beside weights and adapters, there are .*: use fewer branches/,
    );
    const tight = open(gpu, { memory: memoryFor(2 ** 19) });
    await expect(tight.accumulate('one', training, settings)).rejects.toThrow(
      /training on a group of 84 rows .* needs .* MiB/,
    );
    await expect(tight.sample(groups)).rejects.toThrow(
      /sampling a group of 4 answers of up to 12 tokens to a prompt of 40 needs/,
    );
    expect(() => tight.addPolicy('whole', { ...adapter, kind: 'all-weights' })).toThrow(
      /with policy "whole" weights and policies need/,
    );
    tight.close();
  });
});
