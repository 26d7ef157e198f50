// V7: what README publishes comes from records of runs by a script. Here a study is carried out on the command line
// with a table for a model, collected, and written into a page; and the README of this folder is held to its records.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  overSeeds,
  pairedOn,
  chanceOfAtLeast as tailIn,
  wilson as wilsonIn,
} from '../../models/publish/statistics.mjs';
import { packFlags } from '../basics/flags';
import { meanRate, wilson } from '../basics/statistics';
import { chanceOfAtLeast, mcnemar } from '../basics/statistics/paired';
import { tableLearner } from '../contract/table-learner.fixture';
import { weightlessBase } from '../models/weightless-base.test-data';
import { root } from './commands.mjs';
import { lab, type Said } from './run-words.fixture';

const { tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
vi.mock('./machine', () => ({
  openMachine: async () => ({
    engine: {
      planFor: async () => 'fits',
      open: async () => ({
        learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
        gpu: 'table',
        lost: new Promise(() => {}),
      }),
    },
    runner: {},
  }),
}));

function publish(...words: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'models', 'publish.mjs'), ...words], (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    );
  });
}

test('README’s tables and curves, and the facts on the presets’ cards, are what the records in models/results say', async () => {
  expect(await publish('tables', '--check')).toEqual({ status: 0, out: '', err: '' });
});

test('two rows are paired as the program pairs them', () => {
  const flags = (solved: (problem: number) => boolean) => {
    return { problems: 'these', solved: packFlags(Array.from({ length: 30 }, (_, problem) => solved(problem))) };
  };
  const [most, few] = [flags((problem) => problem !== 7), flags((problem) => problem % 3 === 1)];
  expect(pairedOn(most, few)).toEqual({ onlyFirst: 20, onlySecond: 1, p: expect.closeTo(mcnemar(20, 1), 12) });
  expect(() => pairedOn(most, { ...few, problems: 'others' })).toThrow(/on the same problems/);
});

test('a row is held against a bound as the program does', () => {
  const chances = Array.from({ length: 90 }, (_, problem) => (problem % 7) / 20);
  for (const solved of [0, 9, 25]) expect(tailIn(solved, chances)).toBeCloseTo(chanceOfAtLeast(solved, chances), 12);
});

test('the interval of a share is Wilson’s, the same as the program’s', () => {
  for (const solved of [0, 3, 8]) expect(wilson(solved, 8)).toMatchObject(wilsonIn(solved / 8, 8));
});

test('the interval over seeds is Student’s t, the same as the program’s', () => {
  expect(overSeeds([0.93, 0.975, 0.96, 0.94, 0.955])).toEqual({
    mean: expect.closeTo(0.952, 12),
    low: expect.closeTo(0.93023, 5), // 0.952 ∓ 2.776445 · s / √5 with s = 0.0175357, worked out elsewhere
    high: expect.closeTo(0.97377, 5),
  });
  for (const rates of [
    [0.2, 0.9],
    [1, 1, 1],
    [0.4, 0.41, 0.5, 0.1, 0],
  ]) {
    const { n: _, ...expected } = meanRate(rates);
    expect(overSeeds(rates)).toEqual({
      mean: expect.closeTo(expected.mean, 12),
      low: expect.closeTo(expected.low, 12),
      high: expect.closeTo(expected.high, 12),
    });
  }
});

