import { afterAll, describe, expect, test } from 'vitest';
import { present } from '../basics/check';
import { hostileQueries, ordinaryQuery, tables } from '../run/sandbox/hostile-queries.test-data';
import { seconds } from './patience.mjs';
import { sharedThreads } from './shared-threads.fixture';

const threads = sharedThreads();
/** For queries without end, and for those that shall not be short of time. */
const hasty = threads.sandbox({ limits: { timeMs: Math.max(200, 0.1 * seconds) }, graceMs: seconds });
const patient = threads.sandbox({ limits: { timeMs: 10 * seconds, memoryBytes: 16 * 2 ** 20 } });
afterAll(threads.close);

const ask = async (source: string, where = patient) =>
  present((await where.run([{ language: 'sql', source, globals: { tables }, seed: 1 }]))[0], 'a result for a request');

test('a query is asked of the tables that come along', async () => {
  expect(await ask(ordinaryQuery.source)).toEqual({ end: 'finished', why: 'finished', output: ordinaryQuery.output });
});

test('a query that SQLite does not understand fails with its words', async () => {
  expect(await ask('SELECT color FROM thing')).toMatchObject({ end: 'failed', why: 'no such column: color' });
  expect(await ask('SELECT name FROM things')).toMatchObject({ end: 'failed', why: 'no such table: things' });
});

test('the clock stands, and the same query has the same result', async () => {
  const source = "SELECT date('now'), strftime('%Y', '1999-05-01')";
  expect((await ask(source)).output).toContain('2025-01-01 | 1999\n');
});

describe('hostile queries end as a result', () => {
  test.each(hostileQueries)('$name', async ({ source, end, why }) => {
    const result = await ask(source, end === 'out-of-time' ? hasty : patient);
    expect(result, result.why).toMatchObject({ end });
    expect(result.why).toMatch(why ?? /./);
    expect(result.output.length).toBeLessThanOrEqual(20_000);
    expect((await ask(ordinaryQuery.source)).output).toBe(ordinaryQuery.output);
  });

  test('leave nothing in the thread that leads out of it', async () => {
    expect(await (await threads.start('sql')).openDoors()).toEqual([]);
  });
});
