// SQL in SQLite, compiled to WebAssembly: one query on tables that come along, read-only. The tables are made anew for
// each query in a database in memory; then an authorizer lets nothing through but reading, and a progress handler looks
// at the clock. The realm is sealed once SQLite is up, so there is no file and no network to attach. A long native call
// that never looks at the clock is ended by the pool. It must have a realm of its own.
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import type { Interpreter, InterpreterFiles, Program, ReadFile } from './interpreter';
import { boundedOutput, type End, type SandboxLimits, whyOf } from './limits';

type SqliteFiles = Extract<InterpreterFiles, { language: 'sql' }>;

export interface SqliteParts {
  readonly files: SqliteFiles;
  readonly read: ReadFile;
  readonly now: () => number;
}

/** What a query is asked of: `columns` are definitions, "id INTEGER PRIMARY KEY"; a row has a value for each. */
export interface SqlTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Steps of SQLite's machine between two looks at the clock: some hundredths of a millisecond. */
const stepsBetweenLooks = 1000;
const mostRows = 1000;
/** Of 32-bit WebAssembly. */
const pointerBytes = 4;

/** How large what a query is made of may be; SQLite's own limits are meant for trusted text. */
const sizes = {
  SQLITE_LIMIT_LENGTH: 1_000_000,
  SQLITE_LIMIT_SQL_LENGTH: 20_000,
  SQLITE_LIMIT_COLUMN: 100,
  SQLITE_LIMIT_EXPR_DEPTH: 200,
  SQLITE_LIMIT_COMPOUND_SELECT: 50,
  SQLITE_LIMIT_VDBE_OP: 100_000,
  SQLITE_LIMIT_ATTACHED: 0,
  SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
  SQLITE_LIMIT_TRIGGER_DEPTH: 1,
} as const;

/** Functions that answer otherwise each time, and one that loads code. */
const shutFunctions = new Set(['random', 'randomblob', 'load_extension', 'sqlite_log', 'fts3_tokenizer']);

export async function openSqlite({ files, read, now }: SqliteParts): Promise<Interpreter> {
  const wasmBinary = await read(files.wasm);
  const silent = () => {};
  // else it looks for the origin's private files, with workers of its own
  Reflect.set(globalThis, 'sqlite3ApiConfig', {
    ...{ debug: silent, log: silent, warn: silent, error: silent },
    disable: { vfs: { kvvfs: true, opfs: true, 'opfs-sahpool': true, 'opfs-wl': true } },
  });
  const { default: init } = (await import(/* @vite-ignore */ files.loader)) as {
    default: (options: object) => Promise<Sqlite3Static>;
  };
  const sqlite = await init({ wasmBinary, print: silent, printErr: silent });
  const c = sqlite.wasm.exports as unknown as BareFunctions;
  const guard = guardOf(sqlite, now, memoryOf(c, () => sqlite.wasm.heap8u()).textAt);
  return {
    run: async (program, limits) => {
      const { end, output, detail } = queried(sqlite, guard, program, limits);
      return { end, output, why: whyOf(end, limits, detail) };
    },
  };
}

interface Guard {
  /** For the query that runs next. */
  begin(timeMs: number): void;
  outOfTime: boolean;
  /** What was refused. */
  refused: string | undefined;
  /** Functions of SQLite's own table. */
  readonly authorizer: number;
  readonly clock: number;
}

/** The two functions that SQLite asks while a query is read and run. */
function guardOf({ wasm, capi }: Sqlite3Static, now: () => number, textAt: Memory['textAt']): Guard {
  let deadline = 0;
  const guard = {
    outOfTime: false,
    refused: undefined as string | undefined,
    begin: (timeMs: number) => {
      deadline = now() + timeMs;
      Object.assign(guard, { outOfTime: false, refused: undefined });
    },
  };
  const allowed = new Set<number>([capi.SQLITE_SELECT, capi.SQLITE_READ, capi.SQLITE_RECURSIVE]);
  const names = new Map(refusals.map(([code, what]) => [capi[code] as number, what]));
  const authorizer = wasm.installFunction('i(pipppp)', (_: number, code: number, first: number, second: number) => {
    if (allowed.has(code)) return capi.SQLITE_OK;
    const name = textAt(code === capi.SQLITE_FUNCTION ? second : first);
    if (code === capi.SQLITE_FUNCTION && !shutFunctions.has(name.toLowerCase())) return capi.SQLITE_OK;
    guard.refused ??= `a query only reads: ${names.get(code) ?? 'this'}${name === '' ? '' : ` ${name}`} is not allowed`;
    return capi.SQLITE_DENY;
  });
  const clock = wasm.installFunction('i(p)', () => {
    guard.outOfTime ||= now() > deadline;
    return guard.outOfTime ? 1 : 0;
  });
  return Object.assign(guard, { authorizer: Number(authorizer), clock: Number(clock) });
}

