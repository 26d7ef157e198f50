// A whole run from elsewhere, put into the browser's database in one transaction: all of it is there afterwards, or
// nothing.
import { sortedJson } from '../../basics/sorted-json';
import type { Connection } from './connection';
import { withRoom } from './make-room';
import { bytesOf, type PackedJson, packCheckpoint } from './packing';
import { newId } from './runs';
import { type Checkpoint, type CheckpointSlot, checkpointSlots, type Kinds, type StoredRun } from './schema';
import { dropHalfOfTrees } from './trees';

export interface WholeRun<K extends Kinds = Kinds> {
  readonly run: Omit<StoredRun<K>, 'changedAt' | 'removedAt'>;
  readonly reports: readonly K['report'][];
  readonly checkpoints: Readonly<Partial<Record<CheckpointSlot, Checkpoint>>>;
  /** As `packJson` packs them. */
  readonly trees: readonly (PackedJson & { readonly step: number })[];
}

/** "here": the very same run lies here already and nothing was stored. "copy": another run had its id, so it got a new
 *  one. */
export interface ImportedRun<K extends Kinds = Kinds> {
  readonly kind: 'new' | 'here' | 'copy';
  readonly run: StoredRun<K>;
}

/** `today`: what a kept configuration is called today, of which the run's is. */
export type ImportRun<K extends Kinds = Kinds> = (
  whole: WholeRun<K>,
  today?: (config: K['config']) => object,
) => Promise<ImportedRun<K>>;

export function importRunInto<K extends Kinds>(connection: Connection<K>, now: () => number): ImportRun<K> {
  return ({ run, reports, checkpoints, trees }, today = (config) => config) => {
    const packed = checkpointSlots.flatMap((slot) => {
      const checkpoint = checkpoints[slot];
      return checkpoint ? [{ slot, checkpoint: packCheckpoint(checkpoint) }] : [];
    });
    const written = () =>
      connection.write(
        ['runs', 'metrics', 'checkpoints', 'checkpointPointers', 'treeInfos', 'treeBytes'],
        async (transaction): Promise<ImportedRun<K>> => {
          const runs = transaction.objectStore('runs');
          const here = (await runs.getAll()).find((kept) => isSame({ ...kept, config: today(kept.config) }, run));
          if (here) return { kind: 'here', run: here };
          const there = await runs.get(run.id);
          const time = now();
          const id = there ? newId(time) : run.id;
          const stored: StoredRun<K> = { ...run, id, changedAt: time };
          await runs.add(stored);
          for (const report of reports) await transaction.objectStore('metrics').put(report, [id, report.step]);
          for (const { slot, checkpoint } of packed) {
            const checkpointId = await transaction.objectStore('checkpoints').add(checkpoint);
            const pointer = { runId: id, slot, checkpointId, step: checkpoint.step, bytes: bytesOf(checkpoint) };
            await transaction.objectStore('checkpointPointers').put(pointer);
          }
          for (const { step, bytes, compressed } of trees) {
            await transaction.objectStore('treeBytes').put(bytes, [id, step]);
            const info = { runId: id, step, bytes: bytes.byteLength, compressed, storedAt: time };
            await transaction.objectStore('treeInfos').put(info);
          }
          return { kind: there ? 'copy' : 'new', run: stored };
        },
      );
    return withRoom('the run', () => dropHalfOfTrees(connection), written);
  };
}

/** The same beginning, the same configuration, the same point of the training – whatever its id: it may have come in as
 *  a copy. One in the bin is not here. */
function isSame(there: StoredRun, run: WholeRun['run']): boolean {
  return (
    there.removedAt === undefined &&
    (there.id === run.id || there.createdAt === run.createdAt) &&
    there.step === run.step &&
    there.baseHash === run.baseHash &&
    sortedJson(there.config) === sortedJson(run.config)
  );
}
