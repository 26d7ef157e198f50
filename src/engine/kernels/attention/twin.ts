// Attention over the rows each row may see, in plain numbers. `sees[m]` lists slots; a slot is a row.
import type { Heads } from '../rope/rope';
import { rowLayout } from '../shared/layouts';

export function attention({
  q,
  kv,
  sees,
  shape,
}: {
  q: Float64Array;
  kv: Float64Array;
  sees: readonly (readonly number[])[];
  shape: Heads;
}): Float64Array {
  const { heads, kvHeads, paddedHead: P, headSize } = shape;
  const o = new Float64Array(sees.length * heads * P);
  for (const [row, slots] of sees.entries()) {
    for (let head = 0; head < heads; head++) {
      const kvHead = Math.floor(head / (heads / kvHeads));
      const at = (row * heads + head) * P;
      const scores = slots.map((slot) => {
        let sum = 0;
        for (let d = 0; d < P; d++)
          sum += (q[at + d] as number) * (kv[(slot * 2 * kvHeads + kvHead) * P + d] as number);
        return sum / Math.sqrt(headSize);
      });
      const highest = Math.max(...scores);
      const weights = scores.map((score) => Math.exp(score - highest));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, slot] of slots.entries()) {
        const share = (weights[index] as number) / total;
        for (let d = 0; d < P; d++)
          o[at + d] = (o[at + d] as number) + share * (kv[((slot * 2 + 1) * kvHeads + kvHead) * P + d] as number);
      }
    }
  }
  return o;
}

/** The slots that each row of a table sees: its prefix, then its own up to itself. `paths` has the slots of prefixes
 *  where it is not empty. */
export function slotsSeen(rows: Uint32Array, count: number, paths: Uint32Array): number[][] {
  return Array.from({ length: count }, (_, row) => {
    const { prefixStart, prefixEnd, ownStart, slot: itself } = rowLayout.row(rows, row);
    const slots: number[] = [];
    for (let slot = prefixStart; slot < prefixEnd; slot++) slots.push(paths[slot] ?? slot);
    for (let slot = ownStart; slot <= itself; slot++) slots.push(slot);
    return slots;
  });
}
