// From joined projections to q, k and v: norm per head where there is one, then the rotary turn. Plain numbers, no
// slots: kv[m] is row m's.
import type { Heads } from './rope';

interface Joined {
  qkv: Float64Array;
  gains: Float64Array | undefined;
  positions: readonly number[];
  /** Radians per position of each pair. */
  frequencies: Float64Array;
  shape: Heads;
}

export function rope({ qkv, gains, positions, frequencies, shape }: Joined): { q: Float64Array; kv: Float64Array } {
  const { heads, kvHeads, headSize: D, paddedHead: P, epsilon } = shape;
  const all = heads + 2 * kvHeads;
  const q = new Float64Array(positions.length * heads * P);
  const kv = new Float64Array(positions.length * 2 * kvHeads * P);
  for (const [row, position] of positions.entries()) {
    for (let head = 0; head < all; head++) {
      const from = (row * all + head) * P;
      const isQuery = head < heads;
      const out = isQuery ? q : kv;
      const to = isQuery ? (row * heads + head) * P : (row * 2 * kvHeads + head - heads) * P;
      if (head >= heads + kvHeads) {
        for (let i = 0; i < P; i++) out[to + i] = qkv[from + i] as number;
        continue;
      }
      let squares = 0;
      for (let i = 0; i < D; i++) squares += (qkv[from + i] as number) ** 2;
      const scale = gains ? 1 / Math.sqrt(squares / D + epsilon) : 1;
      const value = (i: number) =>
        (qkv[from + i] as number) * scale * (gains ? (gains[(isQuery ? 0 : P) + i] as number) : 1);
      for (let i = 0; i < D / 2; i++) {
        const angle = position * (frequencies[i] as number);
        out[to + i] = value(i) * Math.cos(angle) - value(i + D / 2) * Math.sin(angle);
        out[to + i + D / 2] = value(i + D / 2) * Math.cos(angle) + value(i) * Math.sin(angle);
      }
    }
  }
  return { q, kv };
}
