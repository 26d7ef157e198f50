// The matrix products in plain numbers.

/** y[m,n] = residual + Σ_k x[m,k]·w[k,n] + bias[n]. */
export function matmul({
  x,
  w,
  bias,
  residual,
  m,
  k,
  n,
}: {
  x: Float64Array;
  w: Float64Array;
  bias?: Float64Array | undefined;
  residual?: Float64Array | undefined;
  m: number;
  k: number;
  n: number;
}): Float64Array {
  const y = new Float64Array(m * n);
  for (let row = 0; row < m; row++) {
    for (let into = 0; into < k; into++) {
      const value = x[row * k + into] as number;
      for (let out = 0; out < n; out++)
        y[row * n + out] = (y[row * n + out] as number) + value * (w[into * n + out] as number);
    }
    for (let out = 0; out < n; out++)
      y[row * n + out] = (y[row * n + out] as number) + (bias?.[out] ?? 0) + (residual?.[row * n + out] ?? 0);
  }
  return y;
}

/** dx[m,k] = Σ_n dy[m,n]·w[k,n]; also the head: logits = x·embeddingᵀ. */
export function matmulTransposed({
  dy,
  w,
  m,
  k,
  n,
}: {
  dy: Float64Array;
  w: Float64Array;
  m: number;
  k: number;
  n: number;
}): Float64Array {
  const dx = new Float64Array(m * k);
  for (let row = 0; row < m; row++)
    for (let into = 0; into < k; into++) {
      let sum = 0;
      for (let out = 0; out < n; out++) sum += (dy[row * n + out] as number) * (w[into * n + out] as number);
      dx[row * k + into] = sum;
    }
  return dx;
}

/** The LoRA term of a joined linear layer: y[m,n] += scale · Σ_r (x·a)[m, part(n)·R + r] · b[r,n]; returns h = x·a. */
export function addLora({
  x,
  a,
  b,
  y,
  parts,
  rank,
  scale,
  m,
  k,
  n,
}: {
  x: Float64Array;
  a: Float64Array;
  b: Float64Array;
  y: Float64Array;
  parts: readonly number[];
  rank: number;
  scale: number;
  m: number;
  k: number;
  n: number;
}): Float64Array {
  const width = rank * parts.length;
  const h = matmul({ x, w: a, m, k, n: width });
  for (let row = 0; row < m; row++)
    for (let out = 0; out < n; out++) {
      const part = parts.filter((first) => first <= out).length - 1;
      let sum = 0;
      for (let r = 0; r < rank; r++) sum += (h[row * width + part * rank + r] as number) * (b[r * n + out] as number);
      y[row * n + out] = (y[row * n + out] as number) + scale * sum;
    }
  return h;
}

/** dh[m, part·R + r] = scale · Σ over the columns n of the part of dy[m,n]·b[r,n]: each joined projection by its own
 *  columns. */
export function loraUpTransposed({
  dy,
  b,
  parts,
  rank,
  scale,
  m,
  n,
}: {
  dy: Float64Array;
  b: Float64Array;
  parts: readonly number[];
  rank: number;
  scale: number;
  m: number;
  n: number;
}): Float64Array {
  const width = rank * parts.length;
  return Float64Array.from({ length: m * width }, (_, index) => {
    const [row, column] = [Math.floor(index / width), index % width];
    const part = Math.floor(column / rank);
    let sum = 0;
    for (let out = parts[part] as number; out < (parts[part + 1] ?? n); out++)
      sum += (dy[row * n + out] as number) * (b[(column % rank) * n + out] as number);
    return scale * sum;
  });
}
