// Draws problems until one belongs to the split of its seed: training, validation and test problems are then disjoint by
// construction (V1, splits.ts). Every world's `start` goes through here.
import { check } from '../../basics/check';
import { type Split, splitOfProblem, splitOfSeed } from './splits';

const mostDraws = 200_000;

export interface Drawing<State> {
  readonly seed: number;
  /** One attempt, each time another; undefined when it came to nothing. */
  draw(): State | undefined;
  /** The problem's whole text: what no two splits share. */
  describe(state: State): string;
  /** What is drawn, for the error: "a 6×6 room with 3 boxes". */
  readonly what: string;
}

/** The first attempt that came to something and belongs to the seed's split. */
export function drawForSplit<State>({ seed, draw, describe, what }: Drawing<State>): State {
  check(Number.isInteger(seed) && seed >= 0, `a world seed is a whole number from 0, got ${seed}: take worldSeed(split, index)`);
  const wanted: Split = splitOfSeed(seed);
  for (let attempt = 0; attempt < mostDraws; attempt++) {
    const state = draw();
    if (state !== undefined && splitOfProblem(describe(state)) === wanted) return state;
  }
  check(false, `expected ${what} within ${mostDraws} draws, got none (seed ${seed}): choose a larger size or less in it`);
}
