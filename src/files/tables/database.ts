// The tables of a whole database, with all their rows. All of it is in memory, and made anew for every query, so it is
// small.
import { checkFile } from '../formats/format-error';

export type SqlValue = string | number | null;

/** `columns` are definitions: '"born" INTEGER'; a row has a value for each. */
export interface SqlTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export const databaseLimits = { bytes: 32 << 20, tables: 100, columns: 100, rows: 10_000, chars: 2_000_000 } as const;

/** What was read, unless it is more than is played with. */
export function checkDatabase(tables: readonly SqlTable[], name: string): readonly SqlTable[] {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const chars = JSON.stringify(tables).length;
  checkFile(
    tables.length > 0,
    name,
    'has no tables: a database is CREATE TABLE and INSERT statements, or a file of SQLite',
  );
  checkFile(rows > 0, name, 'has tables without rows: nothing can be asked of it');
  const counts = { tables: tables.length, rows, chars } as const;
  for (const [what, count] of Object.entries(counts) as [keyof typeof counts, number][])
    checkFile(
      count <= databaseLimits[what],
      name,
      `has ${count} ${words[what]}, at most ${databaseLimits[what]} are taken`,
    );
  return tables;
}

const words = { tables: 'tables', rows: 'rows in all', chars: 'characters in all' } as const;
