// Which problems only the one and only the other of two runs solved. Pure.
import { unpackFlags } from '../../../basics/flags';
import type { Evaluation } from '../../../learning/rollouts/transcript';

export interface OnlyOne {
  /** Places among the evaluation's problems, from 0. */
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly both: number;
  readonly neither: number;
}

/** Undefined where they did not play the same problems, or do not say which they solved. */
export function onlyOneOf(first: Evaluation | undefined, second: Evaluation | undefined): OnlyOne | undefined {
  const [own, theirs] = [first?.solvedEach, second?.solvedEach];
  if (!first || !own || !theirs || own.problems !== theirs.problems || first.n !== second?.n) return undefined;
  const [one, other] = [unpackFlags(own.solved, first.n), unpackFlags(theirs.solved, first.n)];
  const places = (solved: boolean, otherSolved: boolean) =>
    one.flatMap((flag, place) => (flag === solved && other[place] === otherSolved ? [place] : []));
  return {
    first: places(true, false),
    second: places(false, true),
    both: places(true, true).length,
    neither: places(false, false).length,
  };
}
