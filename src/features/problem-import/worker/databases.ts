// The databases that questions of a file ask: files given beside it, or written out in the rows; and what the rows’ own
// queries bring, run where the agents’ queries will be.
import { reasonOf } from '../../../basics/reason';
import type { ByteSource } from '../../../files/formats/byte-source';
import { FormatError } from '../../../files/formats/format-error';
import { databaseOfScript, readDatabase } from '../../../files/tables/open-database';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import {
  type Beside,
  CellFault,
  type Cells,
  type ColumnMapping,
  type Layout,
} from '../../../learning/environments/problem-import/layout';
import type { Table } from '../../../learning/environments/problems';
import { databaseBeside, databaseEnding } from '../shared/given-files';

/** Where databases are: the file of a name, undefined where there is none. */
export type FindDatabase = (id: string) => Promise<ByteSource | undefined>;

export interface BesideFile {
  readonly databases: FindDatabase;
  readonly runner: ProgramRunner;
}

/** What a layout reads a row with, beside the row. A file is read once. */
export function besideRows({ databases, runner }: BesideFile) {
  const read = new Map<string, Promise<readonly Table[]>>();
  const tablesOf = async (id: string) => {
    const source = await databases(id);
    if (!source) throw new CellFault('database', databaseBeside, `"${id}", of which there is no file`);
    return readDatabase(source);
  };
  const tablesNamed = (id: string) => {
    const known = read.get(id) ?? tablesOf(id);
    read.set(id, known);
    return known;
  };
  return async (layout: Layout, mapping: ColumnMapping, { number, cells }: { number: number; cells: Cells }) => {
    if (!layout.asksDatabases) return undefined;
    const textOf = (field: string) => String(cells[mapping[field] ?? ''] ?? '').trim();
    const [script, id, query] = [textOf('script'), textOf('database'), textOf('query')];
    if (script === '' && id === '') return undefined;
    const database = (id || `row ${number}`).slice(0, 100);
    try {
      const tables =
        script === '' ? await tablesNamed(database) : databaseOfScript(script, `the tables of "${database}"`);
      const [result] = await runner.run([{ language: 'sql', source: query, globals: { tables }, seed: 0 }]);
      return result && ({ database, tables, result } satisfies Beside);
    } catch (error) {
      if (error instanceof CellFault) return error;
      if (!(error instanceof FormatError)) throw error;
      return new CellFault(script === '' ? 'database' : 'script', 'a database that can be read', reasonOf(error));
    }
  };
}

/** Of files that were given together: by the name of the file, or of the folder of a schema.sql; a file of SQLite
 *  before a script. */
export function databasesAmong(
  files: readonly { readonly path: string; source(): ByteSource | Promise<ByteSource> }[],
): FindDatabase {
  const byName = new Map<string, () => ByteSource | Promise<ByteSource>>();
  const databases = files.filter(({ path }) => databaseEnding.test(path));
  const isScript = ({ path }: { readonly path: string }) => Number(/\.sql$/i.test(path));
  for (const { path, source } of databases.sort((one, other) => isScript(other) - isScript(one))) {
    const [file = '', folder = ''] = path.split(/[\\/]/).reverse();
    const bare = file.replace(databaseEnding, '');
    byName.set(bare === 'schema' && folder !== '' ? folder : bare, source);
  }
  return async (id) => byName.get(id)?.();
}
