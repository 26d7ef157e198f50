import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  entropyOf,
  logitsGradient,
  logSoftmax,
  type ObjectiveRow,
  type ObjectiveSettings,
  objectiveOfRow,
  type TokenObjective,
  weightsOfTokens,
} from './objective';

const settings: ObjectiveSettings = {
  kind: 'at-grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  kl: 0,
  entropy: 0,
  aggregation: 'token-mean',
  divisor: 1,
};
const row: ObjectiveRow = { logp: -1, oldLogp: -1, refLogp: -1, advantage: 1, entropy: 1, weight: 1 };

function gradientByDifferences(at: ObjectiveSettings, where: ObjectiveRow): number {
  const step = 1e-5;
  const up = objectiveOfRow(at, { ...where, logp: where.logp + step }).loss;
  const down = objectiveOfRow(at, { ...where, logp: where.logp - step }).loss;
  return (up - down) / (2 * step);
}

test('L1 the gradient is zero where the mask is zero', () => {
  const masked = objectiveOfRow({ ...settings, kl: 0.5, entropy: 0.1 }, { ...row, refLogp: -3, logp: -0.5, weight: 0 });
  expect(masked.logpGradient).toBeCloseTo(0, 12);
  expect(masked.entropyGradient).toBeCloseTo(0, 12);
  expect(masked.loss).toBeCloseTo(0, 12);
});

test('L2 with logp = oldLogp the gradient is plain policy gradient', () => {
  for (const advantage of [-1.5, 0, 0.7])
    expect(objectiveOfRow(settings, { ...row, advantage }).logpGradient).toBeCloseTo(-advantage, 12);
});

test('L3 the gradient agrees with finite differences on both sides of the clip', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(
      number(-4, -0.01),
      number(-1, 1),
      number(-4, -0.01),
      number(-2, 2),
      (oldLogp, gap, refLogp, advantage) => {
        const where = { ...row, oldLogp, logp: oldLogp + gap, refLogp, advantage, weight: 0.25 };
        const ratio = Math.exp(gap);
        fc.pre(Math.abs(ratio - 0.8) > 1e-3 && Math.abs(ratio - 1.2) > 1e-3); // the corner has no gradient
        const at = { ...settings, kl: 0.3 };
        expect(objectiveOfRow(at, where).logpGradient).toBeCloseTo(gradientByDifferences(at, where), 5);
      },
    ),
  );
  // above the clip and better: clipped
  expect(objectiveOfRow(settings, { ...row, logp: -0.5, advantage: 1 }).logpGradient).toBeCloseTo(0, 12);
  // above the clip and worse: pulled back
  expect(objectiveOfRow(settings, { ...row, logp: -0.5, advantage: -1 }).logpGradient).not.toBe(0);
});

test('L3 the gradient of the logits agrees with finite differences of the loss, entropy and penalty included', () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const chosen = fc.record<TokenObjective>({
    kind: fc.constantFrom('at-grpo', 'sft'),
    clipLow: number(0.05, 0.5),
    clipHigh: number(0.05, 0.5),
    kl: number(0, 1),
    entropy: number(0, 0.5),
  });
  const logits = fc.array(number(-4, 4), { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(
      chosen,
      logits,
      number(-6, -0.01),
      number(-6, -0.01),
      number(-3, 3),
      (at, values, oldLogp, refLogp, advantage) => {
        const scored = (logit_V: readonly number[]) => {
          const logp_V = logSoftmax(logit_V);
          const entropy = entropyOf(logp_V);
          const result = objectiveOfRow(at, {
            logp: logp_V[0] as number,
            oldLogp,
            refLogp,
            advantage,
            entropy,
            weight: 0.5,
          });
          return { logp_V, entropy, result };
        };
        const { result, ...row } = scored(values);
        const edges = [1 - at.clipLow, 1 + at.clipHigh];
        fc.pre(edges.every((edge) => Math.abs(result.ratio - edge) > 1e-3)); // the corner has no gradient
        const gradient_V = logitsGradient(row, 0, result);
        const step = 1e-5;
        for (const [v, got] of gradient_V.entries()) {
          const moved = (by: number) => scored(values.with(v, (values[v] as number) + by)).result.loss;
          const wanted = (moved(step) - moved(-step)) / (2 * step);
          expect(Math.abs(got - wanted)).toBeLessThan(1e-4 * Math.max(1, Math.abs(wanted)));
        }
      },
    ),
  );
});

test('L4 k3 is never negative and has zero gradient at equality', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -8, max: 0, noNaN: true }),
      fc.double({ min: -8, max: 0, noNaN: true }),
      (logp, refLogp) => {
        expect(objectiveOfRow(settings, { ...row, logp, oldLogp: logp, refLogp }).k3).toBeGreaterThanOrEqual(0);
      },
    ),
  );
  expect(objectiveOfRow({ ...settings, kl: 1 }, { ...row, advantage: 0 }).logpGradient).toBeCloseTo(0, 12);
});

test('L1 a ratio too large for a float adds nothing where β, the advantage or the weight is zero', () => {
  const plain = objectiveOfRow(settings, { ...row, logp: -800, oldLogp: -800, refLogp: -800 });
  const farReference = objectiveOfRow(settings, { ...row, logp: -800, oldLogp: -800, refLogp: 0 });
  expect([farReference.loss, farReference.logpGradient]).toEqual([plain.loss, plain.logpGradient]);
  for (const none of [{ advantage: 0 }, { weight: 0 }]) {
    const { loss, logpGradient } = objectiveOfRow(settings, { ...row, oldLogp: -800, refLogp: 800, ...none });
    expect([Math.abs(loss), Math.abs(logpGradient)]).toEqual([0, 0]);
  }
});

test('the entropy bonus pulls towards more entropy', () => {
  expect(objectiveOfRow({ ...settings, entropy: 0.1 }, row).entropyGradient).toBeCloseTo(-0.1, 12);
});

test('aggregations weigh tokens: over all, over sequences, over a constant', () => {
  const of = (...length_B: number[]) => length_B.map((length, b) => ({ length, prompt: `prompt ${b}` }));
  expect(weightsOfTokens(settings, of(1, 3))).toEqual([0.25, 0.25]);
  expect(weightsOfTokens({ ...settings, aggregation: 'sequence-mean' }, of(1, 4))).toEqual([0.5, 0.125]);
  expect(weightsOfTokens({ ...settings, aggregation: 'constant', divisor: 10 }, of(1, 4))).toEqual([0.1, 0.1]);
});

test('L5 prompt-mean: what is asked seldom weighs as much as what is asked often', () => {
  const often = [1, 1, 1].map((length) => ({ length, prompt: 'often' }));
  const weights = weightsOfTokens({ ...settings, aggregation: 'prompt-mean' }, [
    ...often,
    { length: 2, prompt: 'once' },
  ]);
  expect(weights).toEqual([1 / 6, 1 / 6, 1 / 6, 1 / 4]);
});

test('SFT is the negative log-likelihood', () => {
  const sft = objectiveOfRow({ ...settings, kind: 'sft' }, { ...row, logp: -2, weight: 0.5 });
  expect([sft.loss, sft.logpGradient]).toEqual([1, -0.5]);
});
