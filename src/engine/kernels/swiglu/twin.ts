// silu(gate)·up in plain numbers; gate and up side by side in rows of gu.

const open = (gate: number): number => 1 / (1 + Math.exp(-gate));

export function swiglu({ gu, width }: { gu: Float64Array; width: number }): Float64Array {
  return Float64Array.from({ length: gu.length / 2 }, (_, index) => {
    const at = Math.floor(index / width) * 2 * width + (index % width);
    const gate = gu[at] as number;
    return gate * open(gate) * (gu[at + width] as number);
  });
}

export function swigluBackward({
  gu,
  dact,
  width,
}: {
  gu: Float64Array;
  dact: Float64Array;
  width: number;
}): Float64Array {
  const dgu = new Float64Array(gu.length);
  for (const [index, d] of dact.entries()) {
    const at = Math.floor(index / width) * 2 * width + (index % width);
    const [gate, up] = [gu[at] as number, gu[at + width] as number];
    const share = open(gate);
    dgu[at] = d * up * share * (1 + gate * (1 - share));
    dgu[at + width] = d * gate * share;
  }
  return dgu;
}
