// Weights are finite, wherever they come from and before they are kept: one NaN spreads over every answer, and no error
// is ever seen.

/** Short enough that its sum lies in a register's reach, long enough that the loop about it costs nothing. */
const stretch = 4096;

/** In a sentence what is wrong with a tensor's numbers; undefined when all of them are finite. About a nanosecond a
 *  number. */
export function unfiniteFault(name: string, data: Float32Array): string | undefined {
  let first = data.length;
  for (let from = 0; from < data.length && first === data.length; from += stretch)
    if (!isFiniteWithin(data, from, Math.min(data.length, from + stretch))) first = from;
  if (first === data.length) return undefined;
  while (Number.isFinite(data[first])) first++;
  const count = data.subarray(first).reduce((sum, value) => sum + (Number.isFinite(value) ? 0 : 1), 0);
  const numbers = count === 1 ? '1 number that is' : `${count} numbers that are`;
  return `tensor "${name}" has ${numbers} not finite (the first is ${data[first]}, number ${first + 1} of ${data.length})`;
}

/** A finite number times zero is zero; NaN and infinities become NaN, and stay in the sum. */
function isFiniteWithin(data: Float32Array, from: number, to: number): boolean {
  let sum = 0;
  for (let at = from; at < to; at++) sum += (data[at] as number) * 0;
  return sum === 0;
}
