// The types in which numbers leave: what they are called, and how f32 numbers are written in them.
import { halfBits } from '../engine/kernels/packed/halves';
import type { TensorEncoding } from '../files/formats/safetensors';
import type { NumberType } from '../run/trainer-api';

/** As config.json calls them. */
export const numberNames = { f32: 'float32', f16: 'float16', bf16: 'bfloat16' } as const;

export const encodings: Readonly<Record<NumberType, TensorEncoding>> = {
  f32: { type: 'F32', bytesOf: bytesUnder },
  f16: { type: 'F16', bytesOf: (floats) => bytesUnder(Uint16Array.from(floats, halfBits)) },
  bf16: { type: 'BF16', bytesOf: (floats) => bytesUnder(brainFloats(floats)) },
};

function bytesUnder({ buffer, byteOffset, byteLength }: Float32Array | Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The upper half of each number's bits, to nearest, ties to even. */
function brainFloats(floats: Float32Array): Uint16Array {
  const bits = new Uint32Array(floats.buffer, floats.byteOffset, floats.length);
  return Uint16Array.from(bits, (given) => {
    if ((given & 0x7fffffff) > 0x7f800000) return (given >>> 16) | 0x40; // not a number stays none
    return (given + 0x7fff + ((given >>> 16) & 1)) >>> 16;
  });
}
