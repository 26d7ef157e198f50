// Studies: many runs with one question. A record is replaced whole whenever a part of it is done; its runs are kept
// like all others.
import type { Connection } from './connection';
import { withRoom } from './make-room';
import type { Kinds } from './schema';
import { dropHalfOfTrees } from './trees';

export interface Studies<K extends Kinds = Kinds> {
  put(study: K['study']): Promise<void>;
  get(id: string): Promise<K['study'] | undefined>;
  /** In order of their ids. */
  list(): Promise<K['study'][]>;
  /** Forgets the record; its runs stay. */
  remove(id: string): Promise<void>;
}

export function studiesOf<K extends Kinds>(connection: Connection<K>): Studies<K> {
  return {
    put: (study) =>
      withRoom(
        'the study',
        () => dropHalfOfTrees(connection),
        () =>
          connection.write(['studies'], async (transaction) => {
            await transaction.objectStore('studies').put(study);
          }),
      ),
    get: (id) => connection.read((database) => database.get('studies', id)),
    list: () => connection.read((database) => database.getAll('studies')),
    remove: (id) => connection.write(['studies'], (transaction) => transaction.objectStore('studies').delete(id)),
  };
}
