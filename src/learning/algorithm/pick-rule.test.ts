import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { type PickRule, pickTrunk } from './pick-rule';

const rng = rngFrom('test');
const rewarded = (rewards: readonly number[], teams: readonly number[] = rewards) =>
  rewards.map((reward, index) => ({ reward, terms: { team: teams[index] ?? 0 } }));
const pick = (rule: PickRule, rewards: readonly number[], { temperature = 1, teams = rewards } = {}) =>
  pickTrunk({ rule, temperature }, rewarded(rewards, teams), rng);

test('the trunk is the highest reward, ties the lowest index; other rules can be asked for', () => {
  expect(pick('best', [0.2, 0.9, 0.9])).toBe(1);
  expect(pick('first', [0.2, 0.9])).toBe(0);
  expect(new Set(Array.from({ length: 50 }, () => pick('random', [1, 2, 3]))).size).toBe(3);
});

test('by the team term own merits do not count, ties the lowest index', () => {
  expect(pick('team', [0.9, 0.2, 0.3], { teams: [0, 1, 1] })).toBe(1);
});

test('softmax draws in proportion to exp(reward ÷ temperature)', () => {
  const drawn = Array.from({ length: 4000 }, () => pick('softmax', [0, 0.5], { temperature: 0.5 }));
  const share = drawn.filter((index) => index === 1).length / drawn.length;
  expect(share).toBeCloseTo(Math.E / (1 + Math.E), 1);
});

test('softmax is the best branch near temperature 0, any branch far above, and never overflows', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 1, maxLength: 16 }), (rewards) => {
      const distinct = rewards.map((reward, index) => reward + index * 0.01);
      expect(pick('softmax', distinct, { temperature: 1e-5 })).toBe(distinct.indexOf(Math.max(...distinct)));
    }),
  );
  expect(new Set(Array.from({ length: 200 }, () => pick('softmax', [0, 1, 2], { temperature: 100 }))).size).toBe(3);
});
