// The root-mean-square norm of rows, in plain numbers.

/** y[m,c] = x[m,c]·gain[c] / sqrt(mean x² + ε). */
export function rmsNorm({
  x,
  gain,
  width,
  epsilon,
}: {
  x: Float64Array;
  gain: Float64Array;
  width: number;
  epsilon: number;
}): Float64Array {
  return x.map(
    (value, index) =>
      value * (gain[index % width] as number) * scaleOf(x, Math.floor(index / width), { width, epsilon }),
  );
}

/** dx and each row's terms of the gain's gradient. */
export function rmsNormBackward({
  x,
  gain,
  dy,
  width,
  epsilon,
}: {
  x: Float64Array;
  gain: Float64Array;
  dy: Float64Array;
  width: number;
  epsilon: number;
}): { dx: Float64Array; terms: Float64Array } {
  const dx = new Float64Array(x.length);
  const terms = new Float64Array(x.length);
  for (let row = 0; row * width < x.length; row++) {
    const scale = scaleOf(x, row, { width, epsilon });
    let product = 0;
    for (let c = 0; c < width; c++)
      product += (gain[c] as number) * (dy[row * width + c] as number) * (x[row * width + c] as number);
    for (let c = 0; c < width; c++) {
      const at = row * width + c;
      const [value, d] = [x[at] as number, dy[at] as number];
      dx[at] = scale * ((gain[c] as number) * d - (value * scale * scale * product) / width);
      terms[at] = d * value * scale;
    }
  }
  return { dx, terms };
}

function scaleOf(x: Float64Array, row: number, { width, epsilon }: { width: number; epsilon: number }): number {
  let squares = 0;
  for (let c = 0; c < width; c++) squares += (x[row * width + c] as number) ** 2;
  return 1 / Math.sqrt(squares / width + epsilon);
}
