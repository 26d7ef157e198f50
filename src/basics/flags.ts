// Many yes-or-no answers as a short text that JSON can hold: four to a hexadecimal digit, the first in its highest bit.
import { check } from './check';

export function packFlags(flags: readonly boolean[]): string {
  let text = '';
  for (let first = 0; first < flags.length; first += 4) {
    const bits = [0, 1, 2, 3].map((at) => (flags[first + at] ? 8 >> at : 0));
    text += bits.reduce((sum, bit) => sum + bit, 0).toString(16);
  }
  return text;
}

/** The first `n` of them. Throws an ExpectationError where the text does not hold so many. */
export function unpackFlags(text: string, n: number): boolean[] {
  check(
    /^[0-9a-f]*$/.test(text) && text.length === Math.ceil(n / 4),
    `expected ${n} flags as hexadecimal digits, got "${text}"`,
  );
  return Array.from({ length: n }, (_, at) => (Number.parseInt(text[at >> 2] as string, 16) & (8 >> (at & 3))) !== 0);
}
