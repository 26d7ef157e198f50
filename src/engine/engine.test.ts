// The engine's promises: what a branch says depends on weights, prompt and seed alone (S3), the trainer scores tokens
// as the sampler did (S2), policies do not touch each other (P3, P4), cutting a batch changes nothing, and a lost
// device is said, not waited for.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rngFrom } from '../basics/rng';
import { DeviceLostError, type PromptGroup, type TrainingGroup } from '../contract/learner';
import { likeliestAt } from '../contract/likeliest';
import { readConfig } from '../contract/model-config';
import { findGpu } from '../headless/open-gpu';
import { Engine } from './engine';
import { countedDevice } from './gpu/counted-device.test-data';
import { type EngineDevice, requestEngineDevice } from './gpu/device';
import { PipelineCache } from './gpu/kernel';
import { SubmissionBudget } from './gpu/submission-budget';
import { randomTensors } from './subjects/random-weights';
import { smallQwen3 as config } from './subjects/small-qwen3';
import { usualKnobs, usualObjective } from './subjects/usual-step';

const stopToken = 3;
const settings = usualObjective;
const knobs = { ...usualKnobs, learningRate: 1e-2 };
const adapter = { kind: 'adapter', rank: 8, alpha: 16, seed: 5 } as const;

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the engine's tests did not run: ${found.reason}`);

/** Groups of uneven prompts and answer lengths; policies in turn. */
function groupsFor(policies: readonly string[], count: number, vocabulary = config.vocab_size): PromptGroup[] {
  const rng = rngFrom('groups', count);
  return Array.from({ length: count }, (_, g) => ({
    policy: policies[g % policies.length] as string,
    prompt_P: Array.from({ length: 1 + rng.integer(20) }, () => rng.integer(vocabulary)),
    seed_K: Array.from({ length: 1 + rng.integer(9) }, () => rng.integer(2 ** 32)),
    maxTokens: 1 + rng.integer(24),
    temperature: g % 5 === 4 ? 0 : 1,
  }));
}
const asBatch = (groups: readonly PromptGroup[], answers: Awaited<ReturnType<Engine['sample']>>): TrainingGroup[] =>
  groups.map(({ prompt_P, temperature }, g) => ({
    prompt_P,
    temperature: temperature || 1, // greedy answers are scored by the policy itself
    completions: answers[g]!.map(({ token_T, logp_T }, k) => ({
      token_T,
      oldLogp_T: logp_T,
      refLogp_T: logp_T,
      advantage: k % 2 ? -1 : 0.7,
    })),
  }));

