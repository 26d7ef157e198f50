// Pictures in the engine: a patch is multiplied as the twin does it, the patch encoder's gradient is that of finite
// differences, and neither packing, nor shared prefixes, nor whole decoding, nor being saved changes a number.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import type { PolicySnapshot, PromptGroup, TrainingGroup } from '../../contract/learner';
import { readConfig } from '../../contract/model-config';
import { likelihood } from '../../contract/objective';
import { mostPatches, numbersOf, patchBytes, patchTensor } from '../../contract/patches';
import { weightsOf } from '../../contract/report';
import { findGpu } from '../../headless/open-gpu';
import { Engine } from '../engine';
import { type EngineDevice, requestEngineDevice } from '../gpu/device';
import { randomTensors } from '../subjects/random-weights';
import { smallQwen3 as json } from '../subjects/small-qwen3';
import { usualKnobs, usualObjective } from '../subjects/usual-step';
import { adapterSections, layOut, ownSections, weightSections } from './parameters';
import { patchWidth, withPatches } from './patches';
import { NONE, packTraining } from './rows';
import { named, wide } from './self-test-subject';
import { type TwinWeights, twinLoss } from './twin';

const config = readConfig(json);
const { vocabulary, hidden } = config;
const stopToken = 3;
const [rank, alpha] = [4, 8];
const policies = ['adapter', 'all-weights'] as const;
const opened = await findGpu();
if (opened.kind === 'none') console.warn(`SKIPPED: the tests of pictures did not run: ${opened.reason}`);

/** Words, a picture of some patches, words; `same`: pictures of equal number are equal. */
function promptOf(same: string, patches: number): number[] {
  const rng = rngFrom('picture', same);
  const words = (count: number) => Array.from({ length: count }, () => rng.integer(vocabulary));
  const shown = Array.from({ length: patches }, (_, index) => {
    const pixels = Uint8Array.from({ length: patchBytes }, () => rng.integer(256));
    return numbersOf({ row: Math.floor(index / 3), column: index % 3, pixels });
  });
  return [...words(3), ...shown.flat(), ...words(2)];
}

const groups: TrainingGroup[] = ['one', 'two', 'one'].map((same, g) => ({
  prompt_P: promptOf(same, 6),
  completions: [
    [5, 6, 3],
    [7, 3],
  ].map((token_T, k) => ({ token_T, oldLogp_T: token_T.map(() => -2), advantage: k + g === 1 ? 1 : -0.6 })),
}));

