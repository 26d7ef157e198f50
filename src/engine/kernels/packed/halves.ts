// Numbers as halves (IEEE 754 binary16), for storing weights, and halves as numbers.

const word = new Float32Array(1);
const bits = new Uint32Array(word.buffer);

/** The nearest half (ties to even), as its 16 bits; numbers too large become infinite. */
export function halfBits(value: number): number {
  word[0] = value;
  const given = bits[0] as number;
  const sign = (given >>> 16) & 0x8000;
  const size = given & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00; // not a number
  if (size >= 0x477ff000) return sign | 0x7c00; // 65520 and more
  if (size < 0x38800000) return sign | roundToEven(Math.abs(value) * 2 ** 24); // below 2^-14: steps of 2^-24
  const kept = size + 0xfff + ((size >>> 13) & 1);
  return sign | ((kept - 0x38000000) >>> 13);
}

/** The number that these 16 bits are. */
export function numberOfHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 31;
  const fraction = half & 0x3ff;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
