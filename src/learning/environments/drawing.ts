// Where a world's problems come from: drawn until one belongs to the split of its seed, or, where there are few, all
// listed and dealt to the splits once. Either way the splits are disjoint by construction (V1, V6; splits.ts). Every
// world's `start` goes through here.
import { check } from '../../basics/check';
import { seedFrom } from '../../basics/rng';
import { counted } from './call-program';
import { indexOfSeed, type Split, splitOfProblem, splitOfSeed, splits, splitsDealt } from './splits';

const mostDraws = 200_000;

export interface Drawing<State> {
  readonly seed: number;
  /** One attempt, each time another; undefined when it came to nothing. */
  draw(): State | undefined;
  /** What no two splits share: `Environment.layout` of the problem. */
  layout(state: State): string;
  /** The split of a layout, where there are so few that they are dealt out; read off its text when absent. */
  splitOf?(layout: string): Split;
  /** What is drawn, for the error: "a 6×6 room with 3 boxes". */
  readonly what: string;
}

/** The first attempt that came to something and belongs to the seed's split. */
export function drawForSplit<State>({ seed, draw, layout, splitOf = splitOfProblem, what }: Drawing<State>): State {
  const wanted = splitWanted(seed);
  for (let attempt = 0; attempt < mostDraws; attempt++) {
    const state = draw();
    if (state !== undefined && splitOf(layout(state)) === wanted) return state;
  }
  check(
    false,
    `expected ${what} for the ${wanted} split within ${mostDraws} draws, got none (seed ${seed}): choose a larger size or less in it`,
  );
}

export interface Listing<State> {
  /** Every problem there is. */
  readonly states: readonly State[];
  /** What no two splits share: `Environment.layout` of the problem. */
  layout(state: State): string;
  /** Equal where problems are the same but for mirrors and turns. */
  canonical(state: State): string;
  /** What is listed, for the error: "a 4×4 board with 3 closed squares". */
  readonly what: string;
}

/** All problems of a world that has few, each split's in an order of chance; problems that are not trained on are all
 *  different, mirrors and turns included. Throws where there are not enough different ones for every split. */
export function dealProblems<State>({
  states,
  layout,
  canonical,
  what,
}: Listing<State>): Record<Split, readonly State[]> {
  const splitOf = splitsDealt(states.map(layout));
  const first = new Map<string, State>();
  for (const state of states) if (!first.has(canonical(state))) first.set(canonical(state), state);
  const pools: Record<Split, State[]> = { train: [], validation: [], test: [], report: [] };
  for (const state of states) {
    const split = splitOf.get(layout(state)) as Split;
    if (split === 'train' || first.get(canonical(state)) === state) pools[split].push(state);
  }
  for (const split of splits) {
    check(
      pools[split].length > 0,
      `${what} can be laid out in ${counted(splitOf.size, 'way')} only (mirrors and turns count as one), too few to train, validate, test and report on: choose a larger size`,
    );
    const orderOf = new Map(pools[split].map((state) => [state, seedFrom('order', JSON.stringify(state))]));
    pools[split].sort((one, other) => (orderOf.get(one) as number) - (orderOf.get(other) as number));
  }
  return pools;
}

/** The listed problem that a seed starts: number `indexOfSeed(seed)` of its split, over again where there are fewer. */
export function pickForSplit<State>(pools: Record<Split, readonly State[]>, seed: number): State {
  const pool = pools[splitWanted(seed)];
  return pool[indexOfSeed(seed) % pool.length] as State;
}

function splitWanted(seed: number): Split {
  check(
    Number.isInteger(seed) && seed >= 0,
    `a world seed is a whole number from 0, got ${seed}: take worldSeed(split, index)`,
  );
  return splitOfSeed(seed);
}
