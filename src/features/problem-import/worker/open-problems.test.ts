import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../../files/formats/byte-source';
import { catalogueOf } from '../../../learning/catalogue';
import { builtInTasks } from '../../../learning/environments/code/tasks';
import type { ColumnMapping } from '../../../learning/environments/problem-import/layout';
import type { CodeProblem } from '../../../learning/environments/problems';
import { worldSeed } from '../../../learning/environments/splits';
import { definitionsOf } from '../../../run/run-catalogue';
import { nameFromFile, openProblems, problemSetOf, readProblems, splitCounts } from './open-problems';
import { isSetFile, readSetFile, setFile } from './set-file';

const sample = (name: string) =>
  bytesSource(
    new Uint8Array(readFileSync(new URL(`../../../../e2e/samples/problems/golden/${name}`, import.meta.url))),
    name,
  );

async function read(name: string, mapping?: ColumnMapping) {
  const opened = await openProblems(sample(name));
  const { layout } = opened.detected;
  const told = await readProblems(opened, { layout, mapping: mapping ?? opened.detected.mapping });
  return { layout: layout.id, world: layout.world, format: opened.table.format, ...told };
}

describe('sample files', () => {
  it.each<[string, string, string, number, number]>([
    ['aime-2024.parquet', 'parquet', 'aime', 8, 0],
    ['aime-2025.jsonl', 'jsonl', 'aime', 6, 0],
    ['olympiadbench.parquet', 'parquet', 'olympiadbench', 5, 1],
    ['gsm8k.jsonl', 'jsonl', 'gsm8k', 40, 0],
    ['gsm8k.parquet', 'parquet', 'gsm8k', 40, 0],
    ['list.json', 'json', 'gsm8k', 30, 0],
    ['apps.jsonl', 'jsonl', 'apps', 26, 0],
    ['codecontests.parquet', 'parquet', 'codecontests', 23, 1],
    ['livecodebench.jsonl', 'jsonl', 'livecodebench', 6, 0],
    ['tasks.json', 'json', 'tasks', 22, 0],
    ['broken/bad-rows.jsonl', 'jsonl', 'gsm8k', 20, 4],
  ])(
    '%s: %s in the columns of %s becomes %i problems, %i rows are bad',
    async (name, format, layout, problems, bad) => {
      const found = await read(name);
      expect([found.format, found.layout, found.report.problems, found.report.bad]).toEqual([
        format,
        layout,
        problems,
        bad,
      ]);
    },
  );

  it('with columns of one’s own are mapped by hand', async () => {
    await expect(read('own-columns.csv')).rejects.toThrow(
      'no column for question, answer: name question=COLUMN,answer=COLUMN',
    );
    await expect(read('own-columns.csv', { question: 'Aufgabe', answer: 'Lösungen' })).rejects.toThrow(
      'there is no column "Lösungen"',
    );
    const { problems } = await read('own-columns.csv', { question: 'Aufgabe', answer: 'Lösung', level: 'Stufe' });
    expect(problems[4]).toMatchObject({ answer: '13', level: 5 });
  });

  it('hold the same problems in either container', async () => {
    const [one, other] = await Promise.all([read('gsm8k.jsonl'), read('gsm8k.parquet')]);
    expect(one.problems).toEqual(other.problems);
  });

  it('of LiveCodeBench have their packed tests unpacked', async () => {
    const { problems } = await read('livecodebench.jsonl');
    expect((problems[1] as CodeProblem).tests.cases).toEqual([
      { stdin: '5\n10\n', stdout: '15\n1\n' },
      { stdin: '9\n18\n', stdout: '27\n1\n' },
    ]);
    const { report } = await read('broken/code-in-pickle.jsonl');
    expect(report.faults[0]?.got).toContain('unpickling runs programs');
  });

  it.each([
    ['broken/cut-off.parquet', 'is it cut off?'],
    ['broken/not-utf8.csv', 'is not UTF-8 text'],
    ['broken/open-list.txt', 'its list does not end'],
    ['broken/other-columns.csv', 'the file has city, people'],
  ])('%s is refused: %s', async (name, why) => {
    await expect(read(name)).rejects.toThrow(why);
  });

  it('can be taken in part', async () => {
    const opened = await openProblems(sample('gsm8k.parquet'));
    const { report } = await readProblems(opened, { ...opened.detected, mostRows: 7 });
    expect(report.rows).toBe(7);
  });
});

describe('a set of problems', () => {
  it('as a file is what the built-in tasks are', async () => {
    const file = new URL('../../../learning/environments/code/tasks.json', import.meta.url);
    const set = await readSetFile(bytesSource(new Uint8Array(readFileSync(file)), 'tasks.json'));
    expect(set.problems).toEqual(builtInTasks());
    expect(splitCounts(set)).toEqual({ train: 50, validation: 3, test: 4, report: 4 });
  });

  const setFrom = async (name: string, splits: 'by-problem' | 'none' = 'by-problem') => {
    const { problems, world } = await read(name);
    return problemSetOf(problems, { world, name: nameFromFile(name), splits, file: name });
  };

  it('is a world that plays each problem in the split it belongs to', async () => {
    const set = await setFrom('gsm8k.jsonl');
    const counts = Object.values(splitCounts(set));
    expect(counts.reduce((sum, count) => sum + count)).toBe(40);
    const world = catalogueOf({ problems: [set] }).environmentById('maths/gsm8k');
    const state = world.start(worldSeed('test', 0), {});
    const right = world.solve(state);
    expect(right && world.act(state, right, 1).solved).toBe(true);
  });

  it('of programs has tests that its world plays', async () => {
    const set = await setFrom('codecontests.parquet');
    const world = catalogueOf({ problems: [set] }).environmentById('code/codecontests');
    const state = world.start(worldSeed('train', 0), {});
    expect(world.programs?.(state, world.solve(state))?.length).toBeGreaterThan(0);
  });

  it('that is too small to be split says what to do', async () => {
    await expect(setFrom('aime-2025.jsonl')).rejects.toThrow('import them without splits, for evaluation only');
    expect((await setFrom('aime-2025.jsonl', 'none')).splits).toBe('none');
    await expect(problemSetOf([], { world: 'maths', name: 'a/b', splits: 'none' })).rejects.toThrow(
      "a set's name has up to 60 letters",
    );
  });

  it('is written to a file and read again as it was; a changed one is refused', async () => {
    const set = await setFrom('apps.jsonl');
    const text = setFile(set);
    const source = (changed: string) => bytesSource(new TextEncoder().encode(changed), 'set.json');
    expect(await isSetFile(source(text))).toBe(true);
    expect(await isSetFile(sample('tasks.json'))).toBe(false);
    expect(await readSetFile(source(text))).toEqual(set);
    await expect(readSetFile(source(text.replace('doubles', 'halves')))).rejects.toThrow(
      'set.json: was changed after it was written',
    );
    await expect(readSetFile(source(text.replace('"kind":"stdin"', '"kind":"file"')))).rejects.toThrow(
      'its problem 1 is damaged',
    );
  });

  it('that is not kept is asked for by the file it came from', async () => {
    const { problems: _, ...named } = await setFrom('gsm8k.jsonl');
    await expect(definitionsOf({ definitions: { problems: [named] } }, {})).rejects.toThrow(
      'the maths problems "gsm8k" are not kept here: load their file again, gsm8k.jsonl',
    );
  });
});
