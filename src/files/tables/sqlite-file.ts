// A database in SQLite's file format (https://sqlite.org/fileformat2.html): its ordinary tables, row by row. Read only
// as far as the format says how; nothing is run. Indexes, views and triggers are passed over.
import { checkFile, FormatError } from '../formats/format-error';
import { checkDatabase, databaseLimits, type SqlTable, type SqlValue } from './database';
import { createdTable, definitionsOf } from './sql-script';

const magic = 'SQLite format 3\0';
const headerBytes = 100;
/** Pages between root and leaf; a file of 2³² pages has fewer. */
const mostDepth = 20;
/** Of rows; text is counted after it was read. */
const mostBytes = 8 * databaseLimits.chars;

export function isSqliteFile(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, magic.length)) === magic;
}

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly pageSize: number;
  /** Of a page, without what is reserved at its end. */
  readonly usable: number;
  readonly pages: number;
  /** Bytes of rows that may still be read. */
  left: number;
}

interface Row {
  readonly rowid: number;
  readonly values: readonly SqlValue[];
}

/** Throws a FormatError that names the file, and the table at fault. */
export function tablesOfSqliteFile(bytes: Uint8Array, name: string): readonly SqlTable[] {
  const file = opened(bytes, name);
  let left: number = databaseLimits.rows;
  const tables: SqlTable[] = [];
  for (const { values } of rowsOf(file, 1, 'its schema')) {
    const [type, its, , root, sql] = values;
    if (type !== 'table' || typeof its !== 'string' || typeof sql !== 'string' || /^sqlite_/i.test(its)) continue;
    const created = createdTable(sql, `${name}, table "${its.slice(0, 60)}"`);
    checkFile(tables.length < databaseLimits.tables, name, `has more than ${databaseLimits.tables} tables`);
    checkFile(!created.withoutRowid, name, `its table "${its}" is WITHOUT ROWID, which is not read`);
    checkFile(typeof root === 'number' && root > 0, name, `its table "${its}" has no pages`);
    const rows: SqlValue[][] = [];
    for (const row of rowsOf(file, root, `its table "${its}"`)) {
      checkFile(left-- > 0, name, `has more than ${databaseLimits.rows} rows in all, which are taken at most`);
      rows.push(created.columns.map(({ isKey }, place) => row.values[place] ?? (isKey ? row.rowid : null)));
    }
    tables.push({ name: created.name, columns: definitionsOf(created), rows });
  }
  return checkDatabase(tables, name);
}

