import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Learner } from '../../contract/learner';
import { tokenizerFrom } from '../language/tokenizer';
import { scriptedSampler } from '../rollouts/scripted-sampler.fixture';
import { evaluate } from '../training/evaluate';
import { trainingStep } from '../training/step';
import { presetById } from './presets';
import { settingsFrom } from './run-config';
import { checkSampling } from './sampling';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const config = {
  ...presetById('quick').config,
  sampling: { tool: { training: { temperature: 0.7, maxTokens: 5 } }, plan: { evaluation: { temperature: 0.5 } } },
  settings: settingsFrom({ worldsPerStep: 2, branches: 2, turns: 1, temperature: 1.2 }),
};
const asked = (sampler: ReturnType<typeof scriptedSampler>) =>
  Object.fromEntries(sampler.asked.map(({ policy, temperature, maxTokens }) => [policy, { temperature, maxTokens }]));

test('a role is sampled as the run says, in training and in evaluations; what is left open is the settings’ and its own', async () => {
  const sampler = scriptedSampler(tokenizer, () => 'U');
  const learner = sampler as unknown as Learner; // every group is flat: nothing is trained
  await trainingStep({ config, step: 1, learner, tokenizer, now: () => 0 });
  expect(asked(sampler)).toEqual({
    tool: { temperature: 0.7, maxTokens: 5 },
    plan: { temperature: 1.2, maxTokens: 14 },
  });
  const evaluated = scriptedSampler(tokenizer, () => 'U');
  await evaluate({ config, split: 'validation', n: 2, sampler: evaluated, tokenizer });
  expect(asked(evaluated)).toEqual({
    tool: { temperature: 0, maxTokens: 5 },
    plan: { temperature: 0.5, maxTokens: 14 },
  });
});

test('S1, S2: answers are scored at the temperature at which they were sampled', async () => {
  const sampler = scriptedSampler(tokenizer, ({ branch }) => (branch === 0 ? 'U' : '?'));
  const temperatures: Record<string, (number | undefined)[]> = {};
  const learner: Learner = {
    ...sampler,
    accumulate: async (policy, batch) => {
      temperatures[policy] = batch.map(({ temperature }) => temperature);
      return { tokens: 1, loss: 0, clippedShare: 0, ratioLow: 1, ratioHigh: 1, kl: 0, entropy: 0, mismatch: 0 };
    },
    update: async () => ({ gradientNorm: 0, weightChange: 0, skipped: false }),
  } as Partial<Learner> as Learner;
  await trainingStep({ config, step: 1, learner, tokenizer, now: () => 0 });
  expect(new Set(temperatures['tool'])).toEqual(new Set([0.7]));
  expect(new Set(temperatures['plan'])).toEqual(new Set([1.2]));
});

test('S1: says which role’s setting is at fault, and knows no top-k', () => {
  const roles = ['tool', 'plan'];
  expect(() => checkSampling(config.sampling, roles)).not.toThrow();
  expect(() => checkSampling({ coder: {} }, roles)).toThrow(
    'there is no role "coder" to sample: the team has tool, plan',
  );
  expect(() => checkSampling({ plan: { training: { temperature: 0 } } }, roles)).toThrow(
    'plan: temperature lies between 0.1 and 2',
  );
  expect(() => checkSampling({ plan: { training: { topK: 5 } as object } }, roles)).toThrow(
    'there is no setting "topK"',
  );
});
