import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NamedTensor } from '../../contract/weights';
import { bytesSource } from './byte-source';
import { openSafetensors, readSafetensors, writeSafetensors } from './safetensors';

/** A file with any header and body: what a corrupt file is made of. */
function fileOf(header: unknown, bodyBytes: number, headerLength?: bigint): Uint8Array {
  const json = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const file = new Uint8Array(8 + json.length + bodyBytes);
  new DataView(file.buffer).setBigUint64(0, headerLength ?? BigInt(json.length), true);
  file.set(json, 8);
  return file;
}

const f32 = (start: number, end: number, shape = [(end - start) / 4]) => ({
  dtype: 'F32',
  shape,
  data_offsets: [start, end],
});

const tensorsArbitrary = fc.uniqueArray(
  fc.record({
    name: fc.string({ unit: 'grapheme', maxLength: 12 }).filter((name) => name !== '__metadata__'),
    shape: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
    seed: fc.float({ noNaN: true, noDefaultInfinity: true, max: Math.fround(3e38) }),
  }),
  { selector: (tensor) => tensor.name, maxLength: 6 },
);

describe('safetensors', () => {
  it('reads back what it wrote, bit for bit, in the same order', () => {
    fc.assert(
      fc.property(tensorsArbitrary, fc.integer({ min: 0, max: 7 }), (described, shift) => {
        const tensors: NamedTensor[] = described.map(({ name, shape, seed }) => {
          const size = shape.reduce((product, side) => product * side, 1);
          return { name, shape, data: Float32Array.from({ length: size }, (_, at) => seed + at) };
        });
        const written = writeSafetensors(tensors);
        const moved = new Uint8Array(shift + written.length); // files often start in the middle of a buffer
        moved.set(written, shift);
        const file = readSafetensors(moved.subarray(shift), 'x.safetensors');
        const withBytes = tensors.filter((tensor) => tensor.data.length > 0).map((tensor) => tensor.name);
        expect(file.entries.filter((entry) => entry.end > entry.start).map((entry) => entry.name)).toEqual(withBytes);
        for (const tensor of tensors) expect(file.tensor(tensor.name)).toEqual(tensor);
      }),
    );
  });

  it('pads the header with spaces so that numbers start on a multiple of 8', () => {
    for (const name of ['a', 'ab', 'abc', 'abcd']) {
      const file = writeSafetensors([{ name, shape: [1], data: Float32Array.of(1) }]);
      const headerBytes = Number(new DataView(file.buffer).getBigUint64(0, true));
      expect(headerBytes % 8).toBe(0);
      const header = new TextDecoder().decode(file.subarray(8, 8 + headerBytes));
      expect(JSON.parse(header)).toEqual({
        __metadata__: { format: 'pt' },
        [name]: { dtype: 'F32', shape: [1], data_offsets: [0, 4] },
      });
      expect(header.trimEnd().endsWith('}')).toBe(true);
    }
  });

  it('reads half and brain floats exactly', () => {
    const halves = fileOf(
      {
        h: { dtype: 'F16', shape: [6], data_offsets: [0, 12] },
        b: { dtype: 'BF16', shape: [3], data_offsets: [12, 18] },
      },
      18,
    );
    const values = [0x3c00, 0xc000, 0x0001, 0x7bff, 0xfbff, 0x8000, 0x3f80, 0xc049, 0xff7f];
    const view = new DataView(halves.buffer, halves.length - 18);
    for (const [at, value] of values.entries()) view.setUint16(2 * at, value, true);
    const file = readSafetensors(halves, 'half.safetensors');
    expect([...file.tensor('h').data]).toEqual([1, -2, 2 ** -24, 65504, -65504, -0]);
    expect([...file.tensor('b').data]).toEqual([1, -3.140625, -(2 - 2 ** -7) * 2 ** 127]);
  });

  it.each([
    ['F32', Uint8Array.of(0, 0, 0xc0, 0x7f), 'NaN'],
    ['F16', Uint8Array.of(0, 0x7c), 'Infinity'],
    ['BF16', Uint8Array.of(0x80, 0xff), '-Infinity'],
  ])('refuses a number of type %s that is not finite, by its tensor', async (dtype, odd, shown) => {
    const size = odd.length;
    const one = (name: string, at: number) => [name, { dtype, shape: [2], data_offsets: [at, at + 2 * size] }];
    const bytes = fileOf(Object.fromEntries([one('good', 0), one('bad', 2 * size)]), 4 * size);
    bytes.set(odd, bytes.length - size);
    const fault = `odd.safetensors: tensor "bad" has 1 number that is not finite (the first is ${shown}, number 2 of 2)`;
    const file = readSafetensors(bytes, 'odd.safetensors');
    expect([...file.tensor('good').data]).toEqual([0, 0]);
    expect(() => file.tensors()).toThrow(fault);
    const opened = await openSafetensors(bytesSource(bytes, 'odd.safetensors'));
    await expect(opened.read('bad')).rejects.toThrow(fault);
  });

  it('writes no number that is not finite', () => {
    const bad = { name: 'w', shape: [2], data: Float32Array.of(0, Number.NaN) };
    expect(() => writeSafetensors([bad])).toThrow(
      'tensor "w" has 1 number that is not finite (the first is NaN, number 2 of 2)',
    );
  });

  it('lists types it does not read and refuses them only when asked', () => {
    const file = readSafetensors(
      fileOf({ ids: { dtype: 'I64', shape: [2], data_offsets: [0, 16] } }, 16),
      'ids.safetensors',
    );
    expect(file.entries.map((entry) => entry.type)).toEqual(['I64']);
    expect(() => file.tensor('ids')).toThrow(
      'ids.safetensors: tensor "ids" is I64: only F32, F16 and BF16 can be read',
    );
    expect(() => file.tensor('other')).toThrow('has no tensor "other"');
  });

  it.each([
    ['an empty file', new Uint8Array(0), 'expected at least 8 bytes, got 0'],
    [
      'an absurd header length',
      fileOf({}, 0, 2n ** 63n),
      'its first 8 bytes name a header of 9223372036854775808 bytes',
    ],
    ['a web page', new TextEncoder().encode('<!doctype html><title>404</title>'), 'is no safetensors file'],
    ['a cut header', fileOf({ a: f32(0, 4) }, 0, 400n), 'is cut off: its header ends at byte 408'],
    ['a header that is not JSON', fileOf('{"a": ', 0), 'x.safetensors (header): is not JSON'],
    ['a header that is a list', fileOf([], 0), 'expected a JSON object'],
    ['a cut body', fileOf({ a: f32(0, 8) }, 4), 'tensor "a" ends at byte 8 of 4'],
    [
      'overlapping tensors',
      fileOf({ a: f32(0, 8), b: f32(4, 12) }, 12),
      'tensor "b" starts at byte 4, inside the one before it',
    ],
    ['a hole', fileOf({ a: f32(0, 4), b: f32(8, 12) }, 12), 'bytes 4 to 8, before tensor "b", belong to no tensor'],
    ['bytes too many', fileOf({ a: f32(0, 4) }, 9), 'the last 5 bytes belong to no tensor'],
    [
      'a shape that does not fit',
      fileOf({ a: f32(0, 8, [3]) }, 8),
      'of shape [3] and type F32 takes 12 bytes, its offsets give 8',
    ],
    ['an unknown type', fileOf({ a: { dtype: 'Q4', shape: [1], data_offsets: [0, 4] } }, 4), 'unknown type: "Q4"'],
    [
      'an inherited type name',
      fileOf({ a: { dtype: 'toString', shape: [1], data_offsets: [0, 4] } }, 4),
      'unknown type',
    ],
    [
      'negative offsets',
      fileOf({ a: { dtype: 'F32', shape: [1], data_offsets: [-4, 0] } }, 0),
      'offsets that are no [start, end]',
    ],
    [
      'offsets in reverse',
      fileOf({ a: { dtype: 'F32', shape: [1], data_offsets: [4, 0] } }, 4),
      'ends (byte 0) before it starts',
    ],
    [
      'a shape of fractions',
      fileOf({ a: { dtype: 'F32', shape: [0.5], data_offsets: [0, 2] } }, 2),
      'no list of whole numbers',
    ],
    ['metadata of numbers', fileOf({ __metadata__: { a: 1 } }, 0), '__metadata__ is not a table of texts'],
  ])('refuses %s in one line that names the file', (_, bytes, fault) => {
    expect(() => readSafetensors(bytes, 'x.safetensors')).toThrow(fault);
    try {
      readSafetensors(bytes, 'x.safetensors');
    } catch (error) {
      expect((error as Error).message).toMatch(/^x\.safetensors[^\n]*$/);
    }
  });

  it('never does anything but read or refuse, whatever byte is changed', () => {
    const whole = writeSafetensors([{ name: 'a', shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) }]);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const damaged = whole.slice();
        damaged[at] = byte;
        try {
          readSafetensors(damaged, 'x').tensors();
        } catch (error) {
          expect((error as Error).name).toBe('FormatError');
        }
      }),
    );
  });

  it('refuses to write what it could not read back', () => {
    const one = { name: 'a', shape: [1], data: Float32Array.of(1) };
    expect(() => writeSafetensors([one, one])).toThrow('got "a" twice');
    expect(() => writeSafetensors([{ ...one, shape: [2] }])).toThrow('has 2 numbers, got 1');
  });
});
