// The code of one kept step: what speakers said of which object, on the trunk and on every other branch.
import type { RunConfig } from '../../../learning/config/run-config';
import {
  type CodeTable,
  codeTable,
  mutualInformation,
  type Telling,
  tellingsIn,
  topographicSimilarity,
} from '../../../learning/environments/signals/code-table';
import { signals } from '../../../learning/environments/signals/signals';
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

/** Whether a code can come about in this run. */
export function inventsCode({ worlds }: Pick<RunConfig, 'worlds'>): boolean {
  return worlds.some(({ environment }) => environment === signals.card.id);
}

/** Undefined where nothing was said. */
export function stepCode({ worlds }: Pick<StepTree, 'worlds'>): StepCode | undefined {
  const tellings = tellingsIn(worlds);
  if (tellings.length === 0) return undefined;
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
