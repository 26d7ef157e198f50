// Halves (IEEE 754 binary16) as numbers.

export function widen(halves: Uint16Array): Float64Array {
  return Float64Array.from(halves, (half) => {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >>> 10) & 31;
    const fraction = half & 0x3ff;
    if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
  });
}
