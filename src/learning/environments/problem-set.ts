// Problems that come from a file: a world is made on them. A run names them by their hash, the data lie in storage.
import type { PoolSplits } from './problem-pools';

export interface ProblemSetName {
  /** What kind of problems these are: a key of `worldsOnProblems`, e.g. "maths". */
  readonly world: string;
  /** The user's, e.g. "gsm8k". */
  readonly name: string;
  /** SHA-256 of the problems (files/formats/hash: hashOfJson). */
  readonly hash: string;
  /** "none" for a set that nothing is trained on: every split plays all of it. Absent: each problem belongs to one
   *  split. */
  readonly splits?: PoolSplits;
  /** The file they came from, for people who have to look for it again. */
  readonly file?: string;
}

export interface ProblemSet extends ProblemSetName {
  /** As the world's importer made them; plain JSON. */
  readonly problems: readonly unknown[];
}

/** The id of the world on a problem set: "maths/gsm8k". */
export function idOfProblemWorld({ world, name }: Pick<ProblemSetName, 'world' | 'name'>): string {
  return `${world}/${name}`;
}