type Code = keyof Sqlite3Static['capi'];
const refusals: readonly (readonly [code: Code, what: string])[] = [
  ['SQLITE_INSERT', 'writing to'],
  ['SQLITE_UPDATE', 'writing to'],
  ['SQLITE_DELETE', 'deleting from'],
  ['SQLITE_ATTACH', 'attaching'],
  ['SQLITE_DETACH', 'detaching'],
  ['SQLITE_PRAGMA', 'the pragma'],
  ['SQLITE_TRANSACTION', 'the transaction'],
  ['SQLITE_SAVEPOINT', 'the savepoint'],
  ['SQLITE_FUNCTION', 'the function'],
];

interface Queried {
  readonly end: End;
  readonly output: string;
  readonly detail: string;
}

/** SQLite's functions as they are, pointers and numbers. What the package wraps around them asks for the constructor of
 *  functions, which a sealed realm does not have. */
interface BareFunctions {
  sqlite3_open_v2(name: number, place: number, flags: number, vfs: number): number;
  sqlite3_close_v2(db: number): number;
  sqlite3_exec(db: number, sql: number, callback: number, given: number, error: number): number;
  sqlite3_limit(db: number, what: number, most: number): number;
  sqlite3_set_authorizer(db: number, authorizer: number, given: number): number;
  sqlite3_progress_handler(db: number, steps: number, handler: number, given: number): void;
  sqlite3_prepare_v3(db: number, text: number, bytes: number, flags: number, statement: number, rest: number): number;
  sqlite3_step(statement: number): number;
  sqlite3_finalize(statement: number): number;
  sqlite3_column_count(statement: number): number;
  sqlite3_column_name(statement: number, column: number): number;
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_errmsg(db: number): number;
  sqlite3_malloc(bytes: number): number;
  sqlite3_free(cell: number): void;
}

/** Text and places in SQLite's memory, given back at the end of the query. */
function memoryOf(c: BareFunctions, bytes: () => Uint8Array) {
  const cells: number[] = [];
  const kept = (size: number) => {
    const cell = c.sqlite3_malloc(size);
    if (cell === 0) throw new Error('there is no room for the tables and the query');
    cells.push(cell);
    return cell;
  };
  return {
    /** Ended by a zero, as C has it. */
    text: (text: string) => {
      const encoded = new TextEncoder().encode(text);
      const cell = kept(encoded.length + 1);
      bytes().set(encoded, cell);
      bytes()[cell + encoded.length] = 0;
      return cell;
    },
    place: () => {
      const cell = kept(pointerBytes);
      bytes().fill(0, cell, cell + pointerBytes);
      return cell;
    },
    pointerAt: (place: number) => new DataView(bytes().buffer).getUint32(place, true),
    textAt: (pointer: number) =>
      pointer === 0 ? '' : new TextDecoder().decode(bytes().slice(pointer, bytes().indexOf(0, pointer))),
    free: () => cells.forEach((cell) => c.sqlite3_free(cell)),
  };
}

type Memory = ReturnType<typeof memoryOf>;

interface Database {
  readonly capi: Sqlite3Static['capi'];
  readonly c: BareFunctions;
  readonly memory: Memory;
  readonly db: number;
}

