// The list of runs. Deleting puts a run into a bin from which it can be restored; purging frees its space for good.
import type { Connection, WriteTransaction } from './connection';
import { withRoom } from './make-room';
import type { GroveStore, Kinds, StoredRun } from './schema';
import { dropHalfOfTrees, stepsOf } from './trees';

/** What a new run is made from; the rest is filled in. */
export type NewRun<K extends Kinds = Kinds> = Pick<StoredRun<K>, 'name' | 'preset' | 'config' | 'baseHash'> &
  Partial<Omit<StoredRun<K>, 'createdAt' | 'changedAt' | 'removedAt'>>;

export type RunChange<K extends Kinds = Kinds> = Partial<
  Omit<StoredRun<K>, 'id' | 'createdAt' | 'changedAt' | 'removedAt'>
>;

export interface Runs<K extends Kinds = Kinds> {
  /** A run with a new id (or the one given, which must be free); status "ready", step 0 unless given. */
  create(run: NewRun<K>): Promise<StoredRun<K>>;
  /** Overwrites the members given; one given as undefined is removed. Resolves with the run as it now is. */
  update(id: string, change: RunChange<K>): Promise<StoredRun<K>>;
  /** Newest first, without those in the bin. */
  list(): Promise<StoredRun<K>[]>;
  /** Undefined when there is none or it lies in the bin. */
  get(id: string): Promise<StoredRun<K> | undefined>;
  /** A fresh, unstarted run with the same configuration. */
  duplicate(id: string, name?: string): Promise<StoredRun<K>>;
  /** Puts the run into the bin. Nothing of it is lost until it is purged. */
  remove(id: string): Promise<void>;
  restore(id: string): Promise<StoredRun<K>>;
  /** Runs in the bin, last removed first. */
  listRemoved(): Promise<StoredRun<K>[]>;
  /** Deletes for good what was removed at least `olderThanMs` ago (default: all of the bin). Resolves with the ids. */
  purge(olderThanMs?: number): Promise<string[]>;
  /** Deletes it for good at once, without the bin: works also where there is no room left to note a removal. */
  erase(id: string): Promise<void>;
  /** Forgets reports and trees after `step`: what a resumed run will do again. */
  rewind(id: string, step: number): Promise<StoredRun<K>>;
  /** Stored bytes of one run: trees and checkpoints. */
  bytes(id: string): Promise<number>;
}

const everyRunStore = [
  'runs',
  'metrics',
  'checkpoints',
  'checkpointPointers',
  'treeInfos',
  'treeBytes',
] satisfies GroveStore[];

