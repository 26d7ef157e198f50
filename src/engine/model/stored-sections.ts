// How sections lie on the GPU in a precision: which tensors are packed, and every tensor's place in 32-bit words. Only
// matrices are packed; norms and biases stay f32. A vocabulary table is read twice (tokens in, logits out) and every
// error in it reaches all tokens: beside an int4 base it lies as int8, as in GGUF files of four bits. So does a matrix
// with pads between heads, which must stay zero.
import { type Format, type PackedFormat, type Packing, pack, packedWords } from '../kernels/packed/packed';
import type { Section, Slot } from './parameters';

/** What the frozen base is kept in. */
export type Precision = Format;
/** The finest first. */
export const precisions = ['f32', 'f16', 'int8', 'int4'] as const satisfies readonly Precision[];

export interface StoredSlot {
  /** In words, inside the section; a multiple of 64 (256 bytes: bindable). */
  readonly offset: number;
  readonly words: number;
  readonly packing?: Packing;
}

export interface StoredSection {
  readonly slots: Readonly<Record<string, StoredSlot>>;
  readonly words: number;
  /** Of a vocabulary table: words of a token. */
  readonly rowWords?: number;
}

/** Formats in which zero is zero: four bits do not promise it. */
const zeroFormat = { f16: 'f16', int8: 'int8', int4: 'int8' } as const;

/** The section as it lies in this precision. */
export function storedSection({ slots, floats, rowFloats }: Section, precision: Precision): StoredSection {
  if (precision === 'f32') {
    const same = Object.entries(slots).map(([name, { offset, floats: words }]) => [name, { offset, words }] as const);
    return { slots: Object.fromEntries(same), words: floats, ...(rowFloats ? { rowWords: rowFloats } : {}) };
  }
  const stored: Record<string, StoredSlot> = {};
  let offset = 0;
  for (const [name, slot] of Object.entries(slots)) {
    const packing = packingOf(slot, precision);
    const words = packing ? packedWords(packing) : slot.floats;
    stored[name] = { offset, words, ...(packing ? { packing } : {}) };
    offset += Math.ceil(words / 64) * 64;
  }
  const rowWords = rowFloats && packedWords({ format: zeroFormat[precision], rows: rowFloats, columns: 1 });
  return { slots: stored, words: offset, ...(rowWords ? { rowWords } : {}) };
}

function packingOf({ matrix }: Slot, precision: PackedFormat): Packing | undefined {
  if (!matrix) return undefined;
  const { rows, columns, across, padded } = matrix;
  return {
    format: across || padded ? zeroFormat[precision] : precision,
    rows,
    columns: Math.ceil(columns / 4) * 4,
    across,
  };
}

/** A section's words, all but a table's, from its floats. */
export function wordsOf(section: Section, stored: StoredSection, floats: Float32Array): Uint32Array {
  const words = new Uint32Array(stored.words);
  for (const [name, { offset, packing }] of Object.entries(stored.slots)) {
    const slot = section.slots[name];
    if (!slot) continue;
    const own = floats.subarray(slot.offset, slot.offset + slot.floats);
    const { rows, columns } = packing ?? { rows: 0, columns: 0 };
    const laid = packing
      ? pack(packing.format, { floats: own, from: 0, rows, columns, rowStride: columns, columnStride: 1 })
      : new Uint32Array(own.buffer, own.byteOffset, own.length);
    words.set(laid, offset);
  }
  return words;
}

/** The words of a window of a packed table: `count` tokens from `first` on. */
export function windowWords(
  { format, rows }: Packing,
  floats: Float32Array,
  { first, count }: { first: number; count: number },
): Uint32Array {
  return pack(format, { floats, from: first * rows, rows, columns: count, rowStride: 1, columnStride: rows });
}
