// Worlds played on problems from elsewhere: which problem a seed starts. The splits are disjoint (V1) because a problem
// belongs to a split by its own text; a set that is only evaluated on may be played whole instead. How many there are
// is told, so that an evaluation counts none twice (V3).
import { check } from '../../basics/check';
import { indexOfSeed, type Split, splitOfProblem, splitOfSeed } from './splits';

/** "by-problem": each problem belongs to one split. "none": every split plays all of them, for sets that nothing is
 *  trained on. */
export type PoolSplits = 'by-problem' | 'none';

export interface Pools<State> {
  /** Problem number `index` of the seed's split, in order and over again. */
  start(seed: number): State;
  /** How many the split has. Throws, as `start` does, where it has none. */
  problems(split: Split): number;
}

/** Where a world on these states starts. */
export function poolsOf<State>(
  states: readonly State[],
  describe: (state: State) => string,
  splits: PoolSplits,
): Pools<State> {
  check(states.length > 0, 'a world on problems from elsewhere needs at least one problem, got none');
  const pools: Record<Split, State[]> = { train: [], validation: [], test: [], report: [] };
  if (splits === 'by-problem') for (const state of states) pools[splitOfProblem(describe(state))].push(state);
  const poolOf = (split: Split): readonly State[] => {
    const pool = splits === 'none' ? states : pools[split];
    check(
      pool.length > 0,
      `none of the ${states.length} problems is a ${split} problem (7 of 10 are for training, 1 each for validation, test and report): take a larger set, or use this one for evaluation only`,
    );
    return pool;
  };
  return {
    start: (seed) => {
      check(
        Number.isInteger(seed) && seed >= 0,
        `a world seed is a whole number from 0, got ${seed}: take worldSeed(split, index)`,
      );
      const pool = poolOf(splitOfSeed(seed));
      return pool[indexOfSeed(seed) % pool.length] as State;
    },
    problems: (split) => poolOf(split).length,
  };
}
