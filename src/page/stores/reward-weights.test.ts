import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RewardWeight, rewardWeights, withWeight } from './reward-weights';

const weights = { formatWeight: 0.1, legalWeight: 0.1, progressWeight: 0.8 };
const usual = (weight: RewardWeight) => weights[weight];

test('W1: the other two weights give way in proportion', () => {
  expect(withWeight(usual, 'progressWeight', 0.5)).toEqual({
    formatWeight: 0.25,
    legalWeight: 0.25,
    progressWeight: 0.5,
  });
  expect(withWeight(usual, 'formatWeight', 0.55)).toEqual({
    formatWeight: 0.55,
    legalWeight: 0.05,
    progressWeight: 0.4,
  });
  expect(withWeight((weight) => Number(weight === 'formatWeight'), 'formatWeight', 0.5)).toEqual({
    formatWeight: 0.5,
    legalWeight: 0.25,
    progressWeight: 0.25,
  });
});

test('W1: what is no share stands alone, to be refused', () => {
  expect(withWeight(usual, 'legalWeight', 1.5)).toEqual({ legalWeight: 1.5 });
  expect(withWeight(usual, 'legalWeight', Number.NaN)).toEqual({ legalWeight: Number.NaN });
});

test('W1: whatever is set, in whatever order, the three sum to 1', () => {
  const set = fc.tuple(fc.constantFrom(...rewardWeights), fc.integer({ min: 0, max: 1000 }));
  fc.assert(
    fc.property(fc.array(set, { minLength: 1, maxLength: 12 }), (changes) => {
      let now = weights;
      for (const [name, thousandths] of changes) {
        const before = now;
        now = { ...now, ...withWeight((weight) => before[weight], name, thousandths / 1000) };
      }
      const sum = now.formatWeight + now.legalWeight + now.progressWeight;
      expect(Math.abs(sum - 1)).toBeLessThan(1e-6);
      expect(Math.min(...Object.values(now))).toBeGreaterThanOrEqual(0);
    }),
  );
});
