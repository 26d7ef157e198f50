// Everything that Grove keeps in the browser, behind one object: runs, their reports, checkpoints and trees, and
// settings. It knows no learning and no engine; the types of what it keeps are filled in by whoever opens it (see
// schema.ts).
import { type Checkpoints, checkpointsOf } from './checkpoints';
import { type ConnectionEvents, connect } from './connection';
import { type ImportRun, importRunInto } from './import-run';
import { type Metrics, metricsOf } from './metrics';
import { type ProblemSets, problemSetsOf } from './problem-sets';
import { type Runs, runsOf } from './runs';
import { databaseName, type Kinds } from './schema';
import { type StoredSettings, settingsOf } from './settings';
import { type Studies, studiesOf } from './studies';
import { type Trees, treesOf } from './trees';

export interface StorageUsage {
  /** Of the whole page, as the browser estimates it. */
  readonly usedBytes: number;
  readonly quotaBytes: number;
  /** The browser has promised not to throw it away by itself. */
  readonly persisted: boolean;
}

export interface GroveStorage<K extends Kinds = Kinds> {
  readonly runs: Runs<K>;
  readonly metrics: Metrics<K>;
  readonly checkpoints: Checkpoints;
  readonly trees: Trees<K>;
  readonly settings: StoredSettings;
  /** Puts a whole run from elsewhere into the storage: all of it, or nothing. */
  readonly importRun: ImportRun<K>;
  readonly problemSets: ProblemSets;
  readonly studies: Studies<K>;
  /** Undefined where the browser does not say. */
  usage(): Promise<StorageUsage | undefined>;
  /** Asks the browser not to throw the storage away. Resolves with whether it agreed. */
  persist(): Promise<boolean>;
  close(): void;
}

export interface StorageOptions extends ConnectionEvents {
  /** The database's name. */
  readonly name?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Opens the database, bringing it to the present version. Throws a StorageUnavailableError with what to do. */
export async function openStorage<K extends Kinds = Kinds>(
  options: StorageOptions | string = {},
): Promise<GroveStorage<K>> {
  const { name = databaseName, now = Date.now, ...events } = typeof options === 'string' ? { name: options } : options;
  const connection = await connect<K>(name, events);
  return {
    runs: runsOf(connection, now),
    metrics: metricsOf(connection, now),
    checkpoints: checkpointsOf(connection),
    trees: treesOf(connection, now),
    settings: settingsOf(connection),
    importRun: importRunInto(connection, now),
    problemSets: problemSetsOf(connection, now),
    studies: studiesOf(connection),
    usage,
    persist: async () => (await browserStorage()?.persist?.()) ?? false,
    close: connection.close,
  };
}

async function usage(): Promise<StorageUsage | undefined> {
  const storage = browserStorage();
  if (!storage?.estimate) return undefined;
  const { usage: usedBytes = 0, quota: quotaBytes = 0 } = await storage.estimate();
  return { usedBytes, quotaBytes, persisted: (await storage.persisted?.()) ?? false };
}

/** Missing in Node and outside secure contexts. In a worker `persist` is missing: the page has to ask. */
function browserStorage(): (Partial<StorageManager> & { persist?: () => Promise<boolean> }) | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.storage;
}
