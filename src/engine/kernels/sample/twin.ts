// Drawing one token from logits, in plain numbers: the same hash, the same noise. And the rows of the next step.
import { logSoftmax } from '../../../contract/objective';
import { type Branch, branchLayout, rangeLayout, rowLayout, stateLayout, tileLayout } from '../shared/layouts';

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

/** The token drawn by branch `seed` as its answer's token number `index`, and its log-probability; temperature 0 is
 *  greedy. */
export function sample(
  logits: ArrayLike<number>,
  { seed, index, temperature }: { seed: number; index: number; temperature: number },
): { token: number; logp: number } {
  const z = Array.from(logits, (value) => (temperature > 0 ? value / temperature : value));
  const scores = z.map((value, token) => (temperature > 0 ? value + noise(seed, index, token) : value));
  const token = scores.reduce((best, score, other) => (score > (scores[best] as number) ? other : best), 0);
  return { token, logp: logSoftmax(z)[token] as number };
}

/** The likeliest tokens in that place and their log-probabilities, the likeliest first; equal ones by their token. */
export function likeliest(
  logits: ArrayLike<number>,
  { most, temperature }: { most: number; temperature: number },
): { token: number; logp: number }[] {
  const logps = logSoftmax(Array.from(logits, (value) => (temperature > 0 ? value / temperature : value)));
  return Array.from(logps, (logp, token) => ({ token, logp }))
    .sort((one, other) => other.logp - one.logp || one.token - other.token)
    .slice(0, most);
}

/** One of them as a word: its token, and its log-probability in 512ths. */
export const wordOf = ({ token, logp }: { token: number; logp: number }): number =>
  (token | (Math.min(16383, Math.round(-logp * 512)) << 18)) >>> 0;

/**
 * The rows of the next step: each range's live branches become its first rows; `joined`: those of a group that drew the
 * same token from the same row are one row, the first one's. Returns the tables that the kernel writes; `lists`
 * [branches, stride] has the slots of a branch's tokens.
 */
export function compact(
  { ranges, branches, states, lists, rows, tiles }: Readonly<Record<CompactTable, Uint32Array>>,
  { stride, joined }: { stride: number; joined: boolean },
): Record<Exclude<CompactTable, 'ranges' | 'branches'>, Uint32Array> {
  const [newStates, newRows, newTiles] = [stateLayout.rows(states), rowLayout.rows(rows), tileLayout.rows(tiles)];
  const newLists = lists.slice();
  const all = branchLayout.rows(branches);
  for (const { first, count } of rangeLayout.rows(ranges)) {
    const leaders = new Map<string, { leader: number; row: number; firstSlot: number }>();
    for (let index = first; index < first + count; index++) {
      const [branch, state] = [all[index] as Branch, stateLayout.row(states, index)];
      if (branch.maxTokens === 0 || state.finished) continue;
      const { prefixStart, prefixEnd, firstSlot } = branch;
      const said = joined ? `${branch.prediction} ${state.row} ${state.last}` : String(index);
      const place = leaders.get(said) ?? { leader: index, row: first + leaders.size, firstSlot };
      if (!leaders.has(said)) {
        leaders.set(said, place);
        const [position, slot] = [prefixEnd - prefixStart + state.count - 1, firstSlot + state.count - 1];
        const seen = { prefixStart, prefixEnd, ownStart: firstSlot, attendEnd: slot + 1 };
        newRows[place.row] = { token: state.last, position, slot, ...seen, predictionOrBranch: index };
      }
      newStates[index] = { ...state, row: place.row, leader: place.leader };
      newLists[index * stride + state.count - 1] = place.firstSlot + state.count - 1;
    }
    for (let tile = first / 32; tile * 32 < first + count; tile++)
      newTiles[tile] = { adapter: newTiles[tile]?.adapter ?? 0, liveEnd: first + leaders.size };
  }
  return {
    states: stateLayout.table(newStates),
    lists: newLists,
    rows: rowLayout.table(newRows),
    tiles: tileLayout.table(newTiles),
  };
}

type CompactTable = 'ranges' | 'branches' | 'states' | 'lists' | 'rows' | 'tiles';
