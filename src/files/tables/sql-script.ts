// A script of SQL as databases are written down: CREATE TABLE and INSERT … VALUES with literals. What else dumps hold
// about indexes, locks and transactions is passed over; anything that would compute something is refused. Nothing is
// run.
import { checkFile, FormatError } from '../formats/format-error';
import { databaseLimits, type SqlTable, type SqlValue } from './database';

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
}

/** A column as it was written: `isKey` where it stands for the number of its row (INTEGER PRIMARY KEY). */
export interface ScriptColumn {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

export interface CreatedTable {
  readonly name: string;
  readonly columns: readonly ScriptColumn[];
  readonly withoutRowid: boolean;
}

/** Begin statements that say nothing of rows. */
const passedOver = new Set(
  'PRAGMA BEGIN START COMMIT END SET USE LOCK UNLOCK DROP ANALYZE GO CREATE-INDEX CREATE-UNIQUE CREATE-VIEW CREATE-TRIGGER CREATE-DATABASE'.split(
    ' ',
  ),
);
const pattern =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)(?![\p{L}\p{N}_])|([\p{L}_][\p{L}\p{N}_$]*)|([-+*/%(),;.=<>!|&~])/uy;

/** Throws a FormatError that names the file and the statement. */
export function tablesOfScript(script: string, file: string): readonly SqlTable[] {
  const tables = new Map<string, { created: CreatedTable; rows: SqlValue[][] }>();
  let number = 0;
  for (const statement of statementsOf(tokensOf(script, file))) {
    const reader = readerOf(statement, `${file}, statement ${++number}`);
    const begins = [statement[0], statement[1]].map((token) => token?.text.toUpperCase());
    if (begins[0] === 'CREATE' && ['TABLE', 'TEMP', 'TEMPORARY'].includes(begins[1] ?? '')) {
      const created = createTable(reader);
      const key = created.name.toLowerCase();
      checkFile(!tables.has(key), file, `makes the table "${created.name}" twice`);
      tables.set(key, { created, rows: [] });
    } else if (begins[0] === 'INSERT' || begins[0] === 'REPLACE') insert(reader, tables);
    else if (!passedOver.has(begins[0] ?? '') && !passedOver.has(begins.join('-')))
      reader.fail(`begins with "${begins[0]}": a database is CREATE TABLE and INSERT statements`);
  }
  return [...tables.values()].map(({ created, rows }) => ({
    name: created.name,
    columns: definitionsOf(created),
    rows,
  }));
}

/** '"born" INTEGER', a definition for each column. */
export function definitionsOf({ columns }: CreatedTable): readonly string[] {
  return columns.map(({ name, type, isKey }) =>
    `"${name.replaceAll('"', '""')}" ${type}${isKey ? ' PRIMARY KEY' : ''}`.trim(),
  );
}

/** One CREATE TABLE statement. */
export function createdTable(sql: string, file: string): CreatedTable {
  return createTable(readerOf(tokensOf(sql, file), file));
}

function tokensOf(script: string, file: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < script.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    if (!found) {
      const line = script.slice(0, at).split('\n').length;
      throw new FormatError(file, `is no SQL in line ${line}: "${script.slice(at, at + 40)}"`);
    }
    at = pattern.lastIndex;
    const [, text, quoted, ticked, bracketed, numeral, word, sign] = found;
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll("''", "'") });
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted.replaceAll('""', '"') });
    else if (ticked !== undefined) tokens.push({ kind: 'name', text: ticked.replaceAll('``', '`') });
    else if (bracketed !== undefined) tokens.push({ kind: 'name', text: bracketed });
    else if (numeral !== undefined) tokens.push({ kind: 'number', text: numeral });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

function* statementsOf(tokens: readonly Token[]): Generator<readonly Token[]> {
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at];
    if (token && !(token.kind === 'sign' && token.text === ';')) continue;
    if (at > from) yield tokens.slice(from, at);
    from = at + 1;
  }
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(tokens: readonly Token[], where: string) {
  let at = 0;
  const fail = (fault: string): never => {
    throw new FormatError(where, fault);
  };
  const is = (...words: readonly string[]) => {
    const token = tokens[at];
    return (
      token !== undefined &&
      (token.kind === 'word' || token.kind === 'sign') &&
      words.includes(token.text.toUpperCase())
    );
  };
  const skip = (...words: readonly string[]) => {
    const skips = is(...words);
    if (skips) at++;
    return skips;
  };
  const next = (expected: string): Token => tokens[at++] ?? fail(`ends where ${expected} is expected`);
  const need = (sign: string) => {
    if (!skip(sign)) fail(`expected "${sign}", got "${tokens[at]?.text ?? 'its end'}"`);
  };
  const name = (what: string): string => {
    const token = next(what);
    if (token.kind === 'number' || token.kind === 'sign' || token.text === '')
      fail(`expected ${what}, got "${token.text}"`);
    return skip('.') ? name(what) : token.text;
  };
  return { is, skip, next, need, name, fail, ended: () => at >= tokens.length };
}

const ofTables = ['PRIMARY', 'FOREIGN', 'UNIQUE', 'CHECK', 'CONSTRAINT', 'KEY', 'INDEX'];
const ofColumns = ['CONSTRAINT', 'PRIMARY', 'NOT', 'NULL', 'UNIQUE', 'CHECK', 'DEFAULT', 'COLLATE', 'REFERENCES'];
const others = [
  'GENERATED',
  'AS',
  'AUTOINCREMENT',
  'AUTO_INCREMENT',
  'COMMENT',
  'ON',
  'KEY',
  'UNSIGNED',
  ',',
  ')',
  '(',
];
const endsType = [...ofColumns, ...others];

