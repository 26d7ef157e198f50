// The objective's twin against itself: its gradient is that of its loss, whatever the settings.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TokenObjective } from '../../../contract/objective';
import { objective, objectiveGradient, type Target } from './twin';

const small = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const settings = fc.record<TokenObjective>({
  kind: fc.constantFrom('at-grpo', 'sft'),
  clipLow: small(0.05, 0.5),
  clipHigh: small(0.05, 0.5),
  kl: small(0, 1),
  entropy: small(0, 0.5),
});
const target = fc.record<Omit<Target, 'temperature'>>({
  token: fc.nat(),
  oldLogp: small(-6, -0.01),
  refLogp: small(-6, -0.01),
  advantage: small(-3, 3),
  weight: small(0, 1),
});

test('L3 the gradient of a row of logits agrees with finite differences of its loss, several targets on it', () => {
  const logits = fc.array(small(-4, 4), { minLength: 2, maxLength: 9 });
  const targets = fc.array(target, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(settings, logits, targets, small(0.5, 2), (chosen, values, drawn, temperature) => {
      const own = drawn.map((one) => ({ ...one, token: one.token % values.length, temperature }));
      const { logps } = objective(chosen, values, own);
      const margins = own.flatMap(({ oldLogp }, t) =>
        [1 - chosen.clipLow, 1 + chosen.clipHigh].map((edge) => Math.abs(Math.exp((logps[t] as number) - oldLogp) - edge)),
      );
      fc.pre(Math.min(...margins) > 1e-3); // the corner of the clip has no gradient
      const gradient = objectiveGradient(chosen, values, own);
      const step = 1e-5;
      for (const v of values.keys()) {
        const moved = (by: number) => objective(chosen, values.with(v, (values[v] as number) + by), own).loss;
        const wanted = (moved(step) - moved(-step)) / (2 * step);
        expect(Math.abs((gradient[v] as number) - wanted)).toBeLessThan(1e-4 * Math.max(1, Math.abs(wanted)));
      }
    }),
  );
});
