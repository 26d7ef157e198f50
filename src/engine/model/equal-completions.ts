// Equal answers of a group are computed once. Tiny models answer in a few tokens, so of K answers many are the same;
// their gradients are the same too, and a sum of equal terms is one term times their number. It does not know the
// objective: a token's share of the loss adds up.
import { present } from '../../basics/check';
import type { TrainingGroup } from '../../contract/learner';
import type { TokenScores } from '../../contract/report';

export interface Merged {
  readonly groups: readonly TrainingGroup[];
  readonly weight_GK: readonly (readonly number[])[];
  /** place_GK[g][k]: where completion k of the original group g now is. */
  readonly place_GK: readonly (readonly number[])[];
  /** Completion k's own part of the weight at its place. */
  readonly part_GK: readonly (readonly number[])[];
}

/** Completions of a group with the same tokens, old log-probabilities and advantage become one, with their weights
 *  added. */
export function mergeEqual(groups: readonly TrainingGroup[], weight_GK: readonly (readonly number[])[]): Merged {
  const merged = groups.map((group, g) => mergeGroup(group, weight_GK[g] ?? []));
  return {
    groups: merged.map(({ group }) => group),
    weight_GK: merged.map(({ weight_K }) => weight_K),
    place_GK: merged.map(({ place_K }) => place_K),
    part_GK: merged.map(({ weight_K: sums, place_K }, g) =>
      place_K.map((place, k) => (weight_GK[g]?.[k] ?? 0) / ((sums[place] ?? 0) || 1)),
    ),
  };
}

/** The scores of the merged groups given back to the original completions: each takes its own part of the loss. */
export function scoresOfAll(
  { place_GK, part_GK }: Merged,
  scores: readonly (readonly (readonly TokenScores[])[])[],
): TokenScores[][][] {
  return place_GK.map((place_K, g) =>
    place_K.map((place, k) => {
      const part = part_GK[g]?.[k] ?? 0;
      return present(scores[g]?.[place], 'scores').map((score) => ({ ...score, loss: score.loss * part }));
    }),
  );
}

function mergeGroup(group: TrainingGroup, weight_K: readonly number[]) {
  const placeOf = new Map<string, number>();
  const completions: TrainingGroup['completions'][number][] = [];
  const weights: number[] = [];
  const place_K = group.completions.map((completion, k) => {
    const { token_T, oldLogp_T, refLogp_T, advantage } = completion;
    const key = `${token_T.join()}|${oldLogp_T.join()}|${refLogp_T?.join() ?? ''}|${advantage}`;
    const place = placeOf.get(key) ?? completions.length;
    if (place === completions.length) {
      placeOf.set(key, place);
      completions.push(completion);
      weights.push(0);
    }
    weights[place] = (weights[place] ?? 0) + (weight_K[k] ?? 0);
    return place;
  });
  return { group: { ...group, completions }, weight_K: weights, place_K };
}