describe.skipIf(opened.kind === 'none')('pictures', () => {
  let gpu: EngineDevice;
  let engine: Engine;
  const tensors = randomTensors(json, 3, 0.3);
  const make = (more: Partial<ConstructorParameters<typeof Engine>[1]> = {}) => {
    const made = new Engine(gpu, { config: json, tensors, stopToken, ...more });
    for (const kind of policies) made.addPolicy(kind, { kind, rank, alpha, seed: 5, noise: 0.2, pictures: true });
    made.addPolicy('other', { kind: 'adapter', rank, alpha, seed: 6, noise: 0.2, pictures: true });
    return made;
  };
  beforeAll(async () => {
    if (opened.kind === 'none') return;
    gpu = await requestEngineDevice(opened.gpu);
    engine = make();
  });
  afterAll(() => engine?.close());

  const asked = (policy: string, same: string, seed: number): PromptGroup => ({
    ...{ policy, prompt_P: promptOf(same, 6), seed_K: [seed, seed + 1, seed + 2], maxTokens: 12 },
    temperature: 1,
  });
  const mixed = [
    asked('adapter', 'one', 1),
    asked('other', 'one', 2),
    asked('all-weights', 'one', 3),
    asked('adapter', 'two', 4),
    { ...asked('other', 'two', 5), prompt_P: [1, 2, 3] },
  ];

  /** The policy as the twin has it. */
  const twinOf = (kind: (typeof policies)[number], snapshot: PolicySnapshot): TwinWeights => {
    if (kind === 'all-weights') {
      const sections = ownSections(config, true);
      return { config, sections, floats: wide(layOut(sections, named(snapshot.tensors))) };
    }
    const sections = weightSections(config);
    const own = adapterSections(config, rank, true);
    const adapter = { sections: own, floats: wide(layOut(own, named(snapshot.tensors))), rank, scale: alpha / rank };
    return { config, sections, floats: wide(layOut(sections, named(tensors))), adapter };
  };

  test.each(policies)('scores and gradients of %s are those of the twin and of finite differences', async (kind) => {
    const own = make();
    await own.accumulate(kind, groups, likelihood);
    const gradient = (await own.gradients(kind)).find(({ name }) => name === patchTensor)!;
    const twin = twinOf(kind, await own.save(kind));
    const scored = await own.logprobs(kind, groups);
    own.close();

    const shown = withPatches(groups, vocabulary);
    const weight_GK = weightsOf(likelihood, shown.groups);
    const packed = packTraining(shown.groups, { weight_GK, adapter: NONE, vocabulary, patches: shown.patches });
    const { logps } = twinLoss(twin, packed, likelihood);
    for (const [index, { group, completion, token }] of packed.places.entries())
      expect(scored[group]![completion]![token]).toBeCloseTo(logps[index]!, 4);

    const floats = (kind === 'adapter' ? twin.adapter!.floats : twin.floats).at(-1)!;
    const largest = Math.max(...gradient.data.map(Math.abs));
    expect(largest).toBeGreaterThan(1e-4);
    const pixels = [0, 17, 47];
    const places = [patchBytes, patchBytes + 1, patchBytes + mostPatches + 2];
    for (const into of [...pixels, ...places, patchBytes + 9]) {
      for (const out of [0, 5, hidden - 1]) {
        const at = into * hidden + out;
        const step = 1e-4;
        const before = floats[at]!;
        const lossAt = (value: number) => {
          floats[at] = value;
          return twinLoss(twin, packed, likelihood).loss;
        };
        const difference = (lossAt(before + step) - lossAt(before - step)) / (2 * step);
        floats[at] = before;
        expect(Math.abs(gradient.data[out * patchWidth + into]! - difference) / largest).toBeLessThan(1e-3);
      }
    }
    // a row that no picture reaches is not learnt
    expect(gradient.data[patchBytes + 9]).toBe(0);
  });

  test('policies of a batch see with their own encoders, alone as among others, bit by bit', async () => {
    const together = await engine.sample(mixed);
    for (const [g, group] of mixed.entries()) expect((await engine.sample([group]))[0]).toEqual(together[g]);
    const [ofAdapter, ofOther] = together;
    expect(ofAdapter).not.toEqual(ofOther);
    const [elsewhere] = await engine.sample([{ ...asked('adapter', 'one', 1), prompt_P: promptOf('three', 6) }]);
    expect(elsewhere).not.toEqual(ofAdapter);
  });

  test('the trainer scores what the sampler said', async () => {
    const said = await engine.sample(mixed);
    for (const [g, { policy, prompt_P }] of mixed.entries()) {
      const completions = said[g]!.map(({ token_T, logp_T }) => ({ token_T, oldLogp_T: logp_T, advantage: 1 }));
      const scored = (await engine.logprobs(policy, [{ prompt_P, completions }]))[0]!;
      for (const [k, { logp_T }] of said[g]!.entries())
        for (const [t, logp] of logp_T.entries()) expect(scored[k]![t]).toBeCloseTo(logp, 4);
    }
  });

  test.each([
    ['prefixes that are shared', { sharedPrefix: 2 }],
    ['whole decoding', { decode: 'whole' }],
    ['every branch by itself', { equalBranches: 'each' }],
  ] as const)('%s: the same answers, bit by bit', async (_, more) => {
    const other = make(more);
    const usual = make({ decode: 'by token', sharedPrefix: Number.POSITIVE_INFINITY });
    const begun = [...mixed, { ...asked('adapter', 'one', 9), prompt_P: [...promptOf('one', 6), 4, 5] }];
    expect(await other.sample(begun)).toEqual(await usual.sample(begun));
    for (const engine of [other, usual]) engine.close();
  });

  test('groups that are packed, and prompts that share prefixes, have the gradients of groups by themselves', async () => {
    const norms = [];
    for (const more of [{ equalAnswers: 'each' }, {}, { sharedPrefix: 2 }] as const) {
      const own = make(more);
      await own.accumulate('adapter', groups, usualObjective);
      norms.push((await own.gradients('adapter')).find(({ name }) => name === patchTensor)!.data);
      own.close();
    }
    const [usual, ...others] = norms as [Float32Array, ...Float32Array[]];
    const largest = Math.max(...usual.map(Math.abs));
    for (const other of others)
      for (const [at, value] of usual.entries()) expect(Math.abs(other[at]! - value)).toBeLessThan(1e-5 * largest);
  });

  test.each(policies)('%s learns a picture, and goes on from a snapshot to the same digits', async (kind) => {
    const train = async (learner: Engine, steps: number) => {
      for (let step = 0; step < steps; step++) {
        await learner.accumulate(kind, groups, usualObjective);
        await learner.update(kind, { ...usualKnobs, learningRate: 1e-2 });
      }
    };
    const whole = make();
    const begin = (await whole.save(kind)).tensors.find(({ name }) => name === patchTensor)!;
    await train(whole, 2);
    const half = await whole.save(kind);
    await train(whole, 2);
    const resumed = make();
    resumed.load(kind, half);
    await train(resumed, 2);
    const [one, other] = [await whole.save(kind), await resumed.save(kind)];
    expect(other).toEqual(one);
    expect(one.tensors.find(({ name }) => name === patchTensor)).not.toEqual(begin);
    for (const engine of [whole, resumed]) engine.close();
  });

  test('the bare base is blind, and a policy without a patch encoder is refused a picture', async () => {
    const at = (same: string) => ({ ...asked('base', same, 1), prompt_P: [8, ...promptOf(same, 6).slice(3, -2), 9] });
    const [one, two] = await engine.sample([at('one'), at('two')]);
    expect(one).toEqual(two);
    engine.addPolicy('blind', { kind: 'adapter', rank, alpha, seed: 1 });
    await expect(engine.sample([asked('blind', 'one', 1)])).rejects.toThrow('has no patch encoder');
    await expect(engine.accumulate('blind', groups, likelihood)).rejects.toThrow('has no patch encoder');
  });
});
