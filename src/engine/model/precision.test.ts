// A frozen base in fewer bits: it computes what an f32 base of the very same numbers computes, in sampling, scoring and
// training; its gradients are those of the f64 twin; and how far it then is from the unrounded model, which PyTorch
// computed (golden/README.md).
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TrainingGroup } from '../../contract/learner';
import type { ObjectiveSettings } from '../../contract/objective';
import type { NamedTensor } from '../../contract/weights';
import { findGpu } from '../../headless/open-gpu';
import { Engine } from '../engine';
import { type EngineDevice, requestEngineDevice } from '../gpu/device';
import { dequantised } from './dequantised';
import { runSelfTest } from './self-test';

interface Golden {
  config: Record<string, unknown>;
  weights: Record<string, { shape: number[]; data: string }>;
  batch: TrainingGroup[];
  scores: { bare: { logp_T: number[] }[][] };
  atGrpo: { settings: ObjectiveSettings };
}

const opened = await findGpu();
if (opened.kind === 'none') console.warn(`SKIPPED: bases in fewer bits were not tested: ${opened.reason}`);
const families = ['llama', 'qwen2', 'qwen3'] as const;
const precisions = ['f16', 'int8', 'int4'] as const;
/** Largest difference of a log-probability from the unrounded model's. Weights of deviation 0.3 and more make these
 *  models touchy. */
const roundingBound = { f16: 3e-2, int8: 0.6, int4: 3 } as const;
const knobs = { learningRate: 1e-2, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, gradientClip: 1 };

const goldenOf = (family: string): Golden =>
  JSON.parse(readFileSync(new URL(`./golden/${family}.json`, import.meta.url), 'utf8'));
const tensorsOf = ({ weights }: Golden): NamedTensor[] =>
  Object.entries(weights).map(([name, { shape, data }]) => {
    const bytes = Buffer.from(data, 'base64');
    return {
      name,
      shape,
      data: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
    };
  });

describe.skipIf(opened.kind === 'none')('a base in fewer bits', () => {
  let device: EngineDevice;
  beforeAll(async () => {
    if (opened.kind === 'gpu') device = await requestEngineDevice(opened.gpu);
  });

  test.each(families.flatMap((family) => precisions.map((precision) => [family, precision] as const)))(
    '%s as %s: the same as an f32 base of the same numbers, close to the unrounded model',
    async (family, precision) => {
      const golden = goldenOf(family);
      const { config, batch } = golden;
      const tensors = tensorsOf(golden);
      const results = [];
      for (const options of [{ tensors, precision }, { tensors: dequantised(config, tensors, precision) }]) {
        const engine = new Engine(device, { config, stopToken: 1, ...options });
        engine.addPolicy('one', { kind: 'adapter', rank: 4, alpha: 8, seed: 2 });
        const prompts = batch.map(({ prompt_P }) => ({ policy: 'one', prompt_P, seed_K: [1, 2], maxTokens: 6 }));
        await engine.accumulate('one', batch, golden.atGrpo.settings);
        await engine.update('one', knobs); // B is no longer zero
        results.push({
          greedy: await engine.sample(prompts.map((group) => ({ ...group, temperature: 0 }))),
          drawn: await engine.sample(prompts.map((group) => ({ ...group, temperature: 1 }))),
          bare: (await engine.logprobs('base', batch)).flat(2),
          report: await engine.accumulate('one', batch, golden.atGrpo.settings),
          gradients: (await engine.gradients('one')).flatMap(({ data }) => [...data]),
        });
        engine.close();
      }
      const [got, wanted] = results as [(typeof results)[0], (typeof results)[0]];
      const tokens = (groups: typeof got.greedy) => groups.map((group) => group.map(({ token_T }) => token_T));
      expect(tokens(got.greedy)).toEqual(tokens(wanted.greedy));
      expect(tokens(got.drawn)).toEqual(tokens(wanted.drawn));
      expect(apart(got.bare, wanted.bare)).toBeLessThan(1e-5);
      expect(got.report.loss).toBeCloseTo(wanted.report.loss, 5);
      const size = Math.max(...wanted.gradients.map(Math.abs));
      expect(apart(got.gradients, wanted.gradients) / size).toBeLessThan(1e-5);
      const unrounded = golden.scores.bare.flatMap((group) => group.flatMap(({ logp_T }) => logp_T));
      const off = apart(got.bare, unrounded);
      console.info(
        `${family} as ${precision}: log-probabilities at most ${off.toExponential(1)} off the unrounded model's`,
      );
      expect(off).toBeLessThan(roundingBound[precision]);
    },
  );

  test.each(precisions)(
    'as %s: loss and gradients of adapters are those of the twin and its finite differences',
    async (precision) => {
      const { checks, passed } = await runSelfTest(device, { precision });
      expect(checks.filter(({ error, tolerance }) => !(error <= tolerance))).toEqual([]);
      expect(passed).toBe(true);
    },
  );

  test.each(precisions)('as %s: training all weights is refused in words', (precision) => {
    const golden = goldenOf('llama');
    const engine = new Engine(device, { config: golden.config, tensors: tensorsOf(golden), stopToken: 1, precision });
    expect(() => engine.addPolicy('whole', { kind: 'all-weights', rank: 0, alpha: 0, seed: 1 })).toThrow(
      `a base stored as ${precision} is trained by adapters only: open it as f32 to train all weights`,
    );
    engine.close();
  });
});

function apart(got: readonly number[], wanted: readonly number[]): number {
  expect(got.length).toBe(wanted.length);
  return Math.max(
    ...wanted.map((value, index) => {
      const error = Math.abs((got[index] as number) - value);
      return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
    }),
  );
}
