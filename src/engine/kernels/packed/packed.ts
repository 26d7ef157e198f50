// Matrices in fewer bits, for the frozen base. f16: rounded to the nearest halves. int8 and int4: blocks of 32 weights
// along the input of one output, as GGUF has them – int8 by the block's largest size (Q8_0), int4 by its least and its
// range in halves (Q4_1) – so that a file of those kinds is stored as it came, to the bit. A code times its scale is
// exact in f32: there is one dequantised value, and products add exactly what they would add over f32 weights of that
// value. shared/packed.wgsl reads what is laid out here, twin.ts too.
import { check } from '../../../basics/check';
import type { View } from '../../gpu/kernel';
import type { Constants } from '../../gpu/template';
import { halfBits, numberOfHalf } from './halves';

export type PackedFormat = 'f16' | 'int8' | 'int4';
export type Format = 'f32' | PackedFormat;

/** How a packed matrix lies: `rows` (the input) × `columns` (whole quads of outputs). */
export interface Packing {
  readonly format: PackedFormat;
  readonly rows: number;
  readonly columns: number;
  /** Whether products take it with rows and columns exchanged: a vocabulary table, [tokens, width] to them, is packed
   *  along its width. */
  readonly across: boolean;
}

/** A matrix as kernels bind it; without a packing it is f32, row after row. */
export type Matrix = View & { readonly packing?: Packing };

export const blockRows = 32;
/** Rows of a column in one word. */
const rowsPerWord = { f16: 2, int8: 4, int4: 8 } as const;
const scaled = { f16: false, int8: true, int4: true } as const;

/** Words of the codes and of the scales of one column. */
export function wordsOfColumn(format: PackedFormat, rows: number): { codes: number; scales: number } {
  return { codes: Math.ceil(rows / rowsPerWord[format]), scales: scaled[format] ? Math.ceil(rows / blockRows) : 0 };
}

/** Words of a packed matrix. */
export function packedWords({ format, rows, columns }: Omit<Packing, 'across'>): number {
  const { codes, scales } = wordsOfColumn(format, rows);
  return (codes + scales) * columns;
}

/** What a kernel needs to read `w`: constants that choose the text of shared/packed.wgsl, and two fields of its
 *  shape. */
export function readingOf({ packing }: Matrix): {
  constants: Constants;
  places: { wWidth: number; wScales: number } | undefined;
} {
  if (!packing) return { constants: {}, places: undefined };
  const { format, rows, columns, across } = packing;
  check(rows % 4 === 0, `packed matrices have whole quads of rows, got ${rows}`);
  return {
    constants: { PACKED: 1, [format.toUpperCase()]: 1, ...(across ? { ACROSS: 1 } : {}) },
    places: { wWidth: columns / 4, wScales: (wordsOfColumn(format, rows).codes * columns) / 4 },
  };
}

/** Where the numbers of a matrix to be packed lie: row r, column c at `from + r · rowStride + c · columnStride`;
 *  `columns` as they are, not yet quads. */
export interface Unpacked {
  readonly floats: Float32Array;
  readonly from: number;
  readonly rows: number;
  readonly columns: number;
  readonly rowStride: number;
  readonly columnStride: number;
}

/** The matrix's words; columns up to the next quad are zeros. Throws when a weight is not finite, or too large for the
 *  format. */
export function pack(format: PackedFormat, given: Unpacked): Uint32Array {
  const columns = Math.ceil(given.columns / 4) * 4;
  const words = new Uint32Array(packedWords({ format, rows: given.rows, columns }));
  const scales = wordsOfColumn(format, given.rows).codes * columns;
  const values = new Float32Array(blockRows);
  for (let column = 0; column < given.columns; column++) {
    for (let first = 0; first < given.rows; first += blockRows) {
      const count = Math.min(blockRows, given.rows - first);
      let at = given.from + first * given.rowStride + column * given.columnStride;
      for (let i = 0; i < count; i++, at += given.rowStride) values[i] = given.floats[at] as number;
      const scale = packBlock[format](values, count, words, (first / rowsPerWord[format]) * columns + column, columns);
      if (scaled[format]) words[scales + (first / blockRows) * columns + column] = scale;
    }
  }
  return words;
}

/** Puts the codes of a block's first `count` values into words at `at`, `at + stride`, …; the word of its scale. */
type PackBlock = (values: Float32Array, count: number, words: Uint32Array, at: number, stride: number) => number;

const packBlock: Readonly<Record<PackedFormat, PackBlock>> = {
  f16: (values, count, words, at, stride) => {
    for (let i = 0; i < count; i++) {
      const half = halfBits(values[i] as number);
      checkFinite((half & 0x7c00) !== 0x7c00);
      put(words, at + (i >> 1) * stride, half << (16 * (i & 1)));
    }
    return 0;
  },
  int8: (values, count, words, at, stride) => {
    let most = 0;
    for (let i = 0; i < count; i++) most = Math.max(most, Math.abs(values[i] as number));
    checkFinite(most < Number.POSITIVE_INFINITY);
    const scale = shortened(most / 127);
    for (let i = 0; i < count; i++) {
      const code = scale === 0 ? 0 : Math.max(-127, Math.min(127, Math.round((values[i] as number) / scale)));
      put(words, at + (i >> 2) * stride, (code & 255) << (8 * (i & 3)));
    }
    return bitsOf(scale);
  },
  int4: (values, count, words, at, stride) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      least = Math.min(least, values[i] as number);
      most = Math.max(most, values[i] as number);
    }
    const [scaleBits, leastBits] = [halfBits((most - least) / 15), halfBits(least)];
    checkFinite((scaleBits & 0x7c00) !== 0x7c00 && (leastBits & 0x7c00) !== 0x7c00);
    const [scale, start] = [numberOfHalf(scaleBits), numberOfHalf(leastBits)];
    for (let i = 0; i < count; i++) {
      const code = scale === 0 ? 0 : Math.max(0, Math.min(15, Math.round(((values[i] as number) - start) / scale)));
      put(words, at + (i >> 3) * stride, code << (4 * (i & 7)));
    }
    return scaleBits | (leastBits << 16);
  },
};

function put(words: Uint32Array, at: number, bits: number): void {
  words[at] = (words[at] as number) | bits;
}

function checkFinite(fits: boolean): void {
  check(fits, 'weights beyond ±65504, or not numbers, cannot be packed: open it with an f32 base');
}

const word = new Float32Array(1);
const bits = new Uint32Array(word.buffer);

function bitsOf(value: number): number {
  word[0] = value;
  return bits[0] as number;
}

/** The nearest f32 with 16 significant bits: a code of 8 bits times it is exact. */
function shortened(value: number): number {
  bits[0] = (bitsOf(value) + 0x80) & 0xffffff00;
  return word[0] as number;
}
