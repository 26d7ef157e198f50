// Drawing one token from logits, in plain numbers: the same hash, the same noise. And the rows of the next step.
import { logSoftmax } from '../../../contract/objective';

function pcg(value: number): number {
  const state = (Math.imul(value, 747796405) + 2891336453) >>> 0;
  const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277803737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

function bitsOf(seed: number, index: number, token: number): number {
  const key = pcg((seed ^ pcg((index + 0x5bd1e995) >>> 0)) >>> 0);
  return pcg((pcg((key + token) >>> 0) ^ ((Math.imul(key, 0x9e3779b9) + 0x85ebca6b) >>> 0)) >>> 0);
}

/** Gumbel noise −log(−log u) of 32 random bits, u = 1 − (bits + ½)·2⁻³². */
export const noiseOf = (bits: number): number => -Math.log(-Math.log1p(-(bits + 0.5) * 2 ** -32));

/** What a token's score gets on top when branch `seed` draws its answer's token number `index`. */
export const noise = (seed: number, index: number, token: number): number => noiseOf(bitsOf(seed, index, token));

/** The token drawn by branch `seed` as its answer's token number `index`, and its log-probability; temperature 0 is greedy. */
export function sample(
  logits: ArrayLike<number>,
  { seed, index, temperature }: { seed: number; index: number; temperature: number },
): { token: number; logp: number } {
  const z = Array.from(logits, (value) => (temperature > 0 ? value / temperature : value));
  const scores = z.map((value, token) => (temperature > 0 ? value + noise(seed, index, token) : value));
  const token = scores.reduce((best, score, other) => (score > (scores[best] as number) ? other : best), 0);
  return { token, logp: logSoftmax(z)[token] as number };
}

interface Branch {
  readonly group: number;
  readonly prefixStart: number;
  readonly prefixEnd: number;
  readonly firstSlot: number;
  readonly live: boolean;
}
interface State {
  readonly count: number;
  readonly finished: boolean;
  readonly last: number;
  /** The row it drew its last token from. */
  readonly row: number;
}

/** The rows of the next step, each live branch's row and the slot of its last token's key, and where each range's rows end. */
export function compact(
  branches: readonly Branch[],
  states: readonly State[],
  { ranges, joined }: { ranges: readonly { first: number; count: number }[]; joined: boolean },
): { rows: Map<number, number[]>; places: Map<number, { row: number; slot: number }>; ends: number[] } {
  const rows = new Map<number, number[]>();
  const places = new Map<number, { row: number; slot: number }>();
  const ends = ranges.map(({ first, count: length }) => {
    const placeOf = new Map<string, { row: number; slot: number }>();
    let row = first;
    for (let index = first; index < first + length; index++) {
      const [branch, state] = [branches[index] as Branch, states[index] as State];
      if (!branch.live || state.finished) continue;
      const said = joined ? `${branch.group} ${state.row} ${state.last}` : String(index);
      const slot = branch.firstSlot + state.count - 1;
      const place = placeOf.get(said) ?? { row: row++, slot };
      if (!placeOf.has(said)) {
        const { prefixStart, prefixEnd, firstSlot } = branch;
        const position = prefixEnd - prefixStart + state.count - 1;
        rows.set(place.row, [state.last, position, slot, prefixStart, prefixEnd, firstSlot, slot + 1, index]);
        placeOf.set(said, place);
      }
      places.set(index, place);
    }
    return row;
  });
  return { rows, places, ends };
}
