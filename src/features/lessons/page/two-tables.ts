// Signals without language models: a speaker and a listener that are tables of logits, and the gradient of their mean
// success, exactly and not by samples. It shows how a code comes about; it is not the engine, and its steps are not
// those of a run.
import { rngFrom } from '../../../basics/rng';
import type { CodeTable } from '../../../learning/environments/signals/code-table';

export interface TwoTables {
  /** P(word | object) and P(object | word) before the softmax. */
  readonly speaker_OW: readonly (readonly number[])[];
  readonly listener_WO: readonly (readonly number[])[];
}

/** Nearly undecided, beside it by a little chance. */
export function beginTables(objects: number, words: number, seed: number): TwoTables {
  const rng = rngFrom(seed);
  const table = (rows: number, columns: number) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0.2 * (rng.number() - 0.5)));
  return { speaker_OW: table(objects, words), listener_WO: table(words, objects) };
}

function softmax(logits: readonly number[]): readonly number[] {
  const most = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** P(word | object). */
export const saysOf = ({ speaker_OW }: TwoTables) => speaker_OW.map(softmax);
const hearsOf = ({ listener_WO }: TwoTables) => listener_WO.map(softmax);

/** How often a speaker and a listener are right, each object as often as any other; they may be of two pairs. */
export function successOf(speaker: TwoTables, listener: TwoTables = speaker): number {
  const [says, hears] = [saysOf(speaker), hearsOf(listener)];
  const right = says.map((row, o) => row.reduce((sum, share, w) => sum + share * (hears[w]?.[o] ?? 0), 0));
  return right.reduce((sum, one) => sum + one, 0) / says.length;
}

const rate = 4;

/** One step up the gradient, both at once: a logit moves by the probability of what it stands for, times how much
 *  better that is than the mean – its advantage. */
export function learned(tables: TwoTables): TwoTables {
  const [says, hears] = [saysOf(tables), hearsOf(tables)];
  const moved = (logit: readonly number[], share: readonly number[], worth: readonly number[]) => {
    const mean = share.reduce((sum, one, i) => sum + one * (worth[i] ?? 0), 0);
    return logit.map((value, i) => value + rate * (share[i] ?? 0) * ((worth[i] ?? 0) - mean));
  };
  return {
    speaker_OW: tables.speaker_OW.map((row, o) =>
      moved(
        row,
        says[o] ?? [],
        hears.map((heard) => heard[o] ?? 0),
      ),
    ),
    listener_WO: tables.listener_WO.map((row, w) =>
      moved(
        row,
        hears[w] ?? [],
        says.map((said) => said[w] ?? 0),
      ),
    ),
  };
}

/** As the world's measures read it. */
export function codeOf(tables: TwoTables): CodeTable {
  const share_OM = saysOf(tables);
  const messages = (share_OM[0] ?? []).map((_, w) => `${w}`);
  return { objects: share_OM.map((_, o) => o), messages, share_OM, n: share_OM.length };
}