function opened(bytes: Uint8Array, name: string): File {
  checkFile(bytes.length >= headerBytes, name, 'is cut off in its header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint16(16);
  const pageSize = size === 1 ? 65_536 : size;
  checkFile(pageSize >= 512 && (pageSize & (pageSize - 1)) === 0, name, `says its pages have ${pageSize} bytes`);
  const usable = pageSize - view.getUint8(20);
  checkFile(usable >= 480, name, 'reserves more of its pages than SQLite does');
  checkFile(view.getUint32(56) <= 1, name, 'is written in UTF-16: only UTF-8 is read');
  return { name, bytes, view, pageSize, usable, pages: Math.floor(bytes.length / pageSize), left: mostBytes };
}

/** Where a page begins; pages are numbered from 1. */
function pageAt({ name, pageSize, pages }: File, page: number): number {
  checkFile(page >= 1 && page <= pages, name, `leads to page ${page} of ${pages}: is it cut off?`);
  return (page - 1) * pageSize;
}

/** Rows of the b-tree under a page, in order. */
function* rowsOf(file: File, root: number, what: string): Generator<Row> {
  const visited = new Set<number>();
  function* under(page: number, depth: number): Generator<Row> {
    const damaged = (fault: string) => new FormatError(file.name, `${what} is damaged: ${fault}`);
    if (visited.has(page) || depth > mostDepth) throw damaged(`page ${page} is in it twice`);
    visited.add(page);
    const start = pageAt(file, page);
    const head = start + (page === 1 ? headerBytes : 0);
    const kind = file.view.getUint8(head);
    if (kind !== 5 && kind !== 13) throw damaged(`page ${page} is no page of a table`);
    const cells = file.view.getUint16(head + 3);
    const pointers = head + (kind === 5 ? 12 : 8);
    if (pointers + 2 * cells > start + file.usable) throw damaged(`page ${page} has more cells than room`);
    for (let cell = 0; cell < cells; cell++) {
      const at = start + file.view.getUint16(pointers + 2 * cell);
      if (at < pointers || at + 4 > start + file.usable) throw damaged(`a cell of page ${page} lies outside of it`);
      if (kind === 5) yield* under(file.view.getUint32(at), depth + 1);
      else yield rowAt(file, { at, end: start + file.usable, what });
    }
    if (kind === 5) yield* under(file.view.getUint32(head + 8), depth + 1);
  }
  yield* under(root, 0);
}

interface CellPlace {
  readonly at: number;
  /** Of its page. */
  readonly end: number;
  readonly what: string;
}

function rowAt(file: File, { at, end, what }: CellPlace): Row {
  const [length, afterLength] = varint(file.bytes, at, end);
  const [rowid, begin] = varint(file.bytes, afterLength, end);
  checkFile(
    length <= databaseLimits.chars,
    file.name,
    `${what} has a row of ${length} bytes: it is too long, or damaged`,
  );
  const local = localBytes(length, file.usable);
  checkFile(begin + local + (local < length ? 4 : 0) <= end, file.name, `${what} has a row that leaves its page`);
  const payload = new Uint8Array(length);
  payload.set(file.bytes.subarray(begin, begin + local));
  let page = local < length ? file.view.getUint32(begin + local) : 0;
  for (let filled = local; filled < length; ) {
    const start = pageAt(file, page);
    const part = file.bytes.subarray(start + 4, start + Math.min(file.usable, 4 + length - filled));
    payload.set(part, filled);
    filled += part.length;
    page = file.view.getUint32(start);
  }
  return { rowid, values: recordOf(payload, file.name, what) };
}

/** Bytes of a row that lie on its own page; the rest is in a chain of others. */
function localBytes(length: number, usable: number): number {
  if (length <= usable - 35) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const most = least + ((length - least) % (usable - 4));
  return most <= usable - 35 ? most : least;
}

function recordOf(payload: Uint8Array, name: string, what: string): SqlValue[] {
  const view = new DataView(payload.buffer);
  const [header, first] = varint(payload, 0, payload.length);
  checkFile(header <= payload.length, name, `${what} has a row whose header is longer than the row`);
  const values: SqlValue[] = [];
  for (let at = first, body = header; at < header; ) {
    const [type, next] = varint(payload, at, header);
    const size = type >= 12 ? Math.floor((type - 12) / 2) : ([0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? -1);
    checkFile(size >= 0 && body + size <= payload.length, name, `${what} has a row that is shorter than it says`);
    checkFile(
      type < 12 || type % 2 === 1 || size === 0,
      name,
      `${what} holds bytes (BLOB): only numbers and text are read`,
    );
    values.push(valueAt(view, { type, at: body, size }));
    at = next;
    body += size;
  }
  return values;
}

interface ValuePlace {
  readonly type: number;
  readonly at: number;
  readonly size: number;
}

function valueAt(view: DataView, { type, at, size }: ValuePlace): SqlValue {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return view.getFloat64(at);
  if (type >= 12) return new TextDecoder().decode(new Uint8Array(view.buffer, at, size)).replaceAll('\0', '');
  let whole = BigInt(view.getInt8(at));
  for (let byte = 1; byte < size; byte++) whole = (whole << 8n) | BigInt(view.getUint8(at + byte));
  const value = Number(whole);
  return Number.isSafeInteger(value) ? value : String(whole); // SQLite makes a number of it again
}

/** A number in 1 to 9 bytes, seven bits in each but the ninth, and where the next begins. */
function varint(bytes: Uint8Array, at: number, end: number): readonly [value: number, next: number] {
  let value = 0n;
  for (let index = 0; index < 9 && at + index < end; index++) {
    const byte = bytes[at + index] as number;
    value = index === 8 ? (value << 8n) | BigInt(byte) : (value << 7n) | BigInt(byte & 0x7f);
    if (index === 8 || byte < 0x80) return [Number(BigInt.asIntN(64, value)), at + index + 1];
  }
  return [Number.POSITIVE_INFINITY, end];
}