function createTable(reader: Reader): CreatedTable {
  for (const word of ['CREATE', 'TEMP', 'TEMPORARY', 'TABLE', 'IF', 'NOT', 'EXISTS']) reader.skip(word);
  const name = reader.name('the name of a table');
  const columns: { name: string; type: string; isPrimary: boolean }[] = [];
  const keys: string[] = [];
  reader.need('(');
  do {
    if (!reader.is(...ofTables)) columns.push(columnOf(reader));
    else keys.push(...keysOf(reader));
  } while (reader.skip(','));
  reader.need(')');
  if (columns.length > databaseLimits.columns)
    reader.fail(`has a table of ${columns.length} columns, at most ${databaseLimits.columns} are taken`);
  if (new Set(columns.map((column) => column.name.toLowerCase())).size < columns.length)
    reader.fail(`names a column of "${name}" twice`);
  const isKey = ({ name: its, type, isPrimary }: (typeof columns)[number]) =>
    type.toUpperCase() === 'INTEGER' && (isPrimary || (keys.length === 1 && keys[0] === its.toLowerCase()));
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type, isKey: isKey(column) })),
    withoutRowid: reader.skip('WITHOUT'),
  };
}

function columnOf(reader: Reader) {
  const name = reader.name('the name of a column');
  const type: string[] = [];
  while (!reader.ended() && !reader.is(...endsType)) type.push(reader.next('a type').text);
  const plain = type.join(' ').replace(/[^A-Za-z0-9_ ]/g, '');
  return { name, type: plain, isPrimary: restOf(reader).includes('PRIMARY') };
}

/** Columns of PRIMARY KEY (…); nothing of other constraints. */
function keysOf(reader: Reader): readonly string[] {
  if (!reader.skip('PRIMARY')) {
    restOf(reader);
    return [];
  }
  reader.skip('KEY');
  return restOf(reader)
    .filter((word) => !['(', ')', ','].includes(word))
    .map((word) => word.toLowerCase());
}

/** Words up to the comma or bracket that ends the definition. */
function restOf(reader: Reader): readonly string[] {
  const words: string[] = [];
  for (let depth = 0; !reader.ended() && (depth > 0 || !reader.is(',', ')')); ) {
    if (reader.is('(')) depth++;
    if (reader.is(')')) depth--;
    words.push(reader.next('a constraint').text.toUpperCase());
  }
  return words;
}

function insert(reader: Reader, tables: ReadonlyMap<string, { created: CreatedTable; rows: SqlValue[][] }>): void {
  while (!reader.skip('INTO')) if (reader.next('INTO').kind !== 'word') reader.fail('expected INSERT INTO');
  const name = reader.name('the name of a table');
  const table =
    tables.get(name.toLowerCase()) ?? reader.fail(`writes to "${name}", which no statement before it makes`);
  const { columns } = table.created;
  const places: number[] = [];
  if (reader.skip('(')) {
    do places.push(placeOf(reader, table.created));
    while (reader.skip(','));
    reader.need(')');
  } else places.push(...columns.keys());
  if (!reader.skip('VALUES', 'VALUE')) reader.fail(`writes to "${name}" otherwise than with VALUES`);
  do {
    const values = rowOf(reader);
    if (values.length !== places.length)
      reader.fail(`has ${values.length} values for ${places.length} columns of "${name}"`);
    const row: SqlValue[] = columns.map(() => null);
    for (const [index, place] of places.entries()) row[place] = values[index] ?? null;
    table.rows.push(row);
    if (table.rows.length > databaseLimits.rows)
      reader.fail(`brings "${name}" to more than ${databaseLimits.rows} rows, which are taken at most`);
  } while (reader.skip(','));
  if (!reader.ended() && !reader.is('ON'))
    reader.fail(`goes on with "${reader.next('its end').text}" after its values`);
}

function placeOf(reader: Reader, { name: table, columns }: CreatedTable): number {
  const name = reader.name('the name of a column');
  const place = columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
  return place < 0 ? reader.fail(`names the column "${name}", which "${table}" has not`) : place;
}

function rowOf(reader: Reader): SqlValue[] {
  const values: SqlValue[] = [];
  reader.need('(');
  do values.push(literalOf(reader));
  while (reader.skip(','));
  reader.need(')');
  return values;
}

function literalOf(reader: Reader): SqlValue {
  const sign = reader.skip('-') ? -1 : reader.skip('+') ? 1 : undefined;
  const { kind, text } = reader.next('a value');
  if (kind === 'number') {
    const value = (sign ?? 1) * Number(text);
    // more digits than a number keeps are kept as they are written
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? `${sign === -1 ? '-' : ''}${text}` : value;
  }
  if (sign === undefined && (kind === 'text' || kind === 'name')) return text;
  const word = kind === 'word' && sign === undefined ? text.toUpperCase() : '';
  if (word === 'NULL') return null;
  if (word === 'TRUE' || word === 'FALSE') return word === 'TRUE' ? 1 : 0;
  return reader.fail(`has the value "${text}", which is no number and no text`);
}
