import { afterAll, expect, test } from 'vitest';
import { present } from '../../../basics/check';
import { seconds } from '../../../headless/patience.mjs';
import { sharedThreads } from '../../../headless/shared-threads.fixture';
import { worldOf } from '../players';
import { worldSeed } from '../splits';
import { database } from './database';
import { type DatabaseState, runsFor } from './game';
import { keywords } from './keywords';
import { nameInSql } from './tables';
import { sqlOfWords } from './tables-in-words';

const threads = sharedThreads();
const sandbox = threads.sandbox({ limits: { timeMs: 10 * seconds } });
afterAll(threads.close);

const start = (index: number, settings = {}) => database.start(worldSeed('train', index), settings) as DatabaseState;

async function ask(state: DatabaseState, query: string) {
  const action = { player: 'writer', query } as const;
  const results = await sandbox.run(database.programs?.(state, action) ?? []);
  return database.act(state, action, 12, results);
}

test.each(['words', 'pairs', 'english'])(
  'in %s the best query brings the answer that was worked out without it',
  async (facts) => {
    for (let index = 0; index < 40; index++) {
      const asked = start(index, { facts });
      const { state, terms, why } = await ask(asked, asked.best);
      expect(terms, `${asked.question} ${why}`).toEqual({ team: 0, legal: 1, progress: 1 });
      expect(state.queried[0]).toMatchObject({ rows: [asked.answer], count: 1 });
      expect(database.act(state, { player: 'answerer', answer: asked.answer }, 1).solved).toBe(true);
    }
  },
);

test('tables and columns may have any names, those that SQLite has a meaning for too', async () => {
  const names = [...keywords, 'two words', 'a "b"'];
  const asked = names.map((name) => {
    const column = `"${name.replaceAll('"', '""')}" TEXT`;
    const source = `SELECT ${nameInSql(name)} FROM ${nameInSql(name)}`;
    return {
      language: 'sql',
      source,
      globals: { tables: [{ name, columns: [column], rows: [['found']] }] },
      seed: 0,
    } as const;
  });
  const results = await sandbox.run(asked);
  expect(results.map((result) => (result.end === 'finished' ? result.output : result))).toEqual(
    names.map((name) => `${name}\nfound\n`),
  );
});

test('words stand for SQL, whatever is missing', () => {
  expect(sqlOfWords(['need', 'path', 'red', 'star'])).toBe(
    "SELECT need FROM path WHERE colour = 'red' AND shape = 'star'",
  );
  expect(sqlOfWords(['star', 'path'])).toBe("SELECT * FROM path WHERE shape = 'star'");
  expect(sqlOfWords(['need', 'red'])).toBe("SELECT need WHERE colour = 'red'");
});

test('a query of another table fails with SQLite’s words, and may be mended where there is another', async () => {
  const asked = start(1, { queries: 2 });
  const table = present(
    asked.tables.find(({ name }) => !asked.best.split(' ').includes(name)),
    'another table',
  ).name;
  const column = asked.question.split(' ').at(-1) ?? '';
  const first = await ask(asked, `${column} ${table}`);
  expect(first).toMatchObject({ terms: { legal: 0 }, done: false });
  expect(first.why).toContain(`no such column: ${column}`);
  const told = worldOf(database, 'writer').wording.describe(first.state);
  expect(told).toMatch(/see fail\n$/);
  const second = await ask(first.state, asked.best);
  expect(second.state.queried[1]?.rows).toEqual([asked.answer]);
  expect(runsFor(second.state, asked.best)).toEqual([]);
});

test('writing is a result with a reason', async () => {
  const asked = start(2, { facts: 'english' });
  const { state, why, terms } = await ask(asked, 'DELETE FROM person');
  expect(why).toContain('deleting from person is not allowed');
  expect(terms).toMatchObject({ team: 0, legal: 0 });
  expect(worldOf(database, 'answerer').picture(state)).toEqual([expect.stringContaining('failed: a query only reads')]);
});

test('the more rows a query brings beside the answer, the less it is worth', async () => {
  const asked = start(3);
  const [colour, , column, table] = asked.best.split(' ');
  const exact = await ask(asked, asked.best);
  const wider = await ask(asked, `${column} ${table} ${colour}`);
  const widest = await ask(asked, `${column} ${table}`);
  expect(exact.terms.progress).toBeGreaterThan(wider.terms.progress);
  expect(wider.terms.progress).toBeGreaterThan(widest.terms.progress);
});

test('queries are read in words, and as SQL in a block or by itself', () => {
  const { read } = worldOf(database, 'writer').wording;
  expect(read(' red star need path')).toEqual({ player: 'writer', query: 'red star need path' });
  expect(read('First I look.\n```sql\nSELECT 1\n```')).toEqual({ player: 'writer', query: 'SELECT 1' });
  expect(read('SELECT name FROM town')).toEqual({ player: 'writer', query: 'SELECT name FROM town' });
  expect(read('the town, please')).toBeUndefined();
});
