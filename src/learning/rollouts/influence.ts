// Influence: how often a turn comes to something else when one role's answer is replaced by another of its own (C4).
// All branches of a group are followed with the same chance, so a role that nobody heeds has an influence of 0 exactly.
import type { GroupRecord } from './transcript';

/** Share of the pairs of a group's branches that lead to different outcomes, over plays that followed both; undefined
 *  where none did. */
export function influenceOf({ branches }: Pick<GroupRecord, 'branches'>): number | undefined {
  const outcome_K = branches.map(({ followed = [] }) => followed.map(({ team, solved }) => `${team} ${solved}`));
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
