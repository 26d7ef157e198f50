// A policy as the weights of a whole model: W + α/r · B·A where it is an adapter, its own tensors where it trained all
// of them. It does not know files. Sums are made in f64 and rounded to f32 once.
import { check } from '../basics/check';
import type { PolicySnapshot } from '../contract/learner';
import { patchTensor } from '../contract/patches';
import type { NamedTensor } from '../contract/weights';
import { loraPlaceOf } from '../files/formats/peft-names';

export interface AdapterScale {
  readonly rank: number;
  readonly alpha: number;
}

/** The base's tensors, in their order, with the policy in them; the untouched ones share the base's memory. */
export function mergedWeights(
  base: readonly NamedTensor[],
  { kind, tensors }: Pick<PolicySnapshot, 'kind' | 'tensors'>,
  { rank, alpha }: AdapterScale,
): NamedTensor[] {
  const own = tensors.filter(({ name }) => name !== patchTensor); // a model has no place for it
  const left = new Map(own.map((tensor) => [kind === 'adapter' ? placeName(tensor.name) : tensor.name, tensor]));
  check(left.size === own.length, 'a policy has every tensor once');
  const take = (name: string) => {
    const found = left.get(name);
    left.delete(name);
    return found;
  };
  const merged = base.map((weight) => {
    if (kind === 'all-weights') return take(weight.name) ?? weight;
    const module = weight.name.replace(/^model\./, '').replace(/\.weight$/, '');
    const a = take(`${module} A`);
    const b = take(`${module} B`);
    check(
      (a === undefined) === (b === undefined),
      `"${weight.name}" has one half of an adapter: A and B belong together`,
    );
    return a && b ? { ...weight, data: added(weight, a, b, alpha / rank) } : weight;
  });
  const [stray] = left.values();
  check(
    stray === undefined,
    `the policy has a tensor "${stray?.name}" that the base model has no place for: it is of another model`,
  );
  return merged;
}

function placeName(name: string): string {
  const place = loraPlaceOf(name);
  check(place, `an adapter consists of LoRA matrices, got "${name}"`);
  return `${place.module} ${place.matrix}`;
}

/** W of shape [out, in] plus scale · B·A, with A [R, in] and B [out, R]. */
function added({ name, shape, data }: NamedTensor, a: NamedTensor, b: NamedTensor, scale: number): Float32Array {
  const [rows = 0, columns = 0] = shape;
  const [rank = 0] = a.shape;
  check(
    `${a.shape}` === `${[rank, columns]}` && `${b.shape}` === `${[rows, rank]}`,
    `"${name}" of shape [${shape}] takes an adapter of A [R, ${columns}] and B [${rows}, R], got A [${a.shape}] and B [${b.shape}]`,
  );
  const sum = new Float32Array(data.length);
  const row = new Float64Array(columns);
  for (let out = 0; out < rows; out++) {
    row.fill(0);
    for (let r = 0; r < rank; r++) {
      const weight = scale * (b.data[out * rank + r] as number);
      if (weight === 0) continue;
      for (let i = 0; i < columns; i++) row[i] = (row[i] as number) + weight * (a.data[r * columns + i] as number);
    }
    for (let i = 0; i < columns; i++) sum[out * columns + i] = (data[out * columns + i] as number) + (row[i] as number);
  }
  return sum;
}
