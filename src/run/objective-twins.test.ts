// The engine's twin of the objective and the one that learning reports with are two texts of one formula: here they are one number.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Target, objective as twin } from '../engine/kernels/objective/twin';
import { type ObjectiveSettings, objectiveOfRow } from '../learning/algorithm/objective';

const small = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const settings = fc.record<ObjectiveSettings>({
  kind: fc.constantFrom('at-grpo', 'sft'),
  clipLow: small(0.05, 0.5),
  clipHigh: small(0.05, 0.5),
  kl: small(0, 1),
  entropy: small(0, 0.5),
  aggregation: fc.constant('token-mean'),
  divisor: fc.constant(1),
});
const logits = fc.array(small(-8, 8), { minLength: 2, maxLength: 9 });
const target = fc.record<Target>({
  token: fc.nat(),
  oldLogp: small(-6, -0.01),
  refLogp: small(-6, -0.01),
  advantage: small(-3, 3),
  weight: small(0, 1),
  temperature: fc.constant(1),
});

test('L5: a row costs what its targets cost, in the engine’s words and in those of learning', () => {
  fc.assert(
    fc.property(settings, logits, fc.array(target, { minLength: 1, maxLength: 5 }), (chosen, values, drawn) => {
      const targets = drawn.map((one) => ({ ...one, token: one.token % values.length }));
      const { loss, logps, entropy } = twin(chosen, Float64Array.from(values), targets);
      const rows = targets.map((one, index) => objectiveOfRow(chosen, { ...one, logp: logps[index] as number, entropy }));
      const expected = rows.reduce((sum, row) => sum + row.loss, 0);
      expect(Math.abs(loss - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)));
    }),
  );
});
