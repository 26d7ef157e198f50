// A fresh LoRA adapter: A from U(−1/√in, 1/√in) (Kaiming-uniform with a = √5, as PEFT does), B zero or a little noise,
// drawn from a seed. And a fresh patch encoder, for policies that are shown pictures.
import { rngFrom } from '../../basics/rng';
import { patchBytes, patchTensor } from '../../contract/patches';
import type { NamedTensor } from '../../contract/weights';
import type { Section } from './parameters';
import { patchWidth } from './patches';

/** By the tensors' names; A [rank, in], B [out, rank], as PEFT has them. `noise`: B's standard deviation. */
export function freshAdapter(sections: readonly Section[], seed: number, noise = 0): Map<string, NamedTensor> {
  const tensors = new Map<string, NamedTensor>();
  for (const section of sections) {
    for (const slot of Object.values(section.slots)) {
      for (const { name, shape } of slot.pieces) {
        const [rows = 1, columns = 1] = shape;
        const data = new Float32Array(rows * columns);
        const rng = rngFrom('lora', seed, name);
        if (name.endsWith('lora_B.weight') && noise > 0)
          for (let index = 0; index < data.length; index++) data[index] = rng.normal() * noise;
        if (name.endsWith('lora_A.weight')) {
          const bound = 1 / Math.sqrt(columns);
          for (let index = 0; index < data.length; index++) data[index] = (2 * rng.number() - 1) * bound;
        }
        if (name === patchTensor) data.set(freshPatchEncoder(seed, data.length));
        tensors.set(name, { name, shape, data });
      }
    }
  }
  return tensors;
}

/** Standard deviations of the weights of pixels and of places: a patch's row is then about as long as a token's of the
 *  model that ships. */
const [pixelDeviation, placeDeviation] = [0.04, 0.01];

/** [C, patchWidth] */
export function freshPatchEncoder(seed: number, length: number): Float32Array {
  const rng = rngFrom('patch encoder', seed);
  const deviationOf = (at: number) => (at % patchWidth < patchBytes ? pixelDeviation : placeDeviation);
  return Float32Array.from({ length }, (_, at) => rng.normal() * deviationOf(at));
}
