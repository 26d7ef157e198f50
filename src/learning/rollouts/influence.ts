// Influence: how often a turn comes to something else when one role's answer is replaced by another of its own (C4).
// All branches of a group are followed with the same chance, so a role that nobody heeds has an influence of 0 exactly.
import type { BranchRecord, GroupRecord } from './transcript';

/** Share of the pairs of a group's branches that lead to different outcomes, over plays that followed both; undefined
 *  of chains. */
export function influenceOf({ branches }: Pick<GroupRecord, 'branches'>): number | undefined {
  const outcome_K = branches.map(outcomesOf);
  let pairs = 0;
  let differ = 0;
  outcome_K.forEach((one, k) => {
    for (const other of outcome_K.slice(k + 1)) {
      pairs += one.length;
      differ += one.filter((outcome, play) => outcome !== other[play]).length;
    }
  });
  return pairs === 0 ? undefined : differ / pairs;
}

/** What came of a branch in each of the plays that followed it, or by itself: the team term and whether the problem was
 *  solved. */
function outcomesOf({ followed, terms, solved }: BranchRecord): string[] {
  return followed ? followed.map((play) => `${play.team} ${play.solved}`) : [`${terms['team']} ${solved}`];
}
