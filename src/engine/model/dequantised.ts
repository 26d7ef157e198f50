// The weights that a base of some precision really has, as f32 tensors: what the twin, or an f32 base, is given to be
// compared with it.
import { present } from '../../basics/check';
import { readConfig } from '../../contract/model-config';
import type { NamedTensor } from '../../contract/weights';
import { packedWords } from '../kernels/packed/packed';
import { unpack } from '../kernels/packed/twin';
import { layOutSection, takeOut, weightSections } from './parameters';
import { type Precision, storedSection, windowWords, wordsOf } from './stored-sections';

/** All tensors under their own names and shapes. */
export function dequantised(
  config: Readonly<Record<string, unknown>>,
  tensors: readonly NamedTensor[],
  precision: Precision,
): NamedTensor[] {
  const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  const sections = weightSections(readConfig(config));
  const floats = sections.map((section) => {
    const whole = layOutSection(section, byName);
    const stored = storedSection(section, precision);
    const table = stored.rowWords !== undefined;
    const words = table ? new Uint32Array() : wordsOf(section, stored, whole);
    for (const [name, { offset, packing }] of Object.entries(stored.slots)) {
      if (!packing) continue;
      const slot = present(section.slots[name], name);
      const count = slot.floats / packing.rows;
      const own = table
        ? windowWords(packing, whole, { first: 0, count })
        : words.subarray(offset, offset + packedWords(packing));
      const numbers = unpack(own, packing);
      for (let row = 0; row < packing.rows; row++)
        for (let column = 0; column < count; column++)
          whole[slot.offset + (table ? column * packing.rows + row : row * count + column)] = numbers[
            row * packing.columns + column
          ] as number;
    }
    return whole;
  });
  return takeOut(sections, floats);
}
