// Problems to train on, to choose checkpoints by, to look at while settings are chosen, and to report on are disjoint
// by construction (V1, V7): every problem belongs to exactly one split. Where boards can be mirrored or changed by
// play, the split is read off what neither does (`Environment.layout`), so no board that any text or game of one split
// shows is a problem of another (V6).
import { seedFrom } from '../../basics/rng';

/** "train": learnt from · "validation": picks the best checkpoint · "test": looked at after every run, and when
 *  settings are chosen · "report": what is published stands on it and no choice ever does. */
export type Split = 'train' | 'validation' | 'test' | 'report';
export const splits: readonly Split[] = ['train', 'validation', 'test', 'report'];

/** The splits that a run needs problems of: what is never reported on can still be trained on. */
export const splitsOfRun: readonly Split[] = ['train', 'validation', 'test'];

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

/** The split a problem belongs to, by a text of it: 70 % train, 10 % each of the others. */
export function splitOfProblem(text: string): Split {
  return splitOfTenth(seedFrom('split', text) % 10);
}

/** The split of each of a few texts, dealt out so that the shares hold exactly and every split has at least one of
 *  four. */
export function splitsDealt(texts: readonly string[]): ReadonlyMap<string, Split> {
  const byChance = [...new Set(texts)].sort(
    (one, other) => seedFrom('split', one) - seedFrom('split', other) || (one < other ? -1 : 1),
  );
  return new Map(byChance.map((text, index) => [text, splitOfTenth(index % 10)]));
}

function splitOfTenth(tenth: number): Split {
  return (['test', 'validation', 'report'] as const)[tenth] ?? 'train';
}
