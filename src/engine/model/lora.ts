// A fresh LoRA adapter: A from U(−1/√in, 1/√in) (Kaiming-uniform with a = √5, as PEFT does), B zero or a little noise,
// drawn from a seed.
import { rngFrom } from '../../basics/rng';
import type { NamedTensor } from '../../contract/weights';
import type { Section } from './parameters';

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
        tensors.set(name, { name, shape, data });
      }
    }
  }
  return tensors;
}
