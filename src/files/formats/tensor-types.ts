// The number types of safetensors, their size, and how the floating ones become f32.

/** Bytes of one number. Types of less than a byte are unknown to us. */
export const tensorTypeBytes = {
  F64: 8,
  F32: 4,
  F16: 2,
  BF16: 2,
  F8_E4M3: 1,
  F8_E5M2: 1,
  F8_E8M0: 1,
  I64: 8,
  I32: 4,
  I16: 2,
  I8: 1,
  U64: 8,
  U32: 4,
  U16: 2,
  U8: 1,
  BOOL: 1,
  C64: 8,
} as const;

export type TensorType = keyof typeof tensorTypeBytes;
export type ReadableType = 'F32' | 'F16' | 'BF16';

export function isReadable(type: TensorType): type is ReadableType {
  return type === 'F32' || type === 'F16' || type === 'BF16';
}

/** The little-endian numbers in `bytes` as f32, exactly. F32 that lies on a multiple of 4 shares the memory. */
export function floatsFrom(type: ReadableType, bytes: Uint8Array): Float32Array {
  if (type === 'F32') {
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
    return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
  }
  const halves = new Uint16Array(bytes.slice().buffer);
  const floats = new Float32Array(halves.length);
  if (type === 'BF16') {
    const bits = new Uint32Array(floats.buffer);
    for (let at = 0; at < halves.length; at++) bits[at] = (halves[at] as number) << 16;
  } else {
    const floatOf = halfTable();
    for (let at = 0; at < halves.length; at++) floats[at] = floatOf[halves[at] as number] as number;
  }
  return floats;
}

let table: Float32Array | undefined;

/** The value of each of the 65,536 binary16 numbers: models have hundreds of millions of them. */
export function halfTable(): Float32Array {
  table ??= Float32Array.from({ length: 65_536 }, (_, half) => floatFromHalf(half));
  return table;
}

/** IEEE 754 binary16 → number. */
function floatFromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
