// What packing promises: errors no larger than half a step, nothing lost of what was packed before, and a refusal of
// what does not fit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfBits, numberOfHalf } from './halves';
import { blockRows, type PackedFormat, pack, packedWords } from './packed';
import { unpack } from './twin';

const shaped = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: -8, max: 4 }))
  .chain(([rows, columns, exponent]) =>
    fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(columns),
      floats: fc
        .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: rows * columns, maxLength: rows * columns })
        .map((numbers) => Float32Array.from(numbers, (value) => value * 2 ** exponent)),
    }),
  );
const packedBy = (
  format: PackedFormat,
  { floats, rows, columns }: { floats: Float32Array; rows: number; columns: number },
) => {
  const words = pack(format, { floats, from: 0, rows, columns, rowStride: columns, columnStride: 1 });
  const whole = Math.ceil(columns / 4) * 4;
  expect(words.length).toBe(packedWords({ format, rows, columns: whole }));
  return { words, numbers: unpack(words, { format, rows, columns: whole }), whole };
};

test.each(['f16', 'int8', 'int4'] as const)(
  '%s: an error of at most half a step of its block; zeros behind the last column',
  (format) => {
    fc.assert(
      fc.property(shaped, (given) => {
        const { numbers, whole } = packedBy(format, given);
        const { floats, rows, columns } = given;
        for (let column = 0; column < whole; column++) {
          for (let first = 0; first < rows; first += blockRows) {
            const block = Array.from({ length: Math.min(blockRows, rows - first) }, (_, i) => first + i);
            const values = block.map((row) => (column < columns ? (floats[row * columns + column] as number) : 0));
            const most = Math.max(...values.map(Math.abs));
            const range = Math.max(...values) - Math.min(...values);
            // Scales and least values are rounded themselves: to 11 bits (at worst to steps of 2^-24) as halves, to 16
            // bits for int8.
            const bound = {
              f16: Math.max(2 ** -25, most * 2 ** -11),
              int8: most / 254 + most * 2 ** -16 + 2 ** -126,
              int4: range / 30 + 3.2 * most * 2 ** -11 + 17 * 2 ** -25,
            }[format];
            for (const [index, row] of block.entries())
              expect(
                Math.abs((numbers[row * whole + column] as number) - (values[index] as number)),
              ).toBeLessThanOrEqual(bound);
          }
        }
      }),
    );
  },
);

/** Below this an int8 block's step would be no normal f32 any more, and a code times it not exact; GPUs may take such
 *  numbers for zero. */
const leastSize = 127 * 2 ** -126;

test.each(['f16', 'int8'] as const)('%s: what was packed once is packed to itself', (format) => {
  fc.assert(
    fc.property(shaped, (drawn) => {
      const given = { ...drawn, floats: drawn.floats.map((value) => (Math.abs(value) < leastSize ? 0 : value)) };
      const { numbers, whole } = packedBy(format, given);
      const again = packedBy(format, { ...given, floats: Float32Array.from(numbers), columns: whole });
      expect(again.numbers).toEqual(numbers);
    }),
  );
});

test('halves: the ends of their range, ties to the even one, and what lies beyond', () => {
  const half = (value: number) => numberOfHalf(halfBits(value));
  const given = [2 ** -24, 2 ** -25, 3 * 2 ** -25, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519.9];
  expect(given.map(half)).toEqual([2 ** -24, 0, 2 ** -23, 1, 1 + 2 ** -9, 65504]);
  expect([65520, -1e6, Number.NaN].map(half)).toEqual([Infinity, -Infinity, Number.NaN]);
});

test('a block of Q8_0 or Q4_1, which have their scales in halves, is kept to the bit', () => {
  const half = (value: number) => numberOfHalf(halfBits(value));
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 31, maxLength: 31 }),
      fc.double({ min: 1e-3, max: 0.1, noNaN: true }),
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      (codes, scale, least) => {
        const eight = Float32Array.from([127, ...codes], (code) => code * half(scale));
        expect(unpackColumn('int8', eight)).toEqual(Float64Array.from(eight));
        const four = Float32Array.from([0, 15, ...codes.slice(1).map((code) => Math.abs(code) % 16)], (code) =>
          Math.fround(code * half(scale) + half(least)),
        );
        expect(unpackColumn('int4', four)).toEqual(Float64Array.from(four));
      },
    ),
  );
});

function unpackColumn(format: PackedFormat, floats: Float32Array): Float64Array {
  const { numbers } = packedBy(format, { floats, rows: floats.length, columns: 1 });
  return Float64Array.from(floats, (_, row) => numbers[row * 4] as number);
}

test.each(['f16', 'int8', 'int4'] as const)('%s: a weight that is no number is refused', (format) => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => packedBy(format, { floats: Float32Array.of(1, bad, 2), rows: 3, columns: 1 })).toThrow(
      'cannot be packed',
    );
});
