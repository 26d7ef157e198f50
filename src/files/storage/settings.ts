// The person's own settings (theme, tree budget, tuned kernels …): one value per key, any plain data.
import type { Connection } from './connection';
import { withRoom } from './make-room';
import type { Kinds } from './schema';
import { dropHalfOfTrees } from './trees';

export interface StoredSettings {
  /** Undefined when it was never set. Whoever set it knows its type. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

export function settingsOf<K extends Kinds>(connection: Connection<K>): StoredSettings {
  return {
    get: (key) => connection.read((database) => database.get('settings', key)),
    set: (key, value) =>
      withRoom(
        `the setting "${key}"`,
        () => dropHalfOfTrees(connection),
        () =>
          connection.write(['settings'], async (transaction) => {
            await transaction.objectStore('settings').put(value, key);
          }),
      ),
    remove: (key) => connection.write(['settings'], (transaction) => transaction.objectStore('settings').delete(key)),
  };
}