describe.skipIf(found.kind === 'none')('engine', () => {
  let gpu: EngineDevice;
  let engine: Engine;
  const make = (memory?: number) =>
    new Engine(gpu, { config, tensors: randomTensors(config, 3, 0.3), stopToken, ...(memory ? { memory } : {}) });
  beforeAll(async () => {
    if (found.kind === 'none') return;
    gpu = await requestEngineDevice(found.gpu);
    engine = make();
    engine.addPolicy('one', adapter);
    engine.addPolicy('two', { ...adapter, seed: 6 });
    engine.addPolicy('other rank', { ...adapter, rank: 4 });
    engine.addPolicy('whole', { ...adapter, kind: 'all-weights' });
    for (const policy of ['one', 'two', 'other rank', 'whole']) {
      const groups = groupsFor([policy], 3);
      await engine.accumulate(policy, asBatch(groups, await engine.sample(groups)), settings);
      await engine.update(policy, knobs); // B is no longer zero
    }
  });
  afterAll(() => engine?.close());

  test('equal answers of a group count as often as they came, in the loss and in the gradient', async () => {
    const answer = (token_T: number[]) => ({ token_T, oldLogp_T: token_T.map(() => 0), advantage: 0 });
    const [often, once] = [answer([5, 6, 3]), answer([7, 3])];
    const prompt_P = [1, 2, 9];
    const likelihood = { ...settings, kind: 'sft' } as const;
    const outcomes = [];
    for (const groups of [
      [{ prompt_P, completions: [often, once, often] }],
      [
        { prompt_P, completions: [often, once] },
        { prompt_P, completions: [often] },
      ],
    ]) {
      const engine = new Engine(gpu, { config, tensors: randomTensors(config, 1), stopToken });
      engine.addPolicy('one', adapter);
      const { loss, tokens } = await engine.accumulate('one', groups, likelihood);
      const { gradientNorm } = await engine.update('one', knobs);
      outcomes.push({ loss, tokens, gradientNorm });
      engine.close();
    }
    const [merged, apart] = outcomes as [(typeof outcomes)[0], (typeof outcomes)[0]];
    expect(merged.tokens).toBe(8);
    expect(merged.loss).toBeCloseTo(apart.loss, 5);
    expect(merged.gradientNorm / apart.gradientNorm).toBeCloseTo(1, 4);
  });

  test('S3 a group answers alone what it answers among others, bit by bit, whoever finishes first', async () => {
    const groups = groupsFor(['one', 'base', 'two', 'whole', 'other rank'], 25);
    const together = await engine.sample(groups);
    for (const [g, group] of groups.entries()) {
      const [alone] = await engine.sample([group]);
      expect(alone).toEqual(together[g]);
      expect(together[g]!.length).toBe(group.seed_K.length);
      for (const { token_T, logp_T, stop } of together[g]!) {
        expect(token_T.length).toBeLessThanOrEqual(group.maxTokens);
        expect(logp_T.length).toBe(token_T.length);
        expect(stop).toBe(token_T.at(-1) === stopToken ? 'end' : 'length');
        expect(token_T.slice(0, -1)).not.toContain(stopToken);
        if (stop === 'length') expect(token_T.length).toBe(group.maxTokens);
      }
    }
  });

  test('greedy answers do not depend on the seed', async () => {
    const [answers] = await engine.sample([
      { policy: 'one', prompt_P: [1, 2, 5], seed_K: [1, 2, 3], maxTokens: 12, temperature: 0 },
    ]);
    expect(answers![1]).toEqual(answers![0]);
    expect(answers![2]).toEqual(answers![0]);
  });

  test("S1 samples follow the model's distribution", async () => {
    const count = 4000;
    const prompt_P = [4, 8, 9];
    const [answers] = await engine.sample([
      { policy: 'one', prompt_P, seed_K: Array.from({ length: count }, (_, k) => k), maxTokens: 1, temperature: 1 },
    ]);
    const [scored] = await engine.logprobs('one', [
      {
        prompt_P,
        completions: Array.from({ length: config.vocab_size }, (_, token) => ({
          token_T: [token],
          oldLogp_T: [0],
          advantage: 0,
        })),
      },
    ]);
    const shares = scored!.map(([logp]) => Math.exp(logp!));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 4);
    const seen = new Array(config.vocab_size).fill(0);
    for (const { token_T } of answers!) seen[token_T[0]!] += 1 / count;
    for (const [token, share] of shares.entries())
      expect(Math.abs(seen[token] - share)).toBeLessThan(5 * Math.sqrt((share * (1 - share)) / count) + 1e-3);
  });

  test.each([
    ['one', 1, undefined],
    ['base', 1, undefined],
    ['one', 0.5, 64],
    ['whole', 1.7, 64],
  ] as const)(
    'the likeliest tokens beside a drawn one are those that scoring all finds: %s at temperature %d, windows of %s',
    async (policy, temperature, tableRows) => {
      const engine = new Engine(gpu, {
        ...{ config, tensors: randomTensors(config, 3, 0.3), stopToken },
        ...(tableRows ? { tableRows } : {}),
      });
      for (const [name, kind] of [
        ['one', 'adapter'],
        ['whole', 'all-weights'],
      ] as const)
        engine.addPolicy(name, { ...adapter, kind, noise: 0.3 });
      const group = { policy, temperature, maxTokens: 3, seed_K: [1, 2, 3, 4] };
      const asked = [[4, 8, 9], [2], [4, 8, 9]].map((prompt_P) => ({ ...group, prompt_P }));
      const answers = await engine.sample(asked.map((one) => ({ ...one, likeliest: 5 })));
      for (const [g, { prompt_P }] of asked.entries())
        for (const { token_T, likeliest } of answers[g] ?? [])
          for (const t of token_T.keys()) {
            const said = token_T.slice(0, t);
            const completions = Array.from({ length: config.vocab_size }, (_, token) => ({
              ...{ token_T: [...said, token], oldLogp_T: said.map(() => 0).concat(0), advantage: 0 },
            }));
            const [scored = []] = await engine.logprobs(policy, [{ prompt_P, temperature, completions }]);
            const best = scored
              .map((logp_T, token) => ({ token, logp: logp_T.at(-1) ?? Number.NaN }))
              .sort((one, other) => other.logp - one.logp)
              .slice(0, 5);
            const found = likeliest ? likeliestAt(likeliest, t) : [];
            expect(found.map(({ token }) => token)).toEqual(best.map(({ token }) => token));
            for (const [n, { logp }] of found.entries())
              expect(Math.abs(logp - (best[n]?.logp ?? Number.NaN))).toBeLessThan(1 / 1024 + 1e-4); // told in 512ths
          }
      expect(await engine.sample(asked)).toEqual(
        answers.map((group) => group.map(({ likeliest, ...answer }) => answer)),
      );
      engine.close();
    },
  );

  test.each([
    ['one', 1],
    ['whole', 1],
    ['one', 0.5],
    ['whole', 1.7],
  ] as const)(
    "S2 the trainer scores the sampler's tokens as the sampler did: %s at temperature %d",
    async (policy, temperature) => {
      const groups = groupsFor([policy], 12).map((group) => ({ ...group, temperature }));
      const answers = await engine.sample(groups);
      const report = await engine.accumulate(policy, asBatch(groups, answers), settings);
      expect(report.mismatch).toBeLessThan(1e-5);
      expect(report.clippedShare).toBe(0);
      expect(report.tokens).toBe(answers.flat().reduce((sum, { token_T }) => sum + token_T.length, 0));
      const { gradientNorm, weightChange, skipped } = await engine.update(policy, knobs);
      expect(gradientNorm).toBeGreaterThan(0);
      expect(weightChange).toBeGreaterThan(0); // P4
      expect(skipped).toBe(false);
      expect((await engine.update(policy, { ...knobs, learningRate: 0 })).gradientNorm).toBe(0);
    },
  );

  test('P3 an update leaves every other policy bit-identical', async () => {
    const others = ['two', 'other rank', 'whole'];
    const before = await Promise.all(others.map((name) => engine.save(name)));
    const groups = groupsFor(['one'], 4);
    await engine.accumulate('one', asBatch(groups, await engine.sample(groups)), settings);
    await engine.update('one', knobs);
    for (const [index, name] of others.entries()) expect(await engine.save(name)).toEqual(before[index]);
  });

  test('micro-batches: a cut batch gives the same report and gradients', async () => {
    const small = make(2_200_000);
    small.addPolicy('one', adapter);
    small.load('one', await engine.save('one'));
    const groups = groupsFor(['one'], 20);
    const batch = asBatch(groups, await engine.sample(groups));
    expect(await small.sample(groups)).toEqual(await engine.sample(groups));
    await engine.update('one', { ...knobs, learningRate: 0 });
    const [whole, cut] = [
      await engine.accumulate('one', batch, settings),
      await small.accumulate('one', batch, settings),
    ];
    expect(cut.loss).toBeCloseTo(whole.loss, 6);
    const [wanted, got] = [await engine.gradients('one'), await small.gradients('one')];
    const scale = Math.max(...wanted.flatMap(({ data }) => [...data].map(Math.abs)));
    for (const [index, { data }] of wanted.entries())
      for (const [at, value] of data.entries())
        expect(Math.abs(got[index]!.data[at]! - value)).toBeLessThan(1e-5 * scale);
    small.close();
  });

  test('a policy saved and loaded goes on as if nothing had happened (R2)', async () => {
    const groups = groupsFor(['one'], 4);
    const batch = asBatch(groups, await engine.sample(groups));
    for (const name of ['one', 'whole']) {
      const snapshot = await engine.save(name);
      const step = async () => {
        await engine.update(name, { ...knobs, learningRate: 0 }); // clears what tests before have gathered
        engine.load(name, snapshot);
        await engine.accumulate(name, batch, settings);
        await engine.update(name, knobs);
        return engine.save(name);
      };
      expect(await step()).toEqual(await step());
    }
  });

  test('what is not finite, or not the policy’s, is refused by its tensor, and the policy stays as it was', async () => {
    const before = await engine.save('one');
    const [first] = before.tensors;
    const odd = { ...first!, data: first!.data.map((value, at) => (at === 3 ? Number.NaN : value)) };
    const changed = (change: Partial<typeof before>) => () => engine.load('one', { ...before, ...change });
    expect(changed({ tensors: [odd, ...before.tensors.slice(1)] })).toThrow(
      `tensor "${first!.name}" has 1 number that is not finite`,
    );
    expect(changed({ moment2: before.moment2.map(() => Number.POSITIVE_INFINITY) })).toThrow('tensor "moment2" has');
    const stray = { name: 'model.norm.weight', shape: [1], data: new Float32Array(1) };
    expect(changed({ tensors: [...before.tensors, stray] })).toThrow(
      'there is no place for the tensor "model.norm.weight"',
    );
    expect(changed({ tensors: before.tensors.slice(1) })).toThrow(`the weights lack the tensor "${first!.name}"`);
    expect(await engine.save('one')).toEqual(before);
    const weights = randomTensors(config, 3);
    weights.at(-1)!.data[0] = Number.NaN;
    expect(() => new Engine(gpu, { config, tensors: weights, stopToken })).toThrow(`tensor "${weights.at(-1)!.name}"`);
  });

  test('more logits than are kept at once: a large vocabulary is walked in chunks of rows', async () => {
    const large = { ...config, vocab_size: 80_001, num_hidden_layers: 1 };
    const wide = new Engine(gpu, { config: large, tensors: randomTensors(large, 4, 0.2), stopToken });
    wide.addPolicy('one', adapter);
    const group = {
      policy: 'one',
      prompt_P: [70_000, 5],
      seed_K: Array.from({ length: 230 }, (_, k) => k),
      maxTokens: 2,
      temperature: 1,
    };
    const answers = await wide.sample([group]);
    expect((await wide.sample([{ ...group, seed_K: [229] }]))[0]![0]).toEqual(answers[0]![229]);
    const batch = asBatch([group], answers);
    const report = await wide.accumulate('one', batch, settings);
    expect(report.tokens).toBeGreaterThan(400);
    expect(report.mismatch).toBeLessThan(1e-3);
    const gradients = await wide.gradients('one');
    await wide.update('one', { ...knobs, learningRate: 0 });
    // One completion at a time needs no chunks; weights add up to the whole batch's.
    const tokens = report.tokens;
    const constant = { ...settings, aggregation: 'constant', divisor: tokens } as const;
    for (let from = 0; from < 230; from += 115)
      await wide.accumulate(
        'one',
        [{ ...batch[0]!, completions: batch[0]!.completions.slice(from, from + 115) }],
        constant,
      );
    const parts = await wide.gradients('one');
    const scale = Math.max(...gradients.flatMap(({ data }) => [...data].map(Math.abs)));
    for (const [index, { data }] of gradients.entries())
      for (const [at, value] of data.entries())
        expect(Math.abs(parts[index]!.data[at]! - value)).toBeLessThan(1e-4 * scale);
    wide.close();
  });

  test('branches that have said the same so far are computed once, and say what they say alone', async () => {
    const few = { ...config, vocab_size: 8 }; // so that they often agree, for a while
    const groups = groupsFor(['one', 'two'], 9, 8).map((group, g) => ({
      ...group,
      seed_K: Array.from({ length: 12 }, (_, k) => g * 31 + k),
      temperature: [1, 0.3, 0][g % 3] as number,
      maxTokens: 14,
    }));
    const answers = [];
    for (const equalBranches of ['once', 'each'] as const) {
      const own = new Engine(gpu, { config: few, tensors: randomTensors(few, 3, 0.3), stopToken, equalBranches });
      for (const [seed, name] of ['one', 'two'].entries()) own.addPolicy(name, { ...adapter, seed });
      answers.push(await own.sample(groups));
      if (equalBranches === 'once') {
        const alone = groups.flatMap((group) => group.seed_K.slice(3, 5).map((seed) => ({ ...group, seed_K: [seed] })));
        const single = (await own.sample(alone)).flat();
        expect(single).toEqual(answers[0]!.flatMap((group) => group.slice(3, 5)));
        // asked at once
        const [first, second] = await Promise.all([own.sample(groups.slice(0, 2)), own.sample(groups.slice(2))]);
        expect([...first!, ...second!]).toEqual(answers[0]);
      }
      own.close();
    }
    expect(answers[0]).toEqual(answers[1]);
    const said = answers[0]!.flatMap((group) => group.map(({ token_T }) => token_T.join()));
    expect(new Set(said).size).toBeLessThan(said.length - 10); // some agreed to the end
    expect(new Set(said).size).toBeGreaterThan(groups.length * 2); // and some parted
  });

  test.each([
    ['qwen3', config],
    ['qwen3 with a head of its own', { ...config, tie_word_embeddings: false }],
    ['qwen2', { ...config, model_type: 'qwen2' }],
    ['llama', { ...config, model_type: 'llama' }],
  ])('%s: many tokens in one dispatch say what tokens one by one do, to the last digit', async (_, shape) => {
    const policies = shape === config ? ['one', 'base', 'two', 'other rank', 'one'] : ['one', 'two'];
    const groups = groupsFor(policies, 30).map((group, g) => ({
      ...group,
      maxTokens: g % 7 === 0 ? 90 : group.maxTokens, // more than lie between two looks
    }));
    const [byToken, whole] = (['by token', 'whole'] as const).map((decode) => {
      const own = new Engine(gpu, { config: shape, tensors: randomTensors(shape, 3, 0.3), stopToken, decode });
      for (const [seed, name] of ['one', 'two'].entries()) own.addPolicy(name, { ...adapter, seed, noise: 0.2 });
      own.addPolicy('other rank', { ...adapter, rank: 4, noise: 0.2 });
      return own;
    }) as [Engine, Engine];
    const before = [byToken.work.dispatches];
    const wanted = await byToken.sample(groups);
    before.push(whole.work.dispatches);
    expect(await whole.sample(groups)).toEqual(wanted);
    expect(whole.work.dispatches - before[1]!).toBeLessThan((before[1]! - before[0]!) / 5);
    // batches that share buffers and recordings, though their keys and values take more room or less
    for (const tokens of [300, 2, 60, 5]) {
      const same = groups.slice(0, 4).map((group) => ({ ...group, prompt_P: Array(tokens).fill(7), maxTokens: 9 }));
      expect(await whole.sample(same)).toEqual(await byToken.sample(same));
    }
    // and questions asked while others are answered
    const [first, second] = await Promise.all([whole.sample(groups.slice(0, 9)), whole.sample(groups.slice(9))]);
    expect([...first, ...second]).toEqual(wanted);
    expect(Math.max(...wanted.flat().map(({ token_T }) => token_T.length))).toBeGreaterThan(70);
    // and with the likeliest tokens beside each, which change no answer
    if (shape === config) {
      const beside = groups.map((group) => ({ ...group, likeliest: 3 }));
      const told = await byToken.sample(beside);
      expect(await whole.sample(beside)).toEqual(told);
      expect(told.map((group) => group.map(({ likeliest, ...answer }) => answer))).toEqual(wanted);
    }
    for (const own of [byToken, whole]) own.close();
  });

  test.each([true, false])(
    'sampling token by token ends when all branches have (a processor: %s)',
    async (software) => {
      const opened = { ...gpu, adapter: { ...gpu.adapter, software } };
      const tensors = randomTensors(config, 3, 0.3);
      const own = new Engine(opened, { config, tensors, stopToken, decode: 'by token' });
      const group = {
        policy: 'base',
        prompt_P: [1, 2, 3],
        seed_K: Array.from({ length: 8 }, (_, k) => k),
        temperature: 1,
      };
      const short = await own.sample([{ ...group, maxTokens: 1 }]);
      const before = own.work.dispatches;
      const answers = await own.sample([{ ...group, maxTokens: 2000 }]);
      expect(short[0]!.map(({ token_T }) => token_T[0])).toEqual(answers[0]!.map(({ token_T }) => token_T[0]));
      const longest = Math.max(...answers[0]!.map(({ token_T }) => token_T.length));
      expect(longest).toBeLessThan(600);
      const layers = 40; // dispatches of a step, and more
      expect(own.work.dispatches - before).toBeLessThan((longest + 20) * layers);
      const pending = own.sample([{ ...group, maxTokens: 2000 }]);
      const refused = expect(pending).rejects.toThrow('the engine was closed while it sampled');
      await new Promise((resolve) => setTimeout(resolve, 5));
      own.close();
      await refused;
    },
  );

  test('dispatches cut into slices compute the same, to the last digit', async () => {
    const broad = { ...config, hidden_size: 96, intermediate_size: 200, vocab_size: 500 };
    const groups = groupsFor(['one'], 8, broad.vocab_size);
    const results = [];
    const narrow = countedDevice(gpu, { maxComputeWorkgroupsPerDimension: 8 }).gpu;
    for (const [opened, operations] of [
      [gpu, 1e12],
      [gpu, 1e5],
      [narrow, 1e12],
    ] as const) {
      const submissionBudget = new SubmissionBudget(operations, () => 0);
      const own = new Engine(opened, {
        config: broad,
        tensors: randomTensors(broad, 3, 0.1),
        stopToken,
        submissionBudget,
      });
      own.addPolicy('one', adapter);
      own.addPolicy('whole', { ...adapter, kind: 'all-weights' });
      const before = own.work.dispatches;
      const answers = await own.sample(groups);
      const batch = asBatch(groups, answers);
      const reports = [];
      for (const policy of ['one', 'whole', 'one'])
        reports.push(
          await own.accumulate(policy, batch, settings),
          await own.gradients(policy),
          await own.update(policy, knobs),
        );
      const dispatches = own.work.dispatches - before;
      results.push({ dispatches, computed: [answers, reports, await own.save('one'), await own.save('whole')] });
      own.close();
    }
    const [whole, cut, narrowed] = results;
    expect(cut!.dispatches).toBeGreaterThan(2 * whole!.dispatches);
    expect(cut!.computed).toEqual(whole!.computed);
    expect(narrowed!.dispatches).toBeGreaterThan(1.5 * whole!.dispatches);
    expect(narrowed!.computed).toEqual(whole!.computed);
  });

  test('what cannot be is refused in words', async () => {
    await expect(
      engine.sample([{ policy: 'one', prompt_P: [], seed_K: [1], maxTokens: 1, temperature: 1 }]),
    ).rejects.toThrow('a prompt needs at least one token');
    await expect(
      engine.sample([{ policy: 'one', prompt_P: [99], seed_K: [1], maxTokens: 1, temperature: 1 }]),
    ).rejects.toThrow('a token lies in 0 … 29, got 99');
    await expect(
      engine.sample([{ policy: 'nobody', prompt_P: [1], seed_K: [1], maxTokens: 1, temperature: 1 }]),
    ).rejects.toThrow('there is no policy "nobody"');
    await expect(engine.accumulate('base', [], settings)).rejects.toThrow('there is no policy "base"');
    expect(() => engine.addPolicy('one', adapter)).toThrow('already');
    expect(() => engine.addPolicy('odd', { ...adapter, rank: 3 })).toThrow('multiple of 4');
    expect(await engine.sample([])).toEqual([]);
  });

  test.each(['sample', 'logprobs', 'accumulate', 'update'] as const)(
    'closed while the kernels of %s are compiled an engine hands nothing to the GPU',
    async (verb) => {
      const engine = new Engine(gpu, { config, tensors: randomTensors(config, 3, 0.3), stopToken });
      engine.addPolicy('one', adapter);
      const groups = groupsFor(['base'], 3);
      const batch = asBatch(groups, await engine.sample(groups));
      let finish = () => {};
      const compiling = vi
        .spyOn(PipelineCache.prototype, 'compiled')
        .mockReturnValue(new Promise((resolve) => (finish = resolve)));
      const asked = {
        sample: () => engine.sample(groups),
        logprobs: () => engine.logprobs('base', batch),
        accumulate: () => engine.accumulate('one', batch, settings),
        update: () => engine.update('one', knobs),
      }[verb]();
      const refused = expect(asked).rejects.toThrow('the engine was closed while its kernels were compiled');
      await vi.waitFor(() => expect(compiling).toHaveBeenCalled());
      const { submissions } = engine.work;
      engine.close();
      finish();
      await refused;
      expect(engine.work.submissions).toBe(submissions);
      compiling.mockRestore();
    },
  );

  test('a closed engine refuses everything, takes no memory again, and leaves the device to the next', async () => {
    const counted = countedDevice(gpu);
    const open = () => {
      const own = new Engine(counted.gpu, { config, tensors: randomTensors(config, 3, 0.3), stopToken });
      own.addPolicy('one', adapter);
      return own;
    };
    const groups = groupsFor(['base'], 3);
    const first = open();
    const answers = await first.sample(groups);
    const [waits, follows] = [first.sample(groups), first.sample(groups)]; // the second waits for the first
    const refused = [
      expect(waits).rejects.toThrow('the engine was closed'),
      expect(follows).rejects.toThrow('the engine was closed'),
    ];
    first.close();
    await Promise.all(refused);
    expect(counted.bytes()).toBe(0);
    const batch = asBatch(groups, answers);
    await expect(first.sample(groups)).rejects.toThrow('the engine was closed');
    await expect(first.logprobs('base', batch)).rejects.toThrow('the engine was closed');
    await expect(first.accumulate('one', batch, settings)).rejects.toThrow('the engine was closed');
    await expect(first.save('one')).rejects.toThrow('the engine was closed');
    expect(() => first.update('one', knobs)).toThrow('the engine was closed');
    expect(() => first.addPolicy('two', adapter)).toThrow('the engine was closed');
    expect(counted.bytes()).toBe(0);

    const second = open();
    expect(await second.sample(groups)).toEqual(answers);
    await second.accumulate('one', batch, settings);
    expect((await second.update('one', knobs)).skipped).toBe(false);
    second.close();
    expect(counted.bytes()).toBe(0);
    expect(gpu.fault()).toBeUndefined();
  });

  test('a lost device rejects, at once and by name', async () => {
    if (found.kind === 'none') return;
    const doomed = await requestEngineDevice(found.gpu);
    const lost = new Engine(doomed, { config, tensors: randomTensors(config, 3), stopToken });
    const pending = lost.sample(groupsFor(['base'], 3));
    doomed.device.destroy();
    await expect(pending).rejects.toThrow(DeviceLostError);
    await expect(lost.sample(groupsFor(['base'], 3))).rejects.toThrow(DeviceLostError);
  });
});

describe('config.json', () => {
  test.each([
    [{ model_type: 'gpt2' }, 'model_type'],
    [{ rope_scaling: { rope_type: 'llama3' } }, 'rope_scaling'],
    [{ partial_rotary_factor: 0.5 }, 'partial_rotary_factor'],
    [{ sliding_window: 128, use_sliding_window: true }, 'sliding_window'],
    [{ layer_types: ['full_attention', 'sliding_attention'] }, 'layer_types'],
    [{ attention_bias: true }, 'attention_bias'],
    [{ hidden_act: 'gelu' }, 'hidden_act'],
    [{ hidden_size: undefined }, 'hidden_size'],
    [{ num_key_value_heads: 3 }, 'num_key_value_heads'],
  ])('%o is refused by name', (change, field) => {
    expect(() => readConfig({ ...config, ...change })).toThrow(field);
  });
});
