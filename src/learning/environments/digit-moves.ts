// Moves that are a few digits each – a row, a column, a value, a block – in the worlds in which things are put
// somewhere. A move is its own word, "123"; an action in words is "123 421". Knows nothing of what the digits mean.

/** "123 421". */
export function writeDigits(moves: readonly string[]): string {
  return moves.join(' ');
}

/** Digits, spaces and commas between them allowed, so many to a move; "" is the empty list; anything else is undefined
 *  (W5). */
export function readDigits(text: string, digitsPerMove: number): readonly string[] | undefined {
  const digits = text.replace(/[\s,]/g, '');
  if (!/^\d*$/.test(digits) || digits.length % digitsPerMove !== 0) return undefined;
  return Array.from({ length: digits.length / digitsPerMove }, (_, move) =>
    digits.slice(move * digitsPerMove, (move + 1) * digitsPerMove),
  );
}

/** `count` moves; `digit` draws each of a move's digits. */
export function randomDigits(
  count: number,
  digitsPerMove: number,
  digit: (place: number) => number,
): readonly string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: digitsPerMove }, (_, place) => digit(place)).join(''),
  );
}
