// Equal prompts and equal answers to them are computed once. Tiny models answer in a few tokens, so of K answers many
// are the same; their gradients are the same too, and a sum of equal terms is one term times their number. It does not
// know the objective: a token's share of the loss adds up.
import { present } from '../../basics/check';
import type { TrainingGroup } from '../../contract/learner';
import type { TokenScores } from '../../contract/report';

/** Answers that are put together at most, so that a group still fits a batch. */
const mostAnswers = 512;

type Answer = TrainingGroup['completions'][number];

export interface Merged {
  readonly groups: readonly TrainingGroup[];
  readonly weight_GK: readonly (readonly number[])[];
  /** place_GK[g][k]: where completion k of the original group g now is. */
  readonly place_GK: readonly (readonly { readonly group: number; readonly completion: number }[])[];
  /** Completion k's own part of the weight at its place. */
  readonly part_GK: readonly (readonly number[])[];
}

/** Groups with the same prompt and temperature become one; completions of it with the same tokens, old
 *  log-probabilities and advantage become one, with their weights added. */
export function mergeEqual(groups: readonly TrainingGroup[], weight_GK: readonly (readonly number[])[]): Merged {
  const merged: { group: TrainingGroup; answers: Answer[]; weights: number[]; given: number }[] = [];
  const latest = new Map<string, number>();
  const placeOf = new Map<string, number>();
  const place_GK = groups.map((group, g) => {
    const { prompt_P, temperature, completions } = group;
    const prompt = `${temperature ?? ''}|${prompt_P.join()}`;
    let index = latest.get(prompt);
    if (index === undefined || (merged[index]?.given ?? 0) + completions.length > mostAnswers) {
      index = merged.length;
      latest.set(prompt, index);
      merged.push({ group, answers: [], weights: [], given: 0 });
    }
    const here = present(merged[index], 'a merged group');
    here.given += completions.length;
    return completions.map((completion, k) => {
      const { token_T, oldLogp_T, refLogp_T, advantage } = completion;
      const key = `${index}|${token_T.join()}|${oldLogp_T.join()}|${refLogp_T?.join() ?? ''}|${advantage}`;
      const place = placeOf.get(key) ?? here.answers.length;
      if (place === here.answers.length) {
        placeOf.set(key, place);
        here.answers.push(completion);
        here.weights.push(0);
      }
      here.weights[place] = (here.weights[place] ?? 0) + (weight_GK[g]?.[k] ?? 0);
      return { group: index, completion: place };
    });
  });
  return {
    groups: merged.map(({ group, answers }) => ({ ...group, completions: answers })),
    weight_GK: merged.map(({ weights }) => weights),
    place_GK,
    part_GK: place_GK.map((place_K, g) =>
      place_K.map(({ group, completion }, k) => {
        return (weight_GK[g]?.[k] ?? 0) / ((merged[group]?.weights[completion] ?? 0) || 1);
      }),
    ),
  };
}

/** The scores of the merged groups given back to the original completions: each takes its own part of the loss. */
export function scoresOfAll(
  { place_GK, part_GK }: Merged,
  scores: readonly (readonly (readonly TokenScores[])[])[],
): TokenScores[][][] {
  return place_GK.map((place_K, g) =>
    place_K.map(({ group, completion }, k) => {
      const part = part_GK[g]?.[k] ?? 0;
      return present(scores[group]?.[completion], 'scores').map((score) => ({ ...score, loss: score.loss * part }));
    }),
  );
}
