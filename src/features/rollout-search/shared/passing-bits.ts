// What an answer made of the proposals it was shown, in bits: a column of the index. Pure.
import type { GroupRecord, Passing } from '../../../learning/rollouts/transcript';
import type { SearchedPassing } from './query';

const passingBits: Readonly<Record<Passing, number>> = { repeats: 1, mends: 2, spoils: 4, differs: 8 };
/** One of the proposals would have solved it. */
const rightBit = 16;

/** The one that says most first. */
const masks: Readonly<Record<SearchedPassing, number>> = {
  'spoils-right': passingBits.spoils | rightBit,
  ...passingBits,
};

/** 0 where nothing is known; `before`: who spoke before it in the same turn. */
export function bitsOfPassing(passing: Passing | undefined, before: readonly GroupRecord[]): number {
  if (passing === undefined) return 0;
  const right = before.some(({ branches, trunk }) => branches[trunk]?.solved === true);
  return passingBits[passing] | (right ? rightBit : 0);
}

/** The bits that are all wanted. */
export function neededPassing(passing: SearchedPassing | undefined): number {
  return passing === undefined ? 0 : masks[passing];
}

export function passingOfBits(bits: number): SearchedPassing | undefined {
  return (Object.keys(masks) as SearchedPassing[]).find((name) => (bits & masks[name]) === masks[name]);
}
