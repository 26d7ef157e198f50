// A database in a file: a script of SQL or a file of SQLite, by what is in it and not by its name.
import { type ByteSource, readWhole } from '../formats/byte-source';
import { checkFile, FormatError } from '../formats/format-error';
import { checkDatabase, databaseLimits, type SqlTable } from './database';
import { tablesOfScript } from './sql-script';
import { isSqliteFile, tablesOfSqliteFile } from './sqlite-file';

/** Throws a FormatError. */
export async function readDatabase(source: ByteSource): Promise<readonly SqlTable[]> {
  checkFile(source.size > 0, source.name, 'is empty');
  const bytes = await readWhole(source, databaseLimits.bytes);
  return isSqliteFile(bytes)
    ? tablesOfSqliteFile(bytes, source.name)
    : databaseOfScript(textOf(bytes, source.name), source.name);
}

/** `name`: of the file that the script stands in. */
export function databaseOfScript(script: string, name: string): readonly SqlTable[] {
  return checkDatabase(tablesOfScript(script, name), name);
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError(name, 'is neither a file of SQLite nor a script of SQL in UTF-8');
  }
}
