// Groups that ask a policy the same are sampled as one: the prompt is computed once, and branches that say the same are
// one row. Every branch draws from its own seed, so no answer changes (S3).
import { type PromptGroup, questionKey } from '../../contract/learner';

/** Branches that are put together at most, so that a group still fits a batch. */
const mostBranches = 512;

export interface MergedPrompts {
  readonly groups: readonly PromptGroup[];
  /** Where the branches of group g begin: in which merged group, and at which of its branches. */
  readonly place_G: readonly { readonly group: number; readonly first: number }[];
}

export function mergeEqualPrompts(groups: readonly PromptGroup[]): MergedPrompts {
  const merged: { group: PromptGroup; seeds: number[] }[] = [];
  const latest = new Map<string, number>();
  const place_G = groups.map((group) => {
    const { seed_K } = group;
    const key = questionKey(group);
    const found = latest.get(key);
    const before = found === undefined ? undefined : merged[found];
    if (found !== undefined && before && before.seeds.length + seed_K.length <= mostBranches) {
      const first = before.seeds.length;
      before.seeds.push(...seed_K);
      return { group: found, first };
    }
    latest.set(key, merged.length);
    merged.push({ group, seeds: [...seed_K] });
    return { group: merged.length - 1, first: 0 };
  });
  return { groups: merged.map(({ group, seeds }) => ({ ...group, seed_K: seeds })), place_G };
}

/** The answers of the merged groups given back to the original ones. */
export function answersOfAll<T>(
  groups: readonly PromptGroup[],
  { place_G }: MergedPrompts,
  answers: readonly (readonly T[])[],
): T[][] {
  return groups.map(({ seed_K }, g) => {
    const { group, first } = place_G[g] as MergedPrompts['place_G'][number];
    return (answers[group] ?? []).slice(first, first + seed_K.length);
  });
}