function queried(sqlite: Sqlite3Static, guard: Guard, program: Program, limits: SandboxLimits): Queried {
  const { capi, wasm } = sqlite;
  const c = wasm.exports as unknown as BareFunctions;
  const memory = memoryOf(c, () => wasm.heap8u() as Uint8Array);
  let db = 0;
  try {
    const place = memory.place();
    c.sqlite3_open_v2(memory.text(':memory:'), place, capi.SQLITE_OPEN_READWRITE | capi.SQLITE_OPEN_CREATE, 0);
    db = memory.pointerAt(place);
    const { tables = [] } = JSON.parse(program.globals) as { tables?: readonly SqlTable[] };
    // what is sorted stays in memory, where it is counted
    const script = `PRAGMA temp_store = MEMORY; PRAGMA hard_heap_limit = ${limits.memoryBytes};\n${tables.map(tableInSql).join('')}`;
    if (c.sqlite3_exec(db, memory.text(script), 0, 0, 0) !== capi.SQLITE_OK)
      return { end: 'failed', output: '', detail: `the tables cannot be made: ${memory.textAt(c.sqlite3_errmsg(db))}` };
    for (const [name, most] of Object.entries(sizes)) c.sqlite3_limit(db, capi[name as keyof typeof sizes], most);
    guard.begin(limits.timeMs);
    c.sqlite3_set_authorizer(db, guard.authorizer, 0);
    c.sqlite3_progress_handler(db, stepsBetweenLooks, guard.clock, 0);
    return query({ capi, c, memory, db }, guard, program.source, limits);
  } catch (error) {
    return { end: 'failed', output: '', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    c.sqlite3_close_v2(db);
    memory.free();
  }
}

function tableInSql({ name, columns, rows }: SqlTable): string {
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const inserted = rows.map((row) => `INSERT INTO ${quoted} VALUES (${row.map(literal).join(', ')});\n`);
  return `CREATE TABLE ${quoted} (${columns.join(', ')});\n${inserted.join('')}`;
}

function literal(value: string | number | null): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

/** Columns' names on a line, then a line for each row. */
function query({ capi, c, memory, db }: Database, guard: Guard, sql: string, limits: SandboxLimits): Queried {
  const output = boundedOutput(limits.outputLength);
  const ended = (end: End, detail = ''): Queried => ({ end, output: output.text(), detail });
  const failed = (code: number): Queried => {
    if (guard.outOfTime) return ended('out-of-time');
    if ((code & 0xff) === capi.SQLITE_NOMEM) return ended('out-of-memory');
    return ended('failed', guard.refused ?? memory.textAt(c.sqlite3_errmsg(db)));
  };
  if (sql.includes('\0')) return ended('failed', 'there is a NUL character in the query');
  const [place, rest] = [memory.place(), memory.place()];
  const read = c.sqlite3_prepare_v3(db, memory.text(sql), -1, 0, place, rest);
  if (read !== capi.SQLITE_OK) return failed(read);
  const statement = memory.pointerAt(place);
  try {
    if (statement === 0) return ended('failed', 'there is no query in it');
    const more = memory.textAt(memory.pointerAt(rest));
    if (more.replace(/--[^\n]*|\/\*[\s\S]*?(\*\/|$)|[\s;]/g, '') !== '')
      return ended('failed', 'one query at a time: there is another statement behind the first');
    if (c.sqlite3_column_count(statement) === 0) return ended('failed', 'a query only reads: this brings no rows');
    const columns = [...Array(c.sqlite3_column_count(statement)).keys()];
    const line = (values: readonly string[]) => output.add(`${values.join(' | ').replace(/\s+/g, ' ')}\n`);
    line(columns.map((column) => memory.textAt(c.sqlite3_column_name(statement, column))));
    for (let row = 0; ; row++) {
      const step = c.sqlite3_step(statement);
      if (step === capi.SQLITE_DONE) return ended('finished');
      if (step !== capi.SQLITE_ROW) return failed(step);
      const values = columns.map((column) => {
        const isNull = c.sqlite3_column_type(statement, column) === capi.SQLITE_NULL;
        return isNull ? 'NULL' : memory.textAt(c.sqlite3_column_text(statement, column));
      });
      if (row === mostRows || !line(values)) return ended('out-of-output');
    }
  } finally {
    c.sqlite3_finalize(statement);
  }
}
