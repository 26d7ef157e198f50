// Checkpoints: where a run resumes from. One per run and slot, replaced in one transaction – a crash leaves the old or
// the new.
import type { Connection } from './connection';
import { withRoom } from './make-room';
import { bytesOf, packCheckpoint, unpackCheckpoint } from './packing';
import type { Checkpoint, CheckpointPointer, CheckpointSlot, Kinds } from './schema';
import { dropHalfOfTrees } from './trees';

export interface Checkpoints {
  /** Stores `checkpoint` in the run's slot (default "current") in place of the one there. */
  replace(runId: string, checkpoint: Checkpoint, slot?: CheckpointSlot): Promise<void>;
  load(runId: string, slot?: CheckpointSlot): Promise<Checkpoint | undefined>;
  /** Step and size of what lies in the slot, without reading it. */
  has(runId: string, slot?: CheckpointSlot): Promise<CheckpointPointer | undefined>;
}

export function checkpointsOf<K extends Kinds>(connection: Connection<K>): Checkpoints {
  return {
    replace: (runId, checkpoint, slot = 'current') => {
      const packed = packCheckpoint(checkpoint);
      const written = () =>
        connection.write(['checkpoints', 'checkpointPointers'], async (transaction) => {
          const pointers = transaction.objectStore('checkpointPointers');
          const checkpoints = transaction.objectStore('checkpoints');
          const old = await pointers.get([runId, slot]);
          const checkpointId = await checkpoints.add(packed);
          await pointers.put({ runId, slot, checkpointId, step: packed.step, bytes: bytesOf(packed) });
          if (old) await checkpoints.delete(old.checkpointId);
        });
      return withRoom(`the checkpoint of step ${checkpoint.step}`, () => dropHalfOfTrees(connection), written);
    },
    load: async (runId, slot = 'current') => {
      const packed = await connection.read(async (database) => {
        const transaction = database.transaction(['checkpoints', 'checkpointPointers']);
        const pointer = await transaction.objectStore('checkpointPointers').get([runId, slot]);
        return pointer && transaction.objectStore('checkpoints').get(pointer.checkpointId);
      });
      return packed && unpackCheckpoint(packed);
    },
    has: (runId, slot = 'current') => connection.read((database) => database.get('checkpointPointers', [runId, slot])),
  };
}
