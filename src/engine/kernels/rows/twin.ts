// Picking the predicting rows out of all rows, and putting their gradients back.

/** y[p] = x[list[p]]. */
export const gather = ({ list, x, width }: { list: ArrayLike<number>; x: Float64Array; width: number }): Float64Array =>
  Float64Array.from(
    { length: list.length * width },
    (_, index) => x[(list[Math.floor(index / width)] as number) * width + (index % width)] as number,
  );

/** x[m] = y[p] where row m makes prediction p, and zero where it makes none: gather's mirror. */
export function scatter({
  list,
  y,
  rows,
  width,
}: {
  list: ArrayLike<number>;
  y: Float64Array;
  rows: number;
  width: number;
}): Float64Array {
  const x = new Float64Array(rows * width);
  for (let p = 0; p < list.length; p++) x.set(y.subarray(p * width, (p + 1) * width), (list[p] as number) * width);
  return x;
}
