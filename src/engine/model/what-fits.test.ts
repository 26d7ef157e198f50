import { expect, test } from 'vitest';
import { cardsGib, usualTraining } from '../../contract/card-fit';
import { readConfig } from '../../contract/model-config';
import { knownModels } from '../../models/known-models';
import { parametersOf, planMemory } from './memory-plan';
import { whatFits } from './what-fits';

const gib = 2 ** 30;
const limits = { maxBufferSize: 2 ** 31, maxStorageBufferBindingSize: 2 ** 31 - 4 };
const models = knownModels.map(({ name, config }) => ({ name, config: readConfig(config) }));

test('shapes have as many parameters as their models are said to have', () => {
  const millions = models.map(({ config }) => Math.round(parametersOf(config) / 1e6));
  expect(millions).toEqual([135, 362, 494, 596]);
});

test.each(models)('$name: the longest prompt fits, a longer one does not', ({ config }) => {
  for (const card of cardsGib) {
    const budget = card * gib;
    const fit = whatFits(config, limits, budget);
    if (!fit) continue;
    const policy = { kind: 'adapter', rank: usualTraining.rank } as const;
    const { answers: branches, answerTokens } = usualTraining;
    const total = (promptTokens: number) =>
      planMemory({
        ...{ config, limits, precision: fit.precision, budget, policies: [policy, policy] },
        batch: { groups: 1, branches, promptTokens, answerTokens },
      }).total;
    expect(total(fit.promptTokens)).toBeLessThanOrEqual(budget);
    if (fit.promptTokens < 8192) expect(() => total(fit.promptTokens + 64)).toThrow();
    expect(fit.answers >= usualTraining.answers).toBe(fit.promptTokens >= 512);
  }
});

test('more memory never has room for less, and some shape is too large for a small card', () => {
  for (const { config } of models) {
    const fits = [0.25, 1, ...cardsGib].map((card) => whatFits(config, limits, card * gib));
    expect(fits[0]).toBeUndefined();
    const rank = { f32: 3, f16: 2, int8: 1, int4: 0 };
    for (let at = 2; at < fits.length; at++) {
      const [less, more] = [fits[at - 1], fits[at]];
      if (!less) continue;
      expect(more).toBeDefined();
      expect(rank[more!.precision]).toBeGreaterThanOrEqual(rank[less.precision]);
      if (more!.precision === less.precision) expect(more!.promptTokens).toBeGreaterThanOrEqual(less.promptTokens);
    }
  }
});
