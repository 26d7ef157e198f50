// Files that are given together: one of questions, and the databases that they ask.

/** "world_1.sqlite", or "schema.sql" in a folder "world_1". */
export const databaseEnding = /\.(sqlite3?|db|sql)$/i;

/** What a row of questions of a database needs that was not given along. */
export const databaseBeside = 'a database given beside the file';

interface Named {
  readonly name: string;
}

/** The file of questions – the first that is neither a database nor Spider's list of tables, which says nothing that
 *  the databases do not say – and the databases. Of one file alone, that file. */
export function givenFiles<File extends Named>(
  first: File,
  files: readonly File[],
): { readonly file: File; readonly databases: readonly File[] } {
  const isDatabase = ({ name }: Named) => databaseEnding.test(name);
  const file = files.find((one) => !isDatabase(one) && one.name !== 'tables.json') ?? first;
  return { file, databases: files.filter((one) => one !== file && isDatabase(one)) };
}
