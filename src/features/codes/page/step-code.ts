// The code of one kept step: what speakers said of which object, on the trunk and on every other branch.
import { valuesFrom } from '../../../basics/knobs';
import type { RunConfig } from '../../../learning/config/run-config';
import {
  type CodeTable,
  codeTable,
  mutualInformation,
  type Telling,
  tellingsIn,
  topographicSimilarity,
} from '../../../learning/environments/signals/code-table';
import { signalsKnobs } from '../../../learning/environments/signals/knobs';
import { relayedSignals, signals } from '../../../learning/environments/signals/signals';
import type { StepTree } from '../../../learning/rollouts/transcript';

export interface StepCode {
  readonly tellings: readonly Telling[];
  readonly table: CodeTable;
  /** Of the object, that a message carries. */
  readonly bits: number;
  /** That would tell all objects apart. */
  readonly bitsAtMost: number;
  /** Undefined where all messages, or all objects, are equally far apart. */
  readonly topographic?: number;
}

const games = [signals, ...relayedSignals].map(({ card }) => card.id);

/** Whether a code can come about in this run. */
export function inventsCode({ worlds }: Pick<RunConfig, 'worlds'>): boolean {
  return worlds.some(({ environment }) => games.includes(environment));
}

/** Undefined where nothing was said, or no code can come about. */
export function stepCode(run: Pick<RunConfig, 'worlds'>, { worlds }: Pick<StepTree, 'worlds'>): StepCode | undefined {
  const world = run.worlds.find(({ environment }) => games.includes(environment));
  if (!world) return undefined;
  const { symbols: symbolCount, length } = valuesFrom(signalsKnobs, world.environmentSettings);
  const tellings = tellingsIn(worlds, { symbolCount, length });
  if (tellings.every(({ message }) => message.length === 0)) return undefined;
  const table = codeTable(tellings);
  const topographic = topographicSimilarity(tellings);
  return {
    tellings,
    table,
    bits: mutualInformation(table),
    bitsAtMost: Math.log2(table.objects.length),
    ...(topographic === undefined ? {} : { topographic }),
  };
}

/** Indices of the columns that are shown: the most frequent messages, in the order of the objects they are said of
 *  most, so that a code comes out as a diagonal and columns stay where they are from step to step. */
export function columnsOf({ messages, share_OM }: CodeTable, most: number): readonly number[] {
  const share_O = (m: number) => share_OM.map((row) => row[m] ?? 0);
  const saidOf = messages.map((_, m) => share_O(m).indexOf(Math.max(...share_O(m))));
  const byName = (one: number, other: number) => ((messages[one] ?? '') < (messages[other] ?? '') ? -1 : 1);
  const columns = messages.map((_, m) => m).slice(0, most);
  return columns.sort((one, other) => (saidOf[one] ?? 0) - (saidOf[other] ?? 0) || byName(one, other));
}