export function runsOf<K extends Kinds>(connection: Connection<K>, now: () => number): Runs<K> {
  const change = (id: string, edit: (run: StoredRun<K>) => StoredRun<K>) =>
    withRoom(
      'the run',
      () => dropHalfOfTrees(connection),
      () =>
        connection.write(['runs'], async (transaction) => {
          const edited = edit(await existing(transaction, id));
          await transaction.objectStore('runs').put(edited);
          return edited;
        }),
    );
  const create = (run: NewRun<K>) => {
    const time = now();
    const stored: StoredRun<K> = {
      id: newId(time),
      status: 'ready',
      step: 0,
      seconds: 0,
      ...run,
      createdAt: time,
      changedAt: time,
    };
    return withRoom(
      'a new run',
      () => dropHalfOfTrees(connection),
      () =>
        connection.write(['runs'], async (transaction) => {
          if (await transaction.objectStore('runs').get(stored.id))
            throw new Error(`there already is a run "${stored.id}"`);
          await transaction.objectStore('runs').add(stored);
          return stored;
        }),
    );
  };
  const all = () => connection.read((database) => database.getAll('runs'));
  return {
    create,
    update: (id, given) => change(id, (run) => overlaid(run, given, now())),
    list: async () =>
      (await all()).filter((run) => run.removedAt === undefined).sort((a, b) => b.createdAt - a.createdAt),
    get: async (id) => {
      const run = await connection.read((database) => database.get('runs', id));
      return run?.removedAt === undefined ? run : undefined;
    },
    duplicate: async (id, name) => {
      const original = await connection.read((database) => database.get('runs', id));
      if (!original) throw new Error(`there is no run "${id}" to duplicate`);
      const { preset, config, baseHash } = original;
      return create({ name: name ?? `${original.name} (copy)`, preset, config, baseHash });
    },
    remove: async (id) => {
      await change(id, (run) => ({ ...run, removedAt: now() }));
    },
    restore: (id) => change(id, ({ removedAt: _, ...run }) => run),
    listRemoved: async () =>
      (await all())
        .filter((run) => run.removedAt !== undefined)
        .sort((a, b) => (b.removedAt ?? 0) - (a.removedAt ?? 0)),
    purge: (olderThanMs = 0) =>
      connection.write(everyRunStore, async (transaction) => {
        const runs = await transaction.objectStore('runs').getAll();
        const gone = runs
          .filter((run) => run.removedAt !== undefined && run.removedAt <= now() - olderThanMs)
          .map((run) => run.id);
        for (const id of gone) await erase(transaction, id);
        return gone;
      }),
    erase: (id) => connection.write(everyRunStore, (transaction) => erase(transaction, id)),
    rewind: (id, step) =>
      connection.write(everyRunStore, async (transaction) => {
        const run = await existing(transaction, id);
        const later = stepsOf(id, step);
        for (const store of ['metrics', 'treeInfos', 'treeBytes'] as const)
          await transaction.objectStore(store).delete(later);
        const latest = await transaction.objectStore('metrics').get([id, step]);
        const rewound: StoredRun<K> = overlaid(run, { step: Math.min(run.step, step), latest }, now());
        await transaction.objectStore('runs').put(rewound);
        return rewound;
      }),
    bytes: (id) =>
      connection.read(async (database) => {
        const transaction = database.transaction(['treeInfos', 'checkpointPointers']);
        const [trees, pointers] = await Promise.all([
          transaction.objectStore('treeInfos').getAll(stepsOf(id)),
          transaction.objectStore('checkpointPointers').getAll(slotsOf(id)),
        ]);
        return [...trees, ...pointers].reduce((sum, { bytes }) => sum + bytes, 0);
      }),
  };
}

async function existing<K extends Kinds, Names extends GroveStore[]>(
  transaction: WriteTransaction<K, Names>,
  id: string,
): Promise<StoredRun<K>> {
  const run = await (transaction as unknown as WriteTransaction<K, ['runs']>).objectStore('runs').get(id);
  if (!run) throw new Error(`there is no run "${id}": it was deleted, perhaps in another tab`);
  return run;
}

async function erase<K extends Kinds>(
  transaction: WriteTransaction<K, typeof everyRunStore>,
  id: string,
): Promise<void> {
  const pointers = await transaction.objectStore('checkpointPointers').getAll(slotsOf(id));
  for (const { checkpointId } of pointers) await transaction.objectStore('checkpoints').delete(checkpointId);
  await transaction.objectStore('checkpointPointers').delete(slotsOf(id));
  for (const store of ['metrics', 'treeInfos', 'treeBytes'] as const)
    await transaction.objectStore(store).delete(stepsOf(id));
  await transaction.objectStore('runs').delete(id);
}

function overlaid<K extends Kinds>(run: StoredRun<K>, given: RunChange<K>, changedAt: number): StoredRun<K> {
  const members = Object.entries({ ...run, ...given, changedAt }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as unknown as StoredRun<K>;
}

/** All [runId, slot] keys of a run: an array sorts after every string. */
function slotsOf(runId: string): IDBKeyRange {
  return IDBKeyRange.bound([runId, ''], [runId, []]);
}

/** Sorts by time and differs between tabs: "run-mgx3k1ab-7f03". */
export function newId(time: number): string {
  const [chance = 0] = crypto.getRandomValues(new Uint16Array(1));
  return `run-${time.toString(36)}-${chance.toString(16).padStart(4, '0')}`;
}
