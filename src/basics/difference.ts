// How far two lists of numbers are apart: what every comparison of two programs' results asks.

/** Largest difference ÷ largest number of `one`; infinite where lengths differ or a difference is no number. */
export function relativeDifference(one: Float32Array, other: Float32Array): number {
  return largestDifference(one, other) / largestOf(one);
}

/** Infinite where lengths differ or a difference is no number. */
export function largestDifference(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let index = 0; index < one.length; index++) {
    const difference = Math.abs((one[index] as number) - (other[index] as number));
    if (Number.isNaN(difference)) return Number.POSITIVE_INFINITY;
    largest = Math.max(largest, difference);
  }
  return largest;
}

/** Largest magnitude, never zero. */
export function largestOf(values: Float32Array): number {
  let largest = 1e-30;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}