describe('from a study to a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-published-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const runs = join(folder, 'runs');
  const sets = 'worldsPerStep=2 branches=2 turns=2 validationWorlds=4 testWorlds=4 evaluateEvery=1'
    .split(' ')
    .flatMap((knob) => ['--set', knob]);
  const study = (seed: number, name = `world-sokoban-${seed}`) =>
    lab(
      ...['study', 'world-sokoban', '--seeds', String(seed), '--steps', '2', '--problems', '6', '--quiet'],
      ...['--out', join(runs, name, 'study'), ...sets],
    );
  const to = [
    '--results',
    join(folder, 'results'),
    '--readme',
    join(folder, 'README.md'),
    '--log',
    join(folder, 'LOG.md'),
    '--curves',
    join(folder, 'curves.svg'),
    '--facts',
    join(folder, 'preset-facts.json'),
    '--published',
    join(folder, 'published.json'),
  ];
  const page = () => readFileSync(join(folder, 'README.md'), 'utf8');
  const blocks = ['worlds', 'curves', 'table3', 'partners', 'credit'].map(
    (name) => `<!-- results: ${name} -->\n<!-- /results: ${name} -->\n`,
  );

  test('finished seeds become a record and a row; a second time says the same', async () => {
    for (const seed of [1, 2]) expect(await study(seed)).toMatchObject({ status: 0 });
    cpSync(join(runs, 'world-sokoban-1'), join(runs, 'world-sokoban-3'), { recursive: true });
    const unfinished = join(runs, 'world-sokoban-3', 'study', 'study.json');
    writeFileSync(unfinished, JSON.stringify({ ...JSON.parse(readFileSync(unfinished, 'utf8')), status: 'paused' }));
    const collected = await publish('collect', runs, ...to);
    expect(collected).toMatchObject({ status: 0, err: '' });
    expect(collected.out).toContain('world-sokoban: not finished, left out: seeds 3');
    const record = JSON.parse(readFileSync(join(folder, 'results', 'world-sokoban.json'), 'utf8'));
    expect(record).toMatchObject({
      seeds: [1, 2],
      problems: 6,
      steps: 2,
      adapters: ['table'],
      largestMismatch: expect.any(Number),
    });
    expect(record.settings).toMatchObject({ worldsPerStep: 2, testWorlds: 4 });
    const rows = new Map<string, { how: { role?: string }; cells: Record<string, number>[] }>();
    for (const row of record.rows) rows.set(row.id, row);
    const trained = record.rows.find(({ id }: { id: string }) => id === 'trained');
    expect(rows.get('random')?.cells).toHaveLength(1);
    expect(rows.get('tool-alone')?.cells).toHaveLength(2);
    expect(trained.cells.map(({ seed, n, steps }: Record<string, number>) => [seed, n, steps])).toEqual([
      [1, 6, 2],
      [2, 6, 2],
    ]);
    expect(trained.cells[0].validation.map(([step]: number[]) => step)).toEqual([0, 1, 2]);
    expect(['tool', 'plan'].map((role) => rows.get(`of-team-${role}`)?.how.role)).toEqual(['tool', 'plan']);

    writeFileSync(join(folder, 'README.md'), `# A page\n${blocks.join('between\n')}the end\n`);
    writeFileSync(join(folder, 'LOG.md'), '<!-- results: studies -->\n<!-- /results: studies -->\n');
    expect((await publish('tables', '--check', ...to)).status).toBe(1);
    expect(await publish('tables', ...to)).toEqual({ status: 0, out: '', err: '' });
    expect(page()).toMatch(/\| Sokoban 6×6, 2 steps \| .* % \(.*\) \| .* \| 6 \|\n/);
    expect(page()).toMatch(/Sokoban 6×6:\n\n“Team, trained together” against “.*”, problems that only the one/);
    expect(page()).toContain('| Maths, level 1 | not measured yet |');
    expect(page()).toMatch(/^# A page\n[\s\S]*\nbetween\n[\s\S]*\nbetween\n[\s\S]*the end\n$/);
    expect(existsSync(join(folder, 'curves.svg'))).toBe(true);
    const facts = JSON.parse(readFileSync(join(folder, 'preset-facts.json'), 'utf8'));
    expect(facts).toMatchObject([
      { preset: 'sokoban', n: 6, seeds: 2, steps: 2 },
      { preset: 'sokoban-alone', n: 6, seeds: 2, asManyTokens: true },
    ]);
    const published = JSON.parse(readFileSync(join(folder, 'published.json'), 'utf8'));
    expect(published['world-sokoban'].rows.trained).toMatchObject([
      { seed: 1, n: 6 },
      { seed: 2, n: 6 },
    ]);
    const first = page();
    await publish('tables', ...to);
    expect(page()).toBe(first);
    expect((await publish('tables', '--check', ...to)).status).toBe(0);
  });

  test('seeds of another folder stand beside those of a record, and a study made otherwise replaces it', async () => {
    const [one, two, results] = [join(folder, 'one'), join(folder, 'two'), join(folder, 'several')];
    cpSync(join(runs, 'world-sokoban-1'), join(one, 'world-sokoban-1'), { recursive: true });
    cpSync(join(runs, 'world-sokoban-2'), join(two, 'world-sokoban-2'), { recursive: true });
    const record = (at: string) => JSON.parse(readFileSync(join(at, 'world-sokoban.json'), 'utf8'));
    await publish('collect', two, '--results', results);
    await publish('collect', one, '--results', results);
    expect(record(results)).toEqual(record(join(folder, 'results')));
    const file = join(one, 'world-sokoban-1', 'study', 'study.json');
    const found = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...found, wishes: { ...found.wishes, problems: 7 } }));
    expect((await publish('collect', one, '--results', results)).out).toContain('was made otherwise and is replaced');
    expect(record(results).seeds).toEqual([1]);
  });

  test('a tuned study has its seeds in one folder; its record says which learning rates were chosen', async () => {
    const [tuned, results, readme] = ['tuned', 'rates', 'rates.md'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const words = ['--seeds', '1,2', '--steps', '1', '--problems', '4', '--tune', '0.5,2', '--tune-seeds', '9'];
    const small = ['--set', 'worldsPerStep=2', '--set', 'validationWorlds=4', '--set', 'testWorlds=4'];
    const out = ['--quiet', '--out', join(tuned, 'credit-signals-1-2', 'study')];
    expect(await lab('study', 'credit-signals', ...words, ...small, ...out)).toMatchObject({ status: 0 });
    expect(await publish('collect', tuned, '--results', results)).toMatchObject({ status: 0, err: '' });
    const kept = join(results, 'trials', 'credit-signals.json');
    const other = join(tuned, 'credit-signals-3');
    const again = ['--seeds', '3', ...words.slice(2), ...small, '--trials', kept];
    expect(await lab('study', 'credit-signals', ...again, '--quiet', '--out', join(other, 'study'))).toMatchObject({
      status: 0,
    });
    const { trials } = JSON.parse(readFileSync(join(other, 'study', 'study.json'), 'utf8'));
    expect(trials).toEqual(JSON.parse(readFileSync(kept, 'utf8')).trials);
    expect(readdirSync(join(other, 'study', 'runs'))).toHaveLength(5); // the rows' own, no trial
    rmSync(other, { recursive: true });
    const strange = [...again, '--set', 'turns=1', '--set', 'worldsPerStep=3', '--out', join(other, 'study')];
    expect(await lab('study', 'credit-signals', ...strange)).toMatchObject({
      status: 2,
      err: expect.stringContaining('is of a study with other wishes'),
    });
    const changed = join(folder, 'changed.json');
    writeFileSync(changed, JSON.stringify({ ...JSON.parse(readFileSync(kept, 'utf8')), configs: 'of before' }));
    const late = [...again.slice(0, -1), changed, '--out', join(other, 'study')];
    expect(await lab('study', 'credit-signals', ...late)).toMatchObject({
      status: 2,
      err: expect.stringContaining('is of a preset that has changed since'),
    });
    const record = JSON.parse(readFileSync(join(results, 'credit-signals.json'), 'utf8'));
    expect(record).toMatchObject({ seeds: [1, 2], tuning: { factors: [0.5, 2], seeds: [9] } });
    const trained = ['last-alone', 'own', 'after-turn', 'look-ahead', 'counterfactual'];
    expect(Object.keys(record.chosen).sort()).toEqual([...trained].sort());
    const own = record.rows.find(({ id }: { id: string }) => id === 'own');
    expect(own.cells.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2]);
    writeFileSync(readme, blocks.join('\n'));
    const [log = '', curves = '', facts = '', published = ''] = [
      ...['LOG.md', 'none.svg', 'facts.json', 'published.json'],
    ].map((name) => join(folder, name));
    const places = [
      ...['--readme', readme, '--log', log, '--curves', curves],
      ...['--facts', facts, '--published', published],
    ];
    writeFileSync(log, '<!-- results: studies -->\n<!-- /results: studies -->\n');
    expect(await publish('tables', '--results', results, ...places)).toEqual({ status: 0, out: '', err: '' });
    const page = readFileSync(readme, 'utf8');
    expect(page).toContain('| learning rate × |');
    expect(page).toContain(`| Own | `);
    expect(page).toContain('the best of 0.5, 2 times each row’s own on validation problems, seeds 9.');
  });

  test('S2: a run in whose steps sampler and trainer disagreed is not published, nor are seeds that were not made alike', async () => {
    const other = join(folder, 'other');
    cpSync(runs, other, { recursive: true });
    const below = readdirSync(other, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('metrics.jsonl'),
    );
    const metrics = join(other, below.find((name) => name.startsWith('world-sokoban-2')) ?? '');
    const reports = readFileSync(metrics, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    Object.values<{ mismatch: number }>(reports[1].updates).forEach((update) => {
      update.mismatch = 0.0012;
    });
    writeFileSync(metrics, `${reports.map((report) => JSON.stringify(report)).join('\n')}\n`);
    const refused = await publish('collect', other, ...to);
    expect(refused.status).toBe(2);
    expect(refused.err).toMatch(/world-sokoban is not published: .*largest mismatch 1\.2e-3 .*TOO LARGE/);

    const file = join(other, 'world-sokoban-2', 'study', 'study.json');
    const found = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...found, wishes: { ...found.wishes, problems: 7 } }));
    expect((await publish('collect', other, ...to)).err).toContain(
      'world-sokoban is not published: its seeds have different wishes',
    );
  });
});
