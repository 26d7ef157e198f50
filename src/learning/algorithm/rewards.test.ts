import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settingsFrom } from '../config/run-config';
import { fullReward, returnOf, rewardOf } from './rewards';

const weights = settingsFrom({});
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('W1 reward = α · team + weighted own terms, between 0 and α + 1', () => {
  expect(rewardOf({ ...weights, alpha: 2 }, { team: 0.5, format: 1, legal: 0.5, progress: 0.25 }, false)).toBeCloseTo(
    1 + 0.1 + 0.05 + 0.2,
    12,
  );
  fc.assert(
    fc.property(share, share, share, share, (team, format, legal, progress) => {
      const reward = rewardOf(weights, { team, format, legal, progress }, false);
      expect(reward).toBeGreaterThanOrEqual(0);
      expect(reward).toBeLessThanOrEqual(fullReward(weights) + 1e-12);
    }),
  );
});

test('W1 weights that do not sum to 1 are refused, with the sum', () => {
  expect(() => settingsFrom({ progressWeight: 0.5 })).toThrow('sum to 1, got 0.700');
});

test('W3 stalling never pays: solving a turn sooner has at least the return of solving later', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(share, { maxLength: 5 }), (turns, stalled) => {
      fc.pre(stalled.length < turns);
      const full = fullReward(weights);
      const later = returnOf(weights, { reward_T: [...stalled.map((part) => part * full), full], solved: true, turns });
      const sooner = returnOf(weights, { reward_T: [full], solved: true, turns });
      expect(sooner).toBeGreaterThanOrEqual(later - 1e-12);
    }),
  );
});

test('the outcome alone: 1 when solved, else 0, whatever else an answer did', () => {
  const outcome = settingsFrom({ rewardKind: 'outcome', alpha: 3 });
  fc.assert(
    fc.property(share, share, share, fc.boolean(), (format, legal, progress, solved) => {
      expect(rewardOf(outcome, { team: 1, format, legal, progress }, solved)).toBe(solved ? 1 : 0);
    }),
  );
  expect(fullReward(outcome)).toBe(1);
});
