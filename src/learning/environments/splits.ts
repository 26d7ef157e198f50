// Training, validation and test problems are disjoint by construction (V1): every problem belongs to exactly one split, read off
// its own text, and a generator draws until the problem belongs to the split of its seed. Not just the seeds differ: a room seen
// in training can never come up in a test, however it was generated.
import { seedFrom } from '../../basics/rng';

export type Split = 'train' | 'validation' | 'test';
const splits: readonly Split[] = ['train', 'validation', 'test'];

/** The world seed number `index` of a split. */
export function worldSeed(split: Split, index: number): number {
  return index * splits.length + splits.indexOf(split);
}

/** The number of a world seed within its split. */
export function indexOfSeed(seed: number): number {
  return Math.floor(seed / splits.length);
}

/** The split a world seed was made for. */
export function splitOfSeed(seed: number): Split {
  return splits[seed % splits.length] as Split;
}

/** The split a problem belongs to, by its text: 80 % train, 10 % validation, 10 % test. */
export function splitOfProblem(text: string): Split {
  const tenth = seedFrom('split', text) % 10;
  return tenth === 0 ? 'test' : tenth === 1 ? 'validation' : 'train';
}
