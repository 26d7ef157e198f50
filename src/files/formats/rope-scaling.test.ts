// Scalings found again from the divisors that llama.cpp's converter writes for them. That the divisors themselves are
// right is the golden file's to say (gguf/golden.test.ts, models/loaded-model.gpu.test.ts).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divisorsOf } from '../../contract/rope';
import { scalingOfDivisors } from './rope-scaling';

const llama = { lowFrequency: 1, highFrequency: 4, firstPositions: 8192 };
const found = (divisors: Float64Array, theta: number) =>
  scalingOfDivisors(Float32Array.from(divisors), theta, 'x.gguf');

describe('what rotary frequencies are divided by', () => {
  it.each([
    ['3.2 1B', 64, 32],
    ['3.1 8B', 128, 8],
  ])('of Llama %s becomes its published settings again', (_, headSize, factor) => {
    const scaling = { ...llama, factor };
    expect(found(divisorsOf(scaling, headSize, 500_000), 500_000)).toEqual(scaling);
  });

  it('becomes settings that divide alike, whatever they were', () => {
    fc.assert(
      fc.property(
        fc.record({
          factor: fc.double({ min: 1.5, max: 64, noNaN: true }),
          lowFrequency: fc.double({ min: 0.5, max: 4, noNaN: true }),
          wider: fc.double({ min: 3, max: 16, noNaN: true }),
          firstPositions: fc.integer({ min: 512, max: 65_536 }),
        }),
        ({ factor, lowFrequency, wider, firstPositions }) => {
          const divisors = divisorsOf(
            { factor, lowFrequency, highFrequency: lowFrequency * wider, firstPositions },
            128,
            500_000,
          );
          const again = found(divisors, 500_000);
          expect(again).toBeDefined();
          const computed = again && divisorsOf(again, 128, 500_000);
          for (const [i, divisor] of divisors.entries())
            expect((computed?.[i] ?? Number.NaN) / divisor).toBeCloseTo(1, 3);
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  it('is no scaling where all are 1', () => {
    expect(found(new Float64Array(32).fill(1), 10_000)).toBeUndefined();
  });

  it.each([
    ['a divisor that is no number', [1, Number.NaN, 4], 'a divisor of NaN: expected finite numbers of at least 1'],
    ['a divisor below 1', [1, 0.5, 4], 'a divisor of 0.5'],
    ['an endless one', [1, 2, Number.POSITIVE_INFINITY], 'a divisor of Infinity'],
    ['slow turns that are not slowed', [4, 2, 1], 'otherwise than Llama 3'],
    ['divisors on no line', [1, 1.5, 1.2, 1.9, 4, 4, 4, 4], 'otherwise than Llama 3'],
  ])('is refused by name: %s', (_, divisors, message) => {
    expect(() => found(Float64Array.from(divisors), 100)).toThrow(message);
  });
});
