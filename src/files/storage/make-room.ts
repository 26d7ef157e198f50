// What happens when the browser's space is used up: old trees go first, then the write is tried once more. Checkpoints,
// metrics and runs are never dropped.
import { isQuotaExceeded, StorageFullError } from './storage-errors';

/** Runs `write`; when there is no room, drops trees and tries once more. `what` completes "there is no room to store
 *  …". */
export async function withRoom<T>(what: string, dropTrees: () => Promise<number>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (fault) {
    if (!isQuotaExceeded(fault)) throw fault;
    if ((await dropTrees()) === 0) throw new StorageFullError(what, { cause: fault });
  }
  try {
    return await write();
  } catch (fault) {
    throw isQuotaExceeded(fault) ? new StorageFullError(what, { cause: fault }) : fault;
  }
}
