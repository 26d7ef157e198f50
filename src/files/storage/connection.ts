// One connection to the database: opening with migrations, several tabs, and transactions that happen wholly or not at
// all.
import { type IDBPTransaction, openDB } from 'idb';
import {
  databaseVersion,
  type GroveDatabase,
  type GroveSchema,
  type GroveStore,
  type Kinds,
  migrations,
} from './schema';
import { isQuotaExceeded, StorageClosedError, StorageUnavailableError } from './storage-errors';

export interface ConnectionEvents {
  /** Another tab holds an older version open: opening waits until that tab lets go. */
  readonly onWaiting?: (message: string) => void;
  /** The connection is gone: another tab needs a newer version, or the browser took the database away. */
  readonly onClosed?: (message: string) => void;
}

export interface Connection<K extends Kinds> {
  /** Runs `work` in one read-write transaction: all of it is stored, or, when anything throws, nothing. `work` awaits
   *  nothing but the database. */
  write<Names extends GroveStore[], T>(
    stores: Names,
    work: (transaction: WriteTransaction<K, Names>) => Promise<T>,
  ): Promise<T>;
  /** Reads. Throws a StorageClosedError when the connection is gone. */
  read<T>(work: (database: GroveDatabase<K>) => Promise<T>): Promise<T>;
  close(): void;
}

export type WriteTransaction<K extends Kinds, Names extends GroveStore[]> = IDBPTransaction<
  GroveSchema<K>,
  Names,
  'readwrite'
>;

const newerElsewhere = 'Grove was opened in a newer version in another tab: reload this page to go on';
const takenAway = 'the browser closed the storage, perhaps because site data was cleared: reload this page to go on';

/** Opens the database and brings it to the present version. Throws a StorageUnavailableError that says what to do. */
export async function connect<K extends Kinds>(name: string, events: ConnectionEvents = {}): Promise<Connection<K>> {
  if (typeof indexedDB === 'undefined') {
    throw new StorageUnavailableError(
      'this browser gives the page no storage (IndexedDB): leave private browsing or allow site data',
    );
  }
  let closedBecause: string | undefined;
  const closed = (message: string) => {
    if (closedBecause !== undefined) return;
    closedBecause = message;
    events.onClosed?.(message);
  };
  const database: GroveDatabase<K> = await openDB<GroveSchema<K>>(name, databaseVersion, {
    upgrade: async (opened, oldVersion, _newVersion, transaction) => {
      for (const migrate of migrations.slice(oldVersion)) await migrate(opened as never, transaction as never);
    },
    blocked: () =>
      events.onWaiting?.('another tab has an older Grove open: close or reload it, this page then goes on by itself'),
    blocking: (_current, wanted, event) => {
      closed(wanted === null ? takenAway : newerElsewhere);
      (event.target as IDBDatabase).close(); // otherwise the newer tab waits for ever
    },
    terminated: () => closed(takenAway),
  }).catch((cause: unknown) => {
    const newer = cause instanceof Error && cause.name === 'VersionError';
    const why = newer
      ? 'the stored runs are from a newer Grove: reload to get it'
      : `the browser's storage cannot be opened (${String(cause)})`;
    throw new StorageUnavailableError(why, { cause });
  });
  const open = () => {
    if (closedBecause !== undefined) throw new StorageClosedError(closedBecause);
    return database;
  };
  return {
    read: async (work) => work(open()),
    write: (stores, work) => inOneTransaction(open, stores, work),
    close: () => {
      closedBecause ??= 'the storage was closed';
      database.close();
    },
  };
}

async function inOneTransaction<K extends Kinds, Names extends GroveStore[], T>(
  open: () => GroveDatabase<K>,
  stores: Names,
  work: (transaction: WriteTransaction<K, Names>) => Promise<T>,
): Promise<T> {
  // "strict": on disk before it counts as done, so that a crash never leaves a checkpoint that only seemed saved.
  const transaction = open().transaction(stores, 'readwrite', { durability: 'strict' }) as unknown as WriteTransaction<
    K,
    Names
  >;
  const done = transaction.done;
  done.catch(() => undefined); // it is awaited below; until then a rejection is not "unhandled"
  let result: T;
  try {
    result = await work(transaction);
  } catch (fault) {
    try {
      transaction.abort();
    } catch {
      // It had already aborted by itself.
    }
    const reason: unknown = await done.catch((error: unknown) => error);
    throw isQuotaExceeded(reason) ? reason : fault;
  }
  await done; // rejects with QuotaExceededError when the commit found no room
  return result;
}
