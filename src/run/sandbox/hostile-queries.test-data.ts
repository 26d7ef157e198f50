// Queries that mean harm, or that a model that learns to write SQL writes by accident. Each names how it may end;
// whatever it does, the query after it must not notice.
import type { ProgramResult } from '../../learning/agents/program-runner';
import type { SqlTable } from './sqlite';

export interface HostileQuery {
  readonly name: string;
  readonly end: ProgramResult['end'];
  readonly source: string;
  /** What the sentence says, where it matters. */
  readonly why?: RegExp;
}

export const tables: readonly SqlTable[] = [
  {
    name: 'thing',
    columns: ['id INTEGER PRIMARY KEY', 'name TEXT', 'weight REAL'],
    rows: [
      [1, 'bell', 2.5],
      [2, 'lamp', null],
      [3, "smith's cup", 0.5],
    ],
  },
];

/** Any trace of another query would show. */
export const ordinaryQuery = {
  source: 'SELECT name, weight, (SELECT count(*) FROM sqlite_schema) AS tables FROM thing ORDER BY id;',
  output: "name | weight | tables\nbell | 2.5 | 1\nlamp | NULL | 1\nsmith's cup | 0.5 | 1\n",
} as const;

const endless = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)';

type Entry = readonly [name: string, end: ProgramResult['end'], source: string, why?: RegExp];

const entries: readonly Entry[] = [
  ['a recursion without end', 'out-of-time', `${endless} SELECT count(*) FROM n`, /stopped after/],
  [
    'a recursion without end in a subquery',
    'out-of-time',
    `SELECT * FROM thing WHERE id IN (${endless} SELECT -x FROM n)`,
  ],
  [
    'a product of many tables',
    'out-of-time',
    `SELECT count(*) FROM ${Array.from({ length: 40 }, (_, n) => `thing t${n}`).join(', ')}`,
  ],
  [
    'a pattern that takes for ever, and never looks at the clock',
    'out-of-time',
    `${endless} SELECT count(*) FROM n WHERE printf('%.900c', 'a') || x GLOB '*a*a*a*a*a*a*b'`,
  ],
  ['rows without end', 'out-of-output', `${endless} SELECT x FROM n`, /printed more than/],
  ['one giant value', 'out-of-output', "SELECT printf('%.900000c', 'x')"],
  ['a value beyond any size', 'failed', 'SELECT zeroblob(2000000000)', /too big/],
  [
    'a doubling text',
    'failed',
    `WITH RECURSIVE d(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM d) SELECT max(length(t)) FROM d`,
    /too big/,
  ],
  [
    'a pile of texts',
    'out-of-memory',
    `${endless} SELECT length(group_concat(y, '')) FROM (SELECT printf('%.90000c', 'x') || x AS y FROM n ORDER BY y)`,
    /MiB of memory/,
  ],
  [
    'a pile of different texts',
    'out-of-memory',
    `${endless} SELECT DISTINCT printf('%.90000c', 'x') || x FROM n LIMIT 1 OFFSET 1000000`,
  ],
  ['DROP', 'failed', 'DROP TABLE thing', /only reads/],
  ['DELETE', 'failed', 'DELETE FROM thing', /deleting from thing is not allowed/],
  ['UPDATE', 'failed', "UPDATE thing SET name = 'x'", /writing to thing is not allowed/],
  ['INSERT', 'failed', "INSERT INTO thing VALUES (4, 'x', 1)", /writing to thing/],
  ['INSERT … RETURNING', 'failed', "INSERT INTO thing VALUES (4, 'x', 1) RETURNING *", /only reads/],
  ['CREATE', 'failed', 'CREATE TABLE more (x)', /only reads/],
  ['a temporary table', 'failed', 'CREATE TEMP TABLE more AS SELECT 1', /only reads/],
  ['a view', 'failed', 'CREATE VIEW v AS SELECT 1', /only reads/],
  ['a trigger', 'failed', 'CREATE TRIGGER t AFTER INSERT ON thing BEGIN SELECT 1; END', /only reads/],
  ['ALTER', 'failed', 'ALTER TABLE thing ADD COLUMN x', /only reads/],
  ['ATTACH', 'failed', "ATTACH DATABASE 'other.db' AS other", /attaching other.db is not allowed/],
  ['ATTACH of memory', 'failed', "ATTACH DATABASE ':memory:' AS other", /attaching/],
  ['VACUUM INTO', 'failed', "VACUUM INTO 'copy.db'"],
  ['PRAGMA that writes', 'failed', 'PRAGMA writable_schema = 1', /the pragma writable_schema is not allowed/],
  ['PRAGMA that lifts the limit', 'failed', 'PRAGMA hard_heap_limit = 0', /the pragma/],
  ['PRAGMA as a table', 'failed', "SELECT * FROM pragma_table_info('thing')", /pragma/],
  ['BEGIN', 'failed', 'BEGIN', /the transaction/],
  ['ANALYZE', 'failed', 'ANALYZE', /only reads/],
  ['REINDEX', 'failed', 'REINDEX thing', /brings no rows/],
  ['EXPLAIN of a write', 'failed', 'EXPLAIN DELETE FROM thing', /only reads/],
  ['a second statement', 'failed', 'SELECT 1; DROP TABLE thing', /one query at a time/],
  [
    'a second statement behind a comment',
    'failed',
    'SELECT 1; -- all\n /* and */ DELETE FROM thing',
    /one query at a time/,
  ],
  ['chance', 'failed', 'SELECT random()', /the function random is not allowed/],
  ['a library', 'failed', "SELECT load_extension('evil')", /load_extension/],
  ['a file', 'failed', "SELECT readfile('/etc/passwd')", /no such function/],
  ['the schema rewritten', 'failed', "UPDATE sqlite_schema SET sql = ''"],
  ['deep nesting', 'failed', `SELECT ${'('.repeat(5000)}1${')'.repeat(5000)}`],
  ['a long expression', 'failed', `SELECT ${Array.from({ length: 3000 }, () => '1').join('+')}`, /too large|depth/],
  ['many columns', 'failed', `SELECT ${Array.from({ length: 500 }, () => '1').join(', ')}`, /too many columns/],
  ['a query of a megabyte', 'failed', `SELECT '${'x'.repeat(1_000_000)}'`, /too big|too large/],
  ['NUL', 'failed', 'SELECT 1\0; DROP TABLE thing', /NUL/],
  ['half a character', 'finished', "SELECT '\ud800'"],
  ['nothing', 'failed', '  ;', /no query/],
  ['no SQL', 'failed', 'the heaviest thing, please', /syntax error/],
];

export const hostileQueries: readonly HostileQuery[] = entries.map(([name, end, source, why]) => ({
  name,
  end,
  source,
  ...(why ? { why } : {}),
}));
