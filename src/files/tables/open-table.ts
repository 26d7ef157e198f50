// A file of rows, by what is in it and not by its name: Parquet, JSONL, a JSON list or CSV.
import type { ByteSource } from '../formats/byte-source';
import { checkFile, FormatError } from '../formats/format-error';
import { csvRows } from './csv';
import { jsonListRows } from './json-list';
import { jsonlRows } from './jsonl';
import { limits } from './limits';
import type { CellKind, Column, Rows, Table, TableFormat, TableRow } from './table';

const looked = 20;
const exampleChars = 80;

/** Throws a FormatError when the file is no table, or when none of its first rows can be read. */
export async function openTable(source: ByteSource): Promise<Table> {
  checkFile(source.size > 0, source.name, 'is empty');
  const start = await source.read(0, Math.min(source.size, 4096));
  const format = formatOf(start, source.name);
  const { rows, names, quick, rowCount } = await opened(format, source);
  const { found, fault } = await firstRows(rows, quick);
  const columns = (names ?? [...new Set(found.flatMap((cells) => Object.keys(cells)))]).map((name) =>
    columnOf(name, found),
  );
  checkFile(
    found.length > 0,
    source.name,
    fault === undefined ? 'has no rows' : `none of its first rows can be read: row ${fault.number} ${fault.fault}`,
  );
  return {
    format,
    columns,
    first: found,
    ...(rowCount === undefined ? {} : { rowCount }),
    rows: (wishes = {}) => counted(rows(wishes), source.name),
  };
}

interface Opened {
  readonly rows: Rows;
  readonly names?: readonly string[];
  readonly quick?: readonly string[];
  readonly rowCount?: number;
}

async function opened(format: TableFormat, source: ByteSource): Promise<Opened> {
  if (format === 'jsonl') return { rows: jsonlRows(source) };
  if (format === 'json') return { rows: jsonListRows(source) };
  if (format === 'csv') return { rows: csvRows(source) };
  const { openParquet } = await import('./parquet'); // large, and seldom needed
  const { columns, ...rest } = await openParquet(source);
  return { ...rest, names: columns };
}

function formatOf(start: Uint8Array, name: string): TableFormat {
  const text = new TextDecoder().decode(start).replace(/^\uFEFF/, '');
  if (text.startsWith('PAR1')) return 'parquet';
  checkFile(!(start[0] === 0x1f && start[1] === 0x8b), name, 'is packed with gzip: unpack it first');
  checkFile(!text.startsWith('PK\u0003\u0004'), name, 'is a ZIP archive: unpack it first, then take one of its files');
  checkFile(!start.includes(0), name, 'is no table: expected Parquet, JSONL, a JSON list of records, or CSV');
  const first = text.trimStart()[0];
  return first === '{' ? 'jsonl' : first === '[' ? 'json' : 'csv';
}

async function firstRows(rows: Rows, columns: readonly string[] | undefined) {
  const found: Readonly<Record<string, unknown>>[] = [];
  let fault: Extract<TableRow, { kind: 'broken' }> | undefined;
  let seen = 0;
  for await (const row of rows(columns ? { columns } : {})) {
    if (row.kind === 'row') found.push(row.cells);
    else fault ??= row;
    if (++seen === looked) break;
  }
  return { found, fault };
}

async function* counted(rows: AsyncIterable<TableRow>, name: string): AsyncGenerator<TableRow> {
  let count = 0;
  for await (const row of rows) {
    if (++count > limits.rows) throw new FormatError(name, `has more than ${limits.rows} rows: split it`);
    yield row;
  }
}

function columnOf(name: string, rows: readonly Readonly<Record<string, unknown>>[]): Column {
  const own = rows.filter((cells) => Object.hasOwn(cells, name)); // a column may be called "toString"
  const values = own
    .map((cells) => cells[name])
    .filter((value) => value !== null && value !== undefined && value !== '');
  const [first] = values;
  const kinds = new Set(values.map(kindOf));
  return {
    name,
    kind: kinds.size === 1 ? kindOf(first) : kinds.size === 0 ? 'empty' : 'text',
    example: shortened(first),
  };
}

function kindOf(value: unknown): CellKind {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'truth';
  return Array.isArray(value) ? 'list' : 'record';
}

/** A value on one line, for people. */
export function shortened(value: unknown): string {
  if (value === undefined) return '';
  const text = (typeof value === 'string' ? value.slice(0, 4 * exampleChars) : JSON.stringify(value))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > exampleChars ? `${text.slice(0, exampleChars - 1)}…` : text;
}
