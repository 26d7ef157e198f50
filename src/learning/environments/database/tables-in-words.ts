// Tables in words that the shipped model knows. Three of them, each with things by colour and shape and two columns of
// digits; which table has which column is drawn anew each time, so that it has to be looked up. A query is four words,
// "red star need path": a colour, a shape, a column and a table, in any order. It stands for a SELECT, and that is what
// runs: one without a table, or with another's column, fails as SQL does.
import type { Rng } from '../../../basics/rng';
import { colours, shapes } from '../signals/objects';
import { columnName, type DrawDatabase, nameInSql, type Table } from './tables';

const tableNames = ['path', 'go', 'fill', 'push'] as const;
const columnNames = ['need', 'place', 'root', 'sub', 'mul', 'div'] as const;
const tablesDrawn = 3;
export const digits = [...'0123456789'] as const;

const known = {
  columns: new Set<string>(columnNames),
  tables: new Set<string>(tableNames),
  colours: new Set<string>(colours),
  shapes: new Set<string>(shapes),
};
export const wordsOfQueries: ReadonlySet<string> = new Set(Object.values(known).flatMap((words) => [...words]));
export const longestQuery = 4;

const things = colours.flatMap((colour) => shapes.map((shape) => [colour, shape] as const));

export const drawInWords: DrawDatabase = (rng: Rng, rows: number) => {
  const names = rng.shuffle(tableNames).slice(0, tablesDrawn);
  const columns = rng.shuffle(columnNames);
  const tables = names.map((name, place): Table => {
    const own = columns.slice(2 * place, 2 * place + 2);
    return {
      name,
      columns: ['colour TEXT', 'shape TEXT', ...own.map((column) => `${column} INTEGER`)],
      rows: rng
        .shuffle(things)
        .slice(0, rows)
        .map((thing) => [...thing, rng.integer(digits.length), rng.integer(digits.length)]),
    };
  });
  const table = rng.pick(tables);
  const place = 2 + rng.integer(2);
  const row = rng.pick(table.rows);
  const column = columnName(table.columns[place] as string);
  return {
    tables,
    asked: {
      question: `${row[0]} ${row[1]} ${column}`,
      answer: String(row[place]),
      best: `${row[0]} ${row[1]} ${column} ${table.name}`,
    },
  };
};

/** Tables named by shapes, in which every colour has a digit. A query is two words, "red star": a colour and a
 *  shape. */
export const drawInPairs: DrawDatabase = (rng: Rng, rows: number) => {
  const tables = rng
    .shuffle(shapes)
    .slice(0, tablesDrawn)
    .map(
      (name): Table => ({
        name,
        columns: ['colour TEXT', 'digit INTEGER'],
        rows: rng
          .shuffle(colours)
          .slice(0, rows)
          .map((colour) => [colour, rng.integer(digits.length)]),
      }),
    );
  const table = rng.pick(tables);
  const [colour, digit] = rng.pick(table.rows);
  const question = `${colour} ${table.name}`;
  return { tables, asked: { question, answer: String(digit), best: question } };
};

/** What the words stand for where tables are named by shapes. */
export function sqlOfPair(words: readonly string[]): string {
  const from = words
    .filter((word) => known.shapes.has(word))
    .map(nameInSql)
    .join(', ');
  const where = words.filter((word) => known.colours.has(word)).map((colour) => `colour = '${colour}'`);
  return `SELECT digit${from && ` FROM ${from}`}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}

/** What the words stand for. */
export function sqlOfWords(words: readonly string[]): string {
  const those = (kind: keyof typeof known) => words.filter((word) => known[kind].has(word));
  const selected = those('columns').join(', ') || '*';
  const from = those('tables').join(', ');
  const where = [
    ...those('colours').map((one) => `colour = '${one}'`),
    ...those('shapes').map((one) => `shape = '${one}'`),
  ];
  return `SELECT ${selected}${from && ` FROM ${from}`}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}
