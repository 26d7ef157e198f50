// Quantised blocks → f32, exactly as ggml's reference does it (a block's scales are f16, its numbers small integers).
// Formulas, with q the stored integer: Q4_0, Q5_0, Q8_0: d·q · Q4_1, Q5_1: d·q + m · Q4_K, Q5_K: d·scale·q − dmin·min,
// eight sub-blocks of 32 whose 6-bit scales and mins are packed into 12 bytes · Q6_K: d·scale·q, sixteen sub-blocks of
// 16 with 8-bit scales. The one thing to get right: which half of a block a nibble belongs to. Low nibbles come first,
// high nibbles follow. Whence: the block layouts of ggml-common.h and their description in ggml-quants.c.
// golden.test.ts compares with the gguf package.
import { check } from '../../../basics/check';
import { floatsFrom, halfTable } from '../tensor-types';
import type { BlockType, GgufTypeName } from './types';

type Quantised = Exclude<GgufTypeName, 'F32' | 'F16' | 'BF16'>;

/** One block of `bytes` at `from` into `out` at `to`. `half` is the value of every binary16 number. */
type Unpack = (bytes: Uint8Array, from: number, out: Float32Array, to: number, half: Float32Array) => void;

/** The numbers of whole blocks as f32. */
export function dequantise(type: BlockType, bytes: Uint8Array): Float32Array {
  const { name, numbers } = type;
  check(bytes.length % type.bytes === 0, `blocks of ${name} take ${type.bytes} bytes each, got ${bytes.length} bytes`);
  if (name === 'F32' || name === 'F16' || name === 'BF16') return floatsFrom(name, bytes);
  const blocks = bytes.length / type.bytes;
  const out = new Float32Array(blocks * numbers);
  const unpack = unpackers[name];
  const half = halfTable();
  for (let block = 0; block < blocks; block++) unpack(bytes, block * type.bytes, out, block * numbers, half);
  return out;
}

const unpackers: Readonly<Record<Quantised, Unpack>> = {
  Q4_0: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from, half);
    for (let i = 0; i < 16; i++) {
      const pair = byteAt(bytes, from + 2 + i);
      out[to + i] = d * ((pair & 15) - 8);
      out[to + 16 + i] = d * ((pair >> 4) - 8);
    }
  },
  Q4_1: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from, half);
    const m = halfAt(bytes, from + 2, half);
    for (let i = 0; i < 16; i++) {
      const pair = byteAt(bytes, from + 4 + i);
      out[to + i] = d * (pair & 15) + m;
      out[to + 16 + i] = d * (pair >> 4) + m;
    }
  },
  Q5_0: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from, half);
    const fifth = wordAt(bytes, from + 2);
    for (let i = 0; i < 16; i++) {
      const pair = byteAt(bytes, from + 6 + i);
      out[to + i] = d * (((pair & 15) | bit(fifth, i, 4)) - 16);
      out[to + 16 + i] = d * (((pair >> 4) | bit(fifth, i + 16, 4)) - 16);
    }
  },
  Q5_1: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from, half);
    const m = halfAt(bytes, from + 2, half);
    const fifth = wordAt(bytes, from + 4);
    for (let i = 0; i < 16; i++) {
      const pair = byteAt(bytes, from + 8 + i);
      out[to + i] = d * ((pair & 15) | bit(fifth, i, 4)) + m;
      out[to + 16 + i] = d * ((pair >> 4) | bit(fifth, i + 16, 4)) + m;
    }
  },
  Q8_0: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from, half);
    for (let i = 0; i < 32; i++) out[to + i] = d * signed(byteAt(bytes, from + 2 + i));
  },
  Q4_K: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from, half);
    const dmin = halfAt(bytes, from + 2, half);
    for (let sub = 0; sub < 8; sub++) {
      const scale = d * scaleOf(bytes, from + 4, sub);
      const min = dmin * minOf(bytes, from + 4, sub);
      const nibbles = from + 16 + (sub >> 1) * 32;
      for (let i = 0; i < 32; i++) out[to + sub * 32 + i] = scale * nibble(byteAt(bytes, nibbles + i), sub & 1) - min;
    }
  },
  Q5_K: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from, half);
    const dmin = halfAt(bytes, from + 2, half);
    for (let sub = 0; sub < 8; sub++) {
      const scale = d * scaleOf(bytes, from + 4, sub);
      const min = dmin * minOf(bytes, from + 4, sub);
      const nibbles = from + 48 + (sub >> 1) * 32;
      for (let i = 0; i < 32; i++) {
        const q = nibble(byteAt(bytes, nibbles + i), sub & 1) | bit(byteAt(bytes, from + 16 + i), sub, 4);
        out[to + sub * 32 + i] = scale * q - min;
      }
    }
  },
  Q6_K: (bytes, from, out, to, half) => {
    const d = halfAt(bytes, from + 208, half);
    for (let at = 0; at < 256; at++) {
      const which = at >> 7; // the first or second 128: each has 64 bytes of low nibbles and 32 bytes of high bits
      const row = (at >> 5) & 3;
      const i = at & 31;
      const low = nibble(byteAt(bytes, from + which * 64 + (row & 1) * 32 + i), row >> 1);
      const high = (byteAt(bytes, from + 128 + which * 32 + i) >> (2 * row)) & 3;
      const scale = signed(byteAt(bytes, from + 192 + (at >> 4)));
      out[to + at] = d * scale * ((low | (high << 4)) - 32);
    }
  },
};

/** The 6-bit scale of sub-block 0–7 in the 12 packed bytes of a K block. */
function scaleOf(bytes: Uint8Array, at: number, sub: number): number {
  if (sub < 4) return byteAt(bytes, at + sub) & 63;
  return (byteAt(bytes, at + sub + 4) & 15) | ((byteAt(bytes, at + sub - 4) >> 6) << 4);
}

function minOf(bytes: Uint8Array, at: number, sub: number): number {
  if (sub < 4) return byteAt(bytes, at + sub + 4) & 63;
  return (byteAt(bytes, at + sub + 4) >> 4) | ((byteAt(bytes, at + sub) >> 6) << 4);
}

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] as number;
const halfAt = (bytes: Uint8Array, at: number, half: Float32Array): number =>
  half[byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8)] as number;
const wordAt = (bytes: Uint8Array, at: number): number =>
  byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8) | (byteAt(bytes, at + 2) << 16) | (byteAt(bytes, at + 3) << 24);
const nibble = (byte: number, high: number): number => (high ? byte >> 4 : byte & 15);
/** Bit `index` of `word`, moved to place `to`. */
const bit = (word: number, index: number, to: number): number => ((word >>> index) & 1) << to;
const signed = (byte: number): number => (byte << 24) >> 24;
