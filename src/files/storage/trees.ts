// Rollout trees: large, worth keeping only to a budget. Their sizes lie apart from their bytes, so that counting reads
// little.
import type { Connection } from './connection';
import { withRoom } from './make-room';
import { packJson, unpackJson } from './packing';
import type { Kinds, TreeInfo } from './schema';

export interface Trees<K extends Kinds = Kinds> {
  /** Stores (or replaces) a step's tree; resolves with what was noted of it. */
  put(runId: string, tree: K['tree']): Promise<TreeInfo>;
  get(runId: string, step: number): Promise<K['tree'] | undefined>;
  /** Steps of the run that have a tree, ascending. */
  steps(runId: string): Promise<number[]>;
  /** What is noted of the run's trees, ascending. */
  list(runId: string): Promise<readonly TreeInfo[]>;
  /** Stored bytes of one run, or of all. */
  totalBytes(runId?: string): Promise<number>;
  /** Drops trees, oldest first, until all together take at most `bytes`. The first and the last tree of each run always
   *  stay. */
  enforceBudget(bytes: number): Promise<readonly TreeInfo[]>;
}

export function treesOf<K extends Kinds>(connection: Connection<K>, now: () => number): Trees<K> {
  const infos = (runId?: string) =>
    connection.read((database) =>
      runId === undefined ? database.getAll('treeInfos') : database.getAll('treeInfos', stepsOf(runId)),
    );
  return {
    put: async (runId, tree) => {
      const { bytes, compressed } = await packJson(tree);
      const info = { runId, step: tree.step, bytes: bytes.byteLength, compressed, storedAt: now() };
      return withRoom(
        `the tree of step ${tree.step}`,
        () => dropHalfOfTrees(connection),
        () =>
          connection.write(['treeInfos', 'treeBytes'], async (transaction) => {
            await transaction.objectStore('treeBytes').put(bytes, [runId, tree.step]);
            await transaction.objectStore('treeInfos').put(info);
            return info;
          }),
      );
    },
    get: async (runId, step) => {
      const key: [string, number] = [runId, step];
      const [info, bytes] = await connection.read((database) => {
        const transaction = database.transaction(['treeInfos', 'treeBytes']);
        return Promise.all([
          transaction.objectStore('treeInfos').get(key),
          transaction.objectStore('treeBytes').get(key),
        ]);
      });
      if (!info || !bytes) return undefined;
      return (await unpackJson({ bytes, compressed: info.compressed })) as K['tree'];
    },
    steps: async (runId) => (await infos(runId)).map((info) => info.step),
    list: (runId) => infos(runId),
    totalBytes: async (runId) => total(await infos(runId)),
    enforceBudget: (bytes) => dropTrees(connection, () => bytes),
  };
}

/** All [runId, step] keys of a run. */
export function stepsOf(runId: string, after = Number.NEGATIVE_INFINITY): IDBKeyRange {
  return IDBKeyRange.bound([runId, after], [runId, Number.POSITIVE_INFINITY], true, true);
}

/** For when the space is used up. Resolves with how many were dropped. */
export async function dropHalfOfTrees<K extends Kinds>(connection: Connection<K>): Promise<number> {
  return (await dropTrees(connection, (bytes) => bytes / 2)).length;
}

async function dropTrees<K extends Kinds>(
  connection: Connection<K>,
  budgetOf: (totalBytes: number) => number,
): Promise<readonly TreeInfo[]> {
  return connection.write(['treeInfos', 'treeBytes'], async (transaction) => {
    const infos = await transaction.objectStore('treeInfos').getAll();
    const dropped = treesToDrop(infos, budgetOf(total(infos)));
    await Promise.all(
      dropped.flatMap(({ runId, step }) => [
        transaction.objectStore('treeInfos').delete([runId, step]),
        transaction.objectStore('treeBytes').delete([runId, step]),
      ]),
    );
    return dropped;
  });
}

/** Which trees go so that the rest takes at most `budget` bytes: the oldest, but never the first or last of a run. */
function treesToDrop(infos: readonly TreeInfo[], budget: number): readonly TreeInfo[] {
  const ends = new Map<string, { first: number; last: number }>();
  for (const { runId, step } of infos) {
    const known = ends.get(runId) ?? { first: step, last: step };
    ends.set(runId, { first: Math.min(known.first, step), last: Math.max(known.last, step) });
  }
  const inside = infos.filter(({ runId, step }) => step !== ends.get(runId)?.first && step !== ends.get(runId)?.last);
  let bytes = total(infos);
  const dropped: TreeInfo[] = [];
  for (const info of inside.sort((a, b) => a.storedAt - b.storedAt || a.step - b.step)) {
    if (bytes <= budget) break;
    dropped.push(info);
    bytes -= info.bytes;
  }
  return dropped;
}

function total(infos: readonly TreeInfo[]): number {
  return infos.reduce((sum, info) => sum + info.bytes, 0);
}
