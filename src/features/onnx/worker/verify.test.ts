// The comparison itself, with onnxruntime-web in our engine's place: it passes where both say the same, and fails where
// weights differ, where a number is none, and names the policy.
import * as ort from 'onnxruntime-web';
import { beforeAll, describe, expect, it } from 'vitest';
import { baseModelFromDisk } from '../../../headless/model-files';
import { presetById } from '../../../learning/config/presets';
import type { BaseModel } from '../../../models/base-model';
import { adapterFeeds, type LoraAdapter, openOnnxModel } from './onnx-model';
import { onnxSampler } from './onnx-sampler';
import { drawnAdapter } from './small-run.test-data';
import { type Subject, type VerifyParts, verifyPolicies } from './verify';

const { config } = presetById('quick');
let base: BaseModel;
let adapter: LoraAdapter;
beforeAll(async () => {
  base = await baseModelFromDisk('sprout');
  adapter = drawnAdapter(base, 4, 0.1, 1);
});

/** Speaks with `adapter` for every policy but the base; `bend` is what is wrong with it. */
async function learnerOf(bend: (logp: number) => number = (logp) => logp): Promise<VerifyParts['learner']> {
  const sampler = await onnxSampler(ort, base, base.tokenizer);
  sampler.setAdapter('loaded', adapter);
  const model = await openOnnxModel(ort, base, { adapters: 'inputs', logits: 'last' });
  const feeds = { loaded: adapterFeeds(ort, base.config, adapter), base: adapterFeeds(ort, base.config) };
  const logp = (logits: Float32Array, token: number) =>
    logits[token]! - Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0));
  return {
    sample: sampler.sample,
    logprobs: async (policy, [group]) => {
      const how = { adapter: feeds[policy as keyof typeof feeds] };
      const begun = await model.read(group!.prompt_P, how);
      const all: number[][] = [];
      for (const { token_T } of group!.completions) {
        const logps: number[] = [];
        let at = begun;
        for (const [index, token] of token_T.entries()) {
          logps.push(bend(logp(at.logits, token)));
          if (index < token_T.length - 1) at = await model.read([token], { ...how, before: at });
        }
        all.push(logps);
      }
      return [all];
    },
  };
}

const asked = (learner: VerifyParts['learner'], weights: Subject['weights']): VerifyParts => ({
  runtime: ort,
  learner,
  base,
  config,
  policies: { tool: 'base', plan: 'loaded' },
  subjects: [
    { policy: 'base', loaded: 'base', weights: { kind: 'bare' } },
    { policy: 'plan', loaded: 'loaded', weights },
  ],
  worlds: 1,
});

describe('a comparison of the engines', () => {
  it('passes in every form where both compute the same', async () => {
    const progress: number[] = [];
    const parts = asked(await learnerOf(), { kind: 'adapter', ...adapter });
    const report = await verifyPolicies({ ...parts, onProgress: (done) => progress.push(done) });
    expect(report.policies.map(({ policy, form, passed }) => [policy, form, passed])).toEqual([
      ['base', 'bare', true],
      ['plan', 'adapter as inputs', true],
      ['plan', 'merged', true],
    ]);
    expect(report).toMatchObject({ passed: true, tolerance: 1e-3 });
    for (const { values, tokens, maxDifference, sameGreedy } of report.policies) {
      expect(values).toBeGreaterThan(64);
      expect(tokens).toBeGreaterThan(1);
      expect(maxDifference).toBeLessThan(1e-4);
      expect(sameGreedy).toBe(1);
    }
    expect(progress).toEqual([0, 1, 2, 3]);
  });

  it('fails for the policy whose weights are others', async () => {
    const other = drawnAdapter(base, 4, 0.1, 2);
    const { passed, policies } = await verifyPolicies(asked(await learnerOf(), { kind: 'adapter', ...other }));
    expect(passed).toBe(false);
    expect(policies.map((one) => one.passed)).toEqual([true, false, false]);
  });

  it.each([
    ['a little wrong', (logp: number) => logp * 1.01],
    ['no number', () => Number.NaN],
  ])('fails where our numbers are %s', async (_, bend) => {
    const { policies } = await verifyPolicies(asked(await learnerOf(bend), { kind: 'adapter', ...adapter }));
    expect(policies.map((one) => one.passed)).toEqual([false, false, false]);
  });
});
