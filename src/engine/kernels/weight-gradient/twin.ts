/** dw[i,j] = Σ_m a[m,i]·b[m,j]. */
export function weightGradient({
  a,
  b,
  m,
  i,
  j,
}: {
  a: Float64Array;
  b: Float64Array;
  m: number;
  i: number;
  j: number;
}): Float64Array {
  const dw = new Float64Array(i * j);
  for (let row = 0; row < m; row++)
    for (let one = 0; one < i; one++)
      for (let other = 0; other < j; other++)
        dw[one * j + other] =
          (dw[one * j + other] as number) + (a[row * i + one] as number) * (b[row * j + other] as number);
  return dw;
}

/** Σ_m b[m,j]. */
export const columnSum = ({ b, m, j }: { b: Float64Array; m: number; j: number }): Float64Array =>
  weightGradient({ a: new Float64Array(m).fill(1), b, m, i: 1, j });
