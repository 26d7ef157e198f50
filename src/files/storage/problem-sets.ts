// Sets of problems that were imported, named by the hash of what they hold: the problems packed, what is told of them
// apart, so that listing reads little. What a problem is, is not known here.
import { check, present } from '../../basics/check';
import type { Connection } from './connection';
import { withRoom } from './make-room';
import { packJson, unpackJson } from './packing';
import type { Kinds, StoredProblemSet } from './schema';
import { dropHalfOfTrees } from './trees';

export type NewProblemSet = Omit<StoredProblemSet, 'count' | 'bytes' | 'compressed' | 'importedAt' | 'removedAt'> & {
  readonly problems: readonly unknown[];
};

export interface ProblemSets {
  /** Keeps a set, wholly or not at all. The same problems again are kept once, under the newer name. Rejects when
   *  another set of the world has the name. */
  put(set: NewProblemSet): Promise<StoredProblemSet>;
  /** The newest first; without those in the bin. */
  list(): Promise<StoredProblemSet[]>;
  /** Those in the bin too: a run may still be played on them. Undefined when it was never kept or is gone. */
  problems(hash: string): Promise<readonly unknown[] | undefined>;
  rename(hash: string, name: string): Promise<StoredProblemSet>;
  /** Into the bin. */
  remove(hash: string): Promise<void>;
  restore(hash: string): Promise<StoredProblemSet>;
  /** Empties the bin of what has lain there at least so long; resolves with the hashes that are gone. */
  purge(olderThanMs?: number): Promise<string[]>;
}

const stores: ['problemSets', 'problemBytes'] = ['problemSets', 'problemBytes'];

export function problemSetsOf<K extends Kinds>(connection: Connection<K>, now: () => number): ProblemSets {
  const change = (hash: string, changed: (set: StoredProblemSet) => StoredProblemSet) =>
    connection.write(['problemSets'], async (transaction) => {
      const store = transaction.objectStore('problemSets');
      const set = present(
        await store.get(hash),
        `there is no problem set ${hash.slice(0, 12)}…: it was deleted, perhaps in another tab`,
      );
      const next = changed(set);
      if (next.removedAt === undefined) checkName(next, await store.getAll());
      await store.put(next);
      return next;
    });
  return {
    put: async ({ problems, ...told }) => {
      const { bytes, compressed } = await packJson(problems);
      const set: StoredProblemSet = {
        ...told,
        count: problems.length,
        bytes: bytes.byteLength,
        compressed,
        importedAt: now(),
      };
      return withRoom(
        `the problems "${told.name}"`,
        () => dropHalfOfTrees(connection),
        () =>
          connection.write(stores, async (transaction) => {
            checkName(set, await transaction.objectStore('problemSets').getAll());
            await transaction.objectStore('problemBytes').put(bytes, set.hash);
            await transaction.objectStore('problemSets').put(set);
            return set;
          }),
      );
    },
    list: async () => {
      const all = await connection.read((database) => database.getAll('problemSets'));
      return all.filter(({ removedAt }) => removedAt === undefined).sort((a, b) => b.importedAt - a.importedAt);
    },
    problems: async (hash) => {
      const [set, bytes] = await connection.read((database) => {
        const transaction = database.transaction(stores);
        return Promise.all([
          transaction.objectStore('problemSets').get(hash),
          transaction.objectStore('problemBytes').get(hash),
        ]);
      });
      if (!set || !bytes) return undefined;
      return (await unpackJson({ bytes, compressed: set.compressed })) as readonly unknown[];
    },
    rename: (hash, name) => change(hash, (set) => ({ ...set, name })),
    remove: async (hash) => {
      await change(hash, (set) => ({ ...set, removedAt: now() }));
    },
    restore: (hash) => change(hash, ({ removedAt: _, ...set }) => set),
    purge: (olderThanMs = 0) =>
      connection.write(stores, async (transaction) => {
        const all = await transaction.objectStore('problemSets').getAll();
        const gone = all.filter(({ removedAt }) => removedAt !== undefined && removedAt <= now() - olderThanMs);
        for (const { hash } of gone) {
          await transaction.objectStore('problemBytes').delete(hash);
          await transaction.objectStore('problemSets').delete(hash);
        }
        return gone.map(({ hash }) => hash);
      }),
  };
}

function checkName({ hash, world, name }: StoredProblemSet, all: readonly StoredProblemSet[]): void {
  const taken = all.some(
    (other) => other.hash !== hash && other.removedAt === undefined && other.world === world && other.name === name,
  );
  check(!taken, `there already is a ${world} set "${name}": give this one another name`);
}
