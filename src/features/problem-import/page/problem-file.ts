// Which files are taken for problems where another kind was expected.
const ending = /\.(parquet|jsonl|ndjson|csv|tsv)$/i;

/** Whether a file is one of problems by its name alone; a .json may be many things. */
export function isProblemFile({ name }: Pick<File, 'name'>): boolean {
  return ending.test(name);
}
