// Files of questions that are looked up, from their rows to a game that is played to its end.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { present } from '../../../basics/check';
import { bytesSource } from '../../../files/formats/byte-source';
import { seconds } from '../../../headless/patience.mjs';
import { sharedThreads } from '../../../headless/shared-threads.fixture';
import { teamsFor } from '../../../learning/agents';
import { catalogueOf } from '../../../learning/catalogue';
import type { Environment } from '../../../learning/environments/environment';
import { idOfProblemWorld, type ProblemSet } from '../../../learning/environments/problem-set';
import type { DatabaseProblem, SearchProblem } from '../../../learning/environments/problems';
import { splitOfSeed, worldSeed } from '../../../learning/environments/splits';
import { databasesAmong } from '../worker/databases';
import { openProblems, problemSetOf, readProblems, splitCounts } from '../worker/open-problems';
import { readSetFile, setFile } from '../worker/set-file';

const threads = sharedThreads();
const runner = threads.sandbox({ limits: { timeMs: 0.2 * seconds } });
afterAll(threads.close);

const folder = fileURLToPath(new URL('../../../../e2e/samples/problems/golden/', import.meta.url));
const source = (name: string) => bytesSource(new Uint8Array(readFileSync(folder + name)), name);
const files = (...names: readonly string[]) =>
  databasesAmong(names.map((path) => ({ path, source: () => source(path) })));
const sqlite = files('database/harbours/harbours.sqlite');

async function read(name: string, databases = sqlite) {
  const opened = await openProblems(source(name));
  const { layout, mapping } = opened.detected;
  const told = await readProblems(opened, { layout, mapping, beside: { databases, runner } });
  return { layout: layout.id, world: layout.world, ...told };
}

async function setFrom(name: string): Promise<ProblemSet> {
  const { problems, world } = await read(name);
  return problemSetOf(problems, { world, name: 'sample', splits: 'by-problem', file: name });
}

describe('samples', () => {
  it.each([
    ['hotpotqa.json', 'hotpotqa', 40, 0],
    ['hotpotqa.jsonl', 'hotpotqa', 40, 0],
    ['spider.json', 'spider', 30, 0],
    ['text-to-sql.jsonl', 'spider', 40, 0],
    ['broken/hotpotqa.jsonl', 'hotpotqa', 4, 8],
    ['broken/spider.jsonl', 'spider', 4, 9],
  ])('%s in the layout of %s becomes %i problems, %i rows are bad', async (name, layout, problems, bad) => {
    const found = await read(name);
    expect([found.layout, found.report.problems, found.report.bad]).toEqual([layout, problems, bad]);
  });

  it('are the same in either way to write them; a passage is kept once', async () => {
    const [one, other] = await Promise.all([read('hotpotqa.json'), read('hotpotqa.jsonl')]);
    expect(one.problems).toEqual(other.problems);
    const passages = (one.problems as readonly SearchProblem[]).flatMap((problem) => problem.passages);
    expect(passages).toHaveLength(40 + 8);
  });

  it('are the same with a script as with a file of SQLite; tables are kept once', async () => {
    const script = await read('spider.json', files('database/harbours/schema.sql'));
    const { problems } = await read('spider.json');
    expect(script.problems).toEqual(problems);
    const [first, ...others] = problems as readonly DatabaseProblem[];
    expect(first?.tables).toHaveLength(3);
    expect(others.every(({ tables }) => tables === undefined)).toBe(true);
    expect(others.slice(-3).map(({ answer }) => answer)).toEqual([
      'Ember; Juniper',
      'Ember | 6; Juniper | 6; Dusk | 5',
      'Dunhaven',
    ]);
  });
});

