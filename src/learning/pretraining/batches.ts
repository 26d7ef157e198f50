// The corpus as batches: step after step, each of the same number of scenes. One form for the engine (training groups
// under the SFT objective), one for a foreign program (rows of ids with everything it needs spelled out).
import { check } from '../../basics/check';
import type { TrainingGroup } from '../../contract/learner';
import type { Tokenizer } from '../language/tokenizer';
import { piecesOfScene, type TextSettings } from './corpus';

/** How the shipped model was pretrained; models/sprout/recipe.json. */
export interface Recipe extends TextSettings {
  readonly seed: number;
  readonly steps: number;
  readonly scenesPerStep: number;
  /** Tokens per packed row of the foreign form, ascending: a group goes to the shortest row it fits. */
  readonly rowLengths: readonly number[];
  readonly learningRate: number;
  readonly warmupSteps: number;
  /** The cosine ends at this share of the learning rate. */
  readonly minLearningRateShare: number;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly weightDecay: number;
  readonly gradientClip: number;
}

/** The learning rate of step `step` (from 0): linear warm-up, then half a cosine wave down to the minimum share. */
export function learningRateOf(
  { learningRate, warmupSteps, minLearningRateShare, steps }: Recipe,
  step: number,
): number {
  const warm = Math.min(1, (step + 1) / Math.max(1, warmupSteps));
  const done = Math.max(0, step - warmupSteps) / Math.max(1, steps - warmupSteps);
  return (
    learningRate * warm * (minLearningRateShare + ((1 - minLearningRateShare) * (1 + Math.cos(Math.PI * done))) / 2)
  );
}

/** The groups of step `step` (from 0). Every continuation ends with the end token; only continuations are predicted. */
export function pretrainingBatch(recipe: Recipe, tokenizer: Tokenizer, step: number): TrainingGroup[] {
  const groups: TrainingGroup[] = [];
  for (let scene = 0; scene < recipe.scenesPerStep; scene++) {
    for (const { prompt, continuations } of piecesOfScene(recipe.seed, step * recipe.scenesPerStep + scene, recipe)) {
      groups.push({
        prompt_P: tokenizer.encode(prompt),
        completions: continuations.map((text) => {
          const token_T = [...tokenizer.encode(text), tokenizer.endToken];
          return { token_T, oldLogp_T: new Array<number>(token_T.length).fill(0), advantage: 0 };
        }),
      });
    }
  }
  return groups;
}

const nothing = 65535;

/**
 * Groups packed into rows [prompt | c₁ | … | c_K | next prompt …]: u16 [rows, 5, rowTokens]. The five planes are id,
 * position, group (of the row), segment (0 the prompt, k the k-th continuation; 65535 padding) and source: the place in
 * the row whose output predicts this token (65535: not predicted). A token attends to earlier tokens of its group in
 * segment 0 or its own.
 */
export function packedRows(groups: readonly TrainingGroup[], rowTokens: number): Uint16Array {
  if (groups.length === 0) return new Uint16Array(0);
  const rows: TrainingGroup[][] = [[]];
  let used = 0;
  for (const group of groups) {
    const length = lengthOf(group);
    check(length <= rowTokens, `a group has ${length} tokens, a row holds ${rowTokens}: raise "rowTokens"`);
    if (used + length > rowTokens) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(group);
    used += length;
  }
  const packed = new Uint16Array(rows.length * 5 * rowTokens).fill(nothing);
  rows.forEach((row, index) =>
    packRow(packed.subarray(index * 5 * rowTokens, (index + 1) * 5 * rowTokens), row, rowTokens),
  );
  return packed;
}

/** The groups that each row length takes. Throws when a group is longer than the longest row. */
export function byRowLength(
  groups: readonly TrainingGroup[],
  rowLengths: readonly number[],
): Map<number, TrainingGroup[]> {
  const sorted = new Map(rowLengths.map((length): [number, TrainingGroup[]] => [length, []]));
  for (const group of groups) {
    const fitting = rowLengths.find((length) => lengthOf(group) <= length);
    check(
      fitting !== undefined,
      `a group has ${lengthOf(group)} tokens, the longest row holds ${rowLengths.at(-1)}: raise "rowLengths"`,
    );
    sorted.get(fitting)?.push(group);
  }
  return sorted;
}

function lengthOf({ prompt_P, completions }: TrainingGroup): number {
  return completions.reduce((sum, { token_T }) => sum + token_T.length, prompt_P.length);
}

function packRow(plane: Uint16Array, row: readonly TrainingGroup[], rowTokens: number): void {
  let at = 0;
  const put = (id: number, position: number, group: number, segment: number, source: number) => {
    [id, position, group, segment, source].forEach((value, which) => {
      plane[which * rowTokens + at] = value;
    });
    at++;
  };
  row.forEach(({ prompt_P, completions }, group) => {
    prompt_P.forEach((id, position) => put(id, position, group, 0, nothing));
    const lastPromptPlace = at - 1;
    completions.forEach(({ token_T }, k) => {
      token_T.forEach((id, t) => put(id, prompt_P.length + t, group, k + 1, t === 0 ? lastPromptPlace : at - 1));
    });
  });
}
