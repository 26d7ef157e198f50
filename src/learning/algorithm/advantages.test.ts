import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mean } from '../../basics/statistics';
import { type AdvantageSettings, advantagesOfRole, isFlat, runningBaseline } from './advantages';

const settings: AdvantageSettings = { normalisation: 'deviation', advantageEpsilon: 1e-4, minimumDeviation: 0 };
const rewards = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 2, maxLength: 16 });
const advantagesOf = (reward_G: readonly number[], at = settings) => advantagesOfRole(at, [reward_G])[0] as number[];

test('A1 advantages sum to zero in a group', () => {
  fc.assert(
    fc.property(rewards, fc.constantFrom('deviation' as const, 'none' as const), (reward_G, normalisation) => {
      expect(mean(advantagesOf(reward_G, { ...settings, normalisation }))).toBeCloseTo(0, 9);
    }),
  );
});

test('A2 equal rewards train nothing, and so do rewards that differ less than asked for', () => {
  expect(advantagesOf([0.1 + 0.2, 0.3, 0.3])).toEqual([0, 0, 0]); // equal up to rounding
  expect(isFlat(settings, [1, 1, 1])).toBe(true);
  expect(isFlat({ ...settings, minimumDeviation: 0.05 }, [1, 1.02])).toBe(true);
  expect(isFlat(settings, [1, 1.02])).toBe(false);
});

test('A3 adding a constant changes nothing', () => {
  fc.assert(
    fc.property(rewards, fc.double({ min: -5, max: 5, noNaN: true }), (reward_G, constant) => {
      fc.pre(!isFlat({ ...settings, minimumDeviation: 1e-3 }, reward_G));
      const moved = advantagesOf(reward_G.map((reward) => reward + constant));
      advantagesOf(reward_G).forEach((advantage, index) => expect(moved[index]).toBeCloseTo(advantage, 6));
    }),
  );
});

test('A4 scaling changes nothing but the epsilon with deviation, and scales along without', () => {
  const reward_G = [0.1, 0.5, 0.9, 1.9];
  const tripled = reward_G.map((reward) => 3 * reward);
  advantagesOf(reward_G).forEach((advantage, index) => expect(advantagesOf(tripled)[index]).toBeCloseTo(advantage, 3));
  const plain = { ...settings, normalisation: 'none' as const };
  advantagesOf(reward_G, plain).forEach((advantage, index) =>
    expect(advantagesOf(tripled, plain)[index]).toBeCloseTo(3 * advantage, 9),
  );
});

test('A4 the deviation is the population one, plus epsilon', () => {
  expect(advantagesOf([0, 1], { ...settings, advantageEpsilon: 0.5 })).toEqual([-0.5, 0.5]);
});

test('A5 per-agent normalisation centres and scales over all samples of the role', () => {
  const groups = advantagesOfRole({ ...settings, normalisation: 'agent', advantageEpsilon: 0 }, [
    [0, 1],
    [1, 2],
  ]);
  expect(mean(groups.flat())).toBeCloseTo(0, 12);
  expect(mean(groups.flat().map((advantage) => advantage ** 2))).toBeCloseTo(1, 12);
});

test('A5 flat groups count neither in the mean nor in the deviation, for they train nothing', () => {
  // without [6, 6]: mean 1.5, deviation √((2.25 + 0.25 + 0.25 + 2.25) ÷ 4) = 1.118034, by hand
  const agent = { ...settings, normalisation: 'agent' as const, advantageEpsilon: 0 };
  const groups = advantagesOfRole(agent, [
    [0, 2],
    [6, 6],
    [1, 3],
  ]);
  expect(groups[1]).toEqual([0, 0]);
  expect(groups[0]?.[0]).toBeCloseTo(-1.341641, 6);
  expect(groups[0]?.[1]).toBeCloseTo(0.447214, 6);
  expect(groups[2]?.[0]).toBeCloseTo(-0.447214, 6);
  expect(groups[2]?.[1]).toBeCloseTo(1.341641, 6);
});

test('A5 flat groups that are kept are compared with the role’s other answers', () => {
  // mean 3, deviation √((9 + 1 + 9 + 9 + 4 + 0) ÷ 6) = 2.309401, by hand
  const agent = { ...settings, normalisation: 'agent' as const, advantageEpsilon: 0, flatGroups: 'keep' as const };
  const groups = advantagesOfRole(agent, [
    [0, 2],
    [6, 6],
    [1, 3],
  ]);
  expect(groups[1]?.[0]).toBeCloseTo(1.299038, 6);
  expect(groups[0]?.[0]).toBeCloseTo(-1.299038, 6);
  expect(mean(groups.flat())).toBeCloseTo(0, 12);
  // Against its own group a flat one has nothing to say, kept or not.
  expect(advantagesOfRole({ ...agent, normalisation: 'none' }, [[6, 6]])).toEqual([[0, 0]]);
  // Where the whole role earned the same, there is nothing to compare with.
  expect(
    advantagesOfRole({ ...agent, advantageEpsilon: 1e-4 }, [
      [6, 6],
      [6, 6],
    ]).flat(),
  ).toEqual([0, 0, 0, 0]);
});

test('A5 groups that a filter drops count in neither, and what trains sums to zero', () => {
  const agent = { ...settings, normalisation: 'agent' as const, advantageEpsilon: 0 };
  const groups = advantagesOfRole(
    agent,
    [
      [0, 2],
      [9, 11],
      [2, 4],
    ],
    new Set([1]),
  );
  expect([...(groups[0] ?? []), ...(groups[2] ?? [])].reduce((sum, advantage) => sum + advantage, 0)).toBeCloseTo(
    0,
    12,
  );
  expect(groups[1]?.[0]).toBeCloseTo(4.949747, 6); // (9 − 2) ÷ √2
  expect(advantagesOfRole(agent, [[3, 3]])).toEqual([[0, 0]]);
});

test('Z3 running baselines are an exponential mean of the steps before, the first as it was', () => {
  expect(runningBaseline([], 0.9)).toBeUndefined();
  expect(runningBaseline([1], 0.9)).toBe(1);
  expect(runningBaseline([1, 0, 0], 0.5)).toBe(0.25);
  expect(runningBaseline([1, 0, 3], 0)).toBe(3);
});

test('Z3 a running baseline stands in place of a group’s mean: what is above it is better than the role used to be', () => {
  const running: AdvantageSettings = { ...settings, normalisation: 'running' };
  expect(advantagesOfRole(running, [[1, 0]], undefined, 0.25)).toEqual([[0.75, -0.25]]);
  expect(advantagesOfRole(running, [[1, 0]])).toEqual([[0.5, -0.5]]);
  expect(advantagesOfRole({ ...running, flatGroups: 'keep' }, [[1, 1]], undefined, 0.25)).toEqual([[0.75, 0.75]]);
  expect(advantagesOfRole({ ...running, flatGroups: 'skip' }, [[1, 1]], undefined, 0.25)).toEqual([[0, 0]]);
});