it('what is wrong with a row is said with its column', async () => {
  const faults = async (name: string) =>
    (await read(name)).report.faults.map(
      ({ row, column, expected, got }) => `${row} ${column}: ${expected}, got ${got}`,
    );
  expect(await faults('broken/hotpotqa.jsonl')).toEqual([
    expect.stringMatching(/^5 context: passages.*got "passages"$/),
    expect.stringMatching(/^6 context: passages/),
    expect.stringMatching(/^7 context: passages/),
    expect.stringMatching(/^8 context: passages of at most 6000 characters/),
    '9 supporting_facts: titles of passages of the same row, got "nowhere"',
    expect.stringMatching(/^10 supporting_facts: needed passages/),
    expect.stringMatching(/^11 answer: an answer of one to 200 characters/),
    expect.stringMatching(/^12 answer: a short answer as text/),
  ]);
  expect(await faults('broken/spider.jsonl')).toEqual([
    '5 db_id: a database given beside the file, got "nowhere", of which there is no file',
    '6 db_id: a database given beside the file, got "../harbours", of which there is no file',
    expect.stringMatching(/^7 query: a query that SQLite runs, got "a query only reads/),
    '8 query: a query that SQLite runs, got "no such column: size"',
    '9 query: a query that brings 1 to 20 rows, got 0 of them',
    '10 query: a query that brings 1 to 20 rows, got 100 of them',
    expect.stringMatching(/^11 query: a query that SQLite runs, got "stopped after/),
    expect.stringMatching(/^12 query: a query as text/),
    '13 db_id: a database that can be asked, got none',
  ]);
});

/** Plays with the world's own solver, which stands in for agents that answer in words. */
async function played(world: Environment, seed: number, settings = {}) {
  let state = world.start(seed, settings);
  for (let acts = 0; acts < 8; acts++) {
    const words = world.wording.write(present(world.solve(state), 'the solver answers'));
    const action = present(world.wording.read(words), `"${words}" can be read`);
    const results = await runner.run(world.programs?.(state, action) ?? []);
    const outcome = world.act(state, action, 12, results);
    state = outcome.state;
    if (outcome.done) return outcome;
    expect(outcome.terms, outcome.why).toMatchObject({ legal: 1, progress: expect.closeTo(1, 0) });
  }
  throw new Error('the game did not end');
}

it.each(['hotpotqa.json', 'spider.json', 'text-to-sql.jsonl'])(
  '%s: an imported set is kept, read again, and played to its end',
  async (name) => {
    const set = await readSetFile(bytesSource(new TextEncoder().encode(setFile(await setFrom(name))), 'set.json'));
    const world = catalogueOf({ problems: [set] }).environmentById(idOfProblemWorld(set));
    expect(teamsFor(world.card).map(({ id }) => id)).toContain(`${set.world}-team`);
    const counts = splitCounts(set);
    for (const split of ['train', 'validation', 'test'] as const) {
      expect(world.problems?.(split, {})).toBe(counts[split]);
      const seed = worldSeed(split, 0);
      expect(splitOfSeed(seed)).toBe(split);
      expect(await played(world, seed)).toMatchObject({ solved: true, terms: { team: 1 } });
    }
  },
);

it('rows of an answer may stand in any order, unless the query says one', async () => {
  const set = { ...(await setFrom('spider.json')), splits: 'none' } as const;
  const world = catalogueOf({ problems: [set] }).environmentById(idOfProblemWorld(set));
  const asked = async (query: RegExp, answer: string) => {
    const index = set.problems.findIndex((problem) => query.test((problem as DatabaseProblem).query));
    const start = world.start(worldSeed('train', index), {});
    const action = present(world.solve(start), 'a query');
    const { state } = world.act(start, action, 12, await runner.run(world.programs?.(start, action) ?? []));
    return world.act(state, world.wording.read(`answer: ${answer}`), 12).solved;
  };
  expect(await asked(/crew > 5/, 'juniper;  Ember')).toBe(true);
  expect(await asked(/crew > 5/, 'Juniper')).toBe(false);
  expect(await asked(/ORDER BY/, 'Ember | 6; Juniper | 6; Dusk | 5')).toBe(true);
  expect(await asked(/ORDER BY/, 'Juniper | 6; Ember | 6; Dusk | 5')).toBe(false);
  expect(await asked(/"Amber"|'Amber'/, '2')).toBe(true);
  expect(await asked(/depth.*Brackmouth/, '15')).toBe(false); // 1.5
});
