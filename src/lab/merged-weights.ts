// A policy's weights as a model of its own: W + α/r · B·A in every layer it adapts, W elsewhere; of a policy with weights of its own,
// those. It does not know what is written of them.
import { check, present } from '../basics/check';
import { loraPlaceOf } from '../files/formats/peft-names';
import type { NamedTensor } from '../files/formats/tensor-source';

export interface LowRank {
  readonly rank: number;
  readonly alpha: number;
}

interface Matrices {
  A?: NamedTensor;
  B?: NamedTensor;
}

/** `base` and result by Hugging Face names, `policy` as a checkpoint has it. Throws when they do not belong together. */
export function mergedWeights(
  base: readonly NamedTensor[],
  policy: readonly NamedTensor[],
  { rank, alpha }: LowRank,
): NamedTensor[] {
  const matrices = new Map<string, Matrices>();
  const own = new Map<string, NamedTensor>();
  for (const tensor of policy) {
    const place = loraPlaceOf(tensor.name);
    if (!place) own.set(tensor.name, tensor);
    else {
      const weight = `model.${place.module}.weight`;
      matrices.set(weight, { ...matrices.get(weight), [place.matrix]: tensor });
    }
  }
  const known = new Set(base.map(({ name }) => name));
  for (const name of [...matrices.keys(), ...own.keys()])
    check(known.has(name), `the base model has no "${name}" to put a policy on`);
  return base.map((tensor) => {
    const adapted = matrices.get(tensor.name);
    return own.get(tensor.name) ?? (adapted ? withLowRank(tensor, adapted, { rank, alpha }) : tensor);
  });
}

function withLowRank({ name, shape, data }: NamedTensor, { A, B }: Matrices, { rank, alpha }: LowRank): NamedTensor {
  const [a, b] = [present(A, `the adapter of "${name}" lacks its A`), present(B, `the adapter of "${name}" lacks its B`)];
  const [out = 0, into = 0] = shape;
  const fits = `${a.shape}` === `${[rank, into]}` && `${b.shape}` === `${[out, rank]}`;
  check(
    fits,
    `"${name}" is [${shape}]: its adapter is [${rank},${into}] and [${out},${rank}], got [${a.shape}] and [${b.shape}]`,
  );
  const merged = Float32Array.from(data);
  const row = new Float64Array(into);
  for (let o = 0; o < out; o++) {
    row.fill(0);
    for (let r = 0; r < rank; r++) {
      const factor = (b.data[o * rank + r] as number) * (alpha / rank);
      for (let i = 0; i < into; i++) row[i] = (row[i] as number) + factor * (a.data[r * into + i] as number);
    }
    for (let i = 0; i < into; i++) merged[o * into + i] = (data[o * into + i] as number) + (row[i] as number);
  }
  return { name, shape, data: merged };
}
