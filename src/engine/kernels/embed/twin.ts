// The embedding in plain numbers: rows of a table by their token, and its gradient.

/** x[m] = table[token of m]. */
export const embed = ({
  tokens,
  table,
  width,
}: {
  tokens: readonly number[];
  table: Float64Array;
  width: number;
}): Float64Array =>
  Float64Array.from(
    { length: tokens.length * width },
    (_, index) => table[(tokens[Math.floor(index / width)] as number) * width + (index % width)] as number,
  );

/** gradient[v] += Σ over the rows of token v of dx. */
export function embedBackward({
  tokens,
  dx,
  gradient,
  width,
}: {
  tokens: readonly number[];
  dx: Float64Array;
  gradient: Float64Array;
  width: number;
}): Float64Array {
  const sums = gradient.slice();
  for (const [row, token] of tokens.entries())
    for (let c = 0; c < width; c++)
      sums[token * width + c] = (sums[token * width + c] as number) + (dx[row * width + c] as number);
  return sums;
}
