import { tableLearner } from '../../../contract/table-learner.fixture';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportedCheckpoint } from '../../../export/export';
import { openStorage } from '../../../files/storage/storage';
import { type RunConfig, settingsFrom } from '../../../learning/config/run-config';
import { evaluate } from '../../../learning/training/evaluate';
import { weightlessBase } from '../../../models/weightless-base.test-data';
import type { LabKinds } from '../../../run/run-store';
import type { Session } from '../../../run/session';
import { identityOf, type SessionParts } from '../../../run/session-parts';
import { studyById } from '../shared/plans';
import type { StudyCell, StudyPlan } from '../shared/study';
import type { Trial } from '../shared/tuning';
import { runStudy } from './run-study';
import { studyWork } from './study-work';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const tiny = {
  steps: 2,
  worldsPerStep: 2,
  branches: 2,
  turns: 1,
  validationWorlds: 4,
  testWorlds: 4,
  learningRate: 0.1,
};
const table3 = studyById('table3');
const plan: StudyPlan = {
  ...table3,
  rows: table3.rows.map((row) => ({
    ...row,
    config: { ...row.config, settings: settingsFrom({ ...row.config.settings, ...tiny }) },
  })),
};

async function place(name: string) {
  const storage = await openStorage<LabKinds>(name);
  const started: string[] = [];
  const precisions: string[] = [];
  let session: Session | undefined;
  const parts: Omit<SessionParts, 'runStore'> = {
    base,
    openLearner: async (precision) => {
      precisions.push(precision);
      const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
      return { learner, gpu: 'table', lost: new Promise<string>(() => {}) };
    },
    now: () => 0,
    announce: (event) => {
      if (event.kind === 'status' && event.status === 'running' && event.step === 0) started.push(event.runId);
    },
  };
  const work = studyWork({
    parts,
    runStoreFor: async (identity) => {
      for (const run of await storage.runs.list())
        if ((await identityOf(run.config, run.baseHash)) === identity) return { runStore: storage, run };
      return { runStore: storage };
    },
    nameOf: ({ row, seed }) => `${row.id} ${seed}`,
    onSession: (given) => {
      session = given;
    },
  });
  return { storage, work, started, precisions, session: () => session };
}

const wishes = { plan: 'table3', seeds: [1, 2], problems: 6 };
const figures = (cells: readonly StudyCell[]) => cells.map(({ runs: _runs, ...cell }) => cell);

test('a study trains, joins and swaps for real, and reports what was spent', async () => {
  const { work, storage } = await place('whole');
  const kept: (readonly StudyCell[])[] = [];
  const end = await runStudy({
    plan,
    wishes,
    cells: [],
    work,
    keep: async (cells) => void kept.push(cells),
    stopping: () => false,
  });
  expect(end).toBe('finished');
  const cells = kept.at(-1) ?? [];
  expect(cells).toHaveLength(14); // eight rows with two seeds, the untrained one and random play once
  expect(await storage.runs.list()).toHaveLength(6);
  const cell = (row: string) => cells.find((one) => one.row === row && one.seed === 1);
  const { trainingTokens: budget = 0 } = cell('together') ?? {};
  expect(budget).toBeGreaterThan(0);
  expect(cell('plan-alone')?.trainingTokens).toBeGreaterThanOrEqual(budget);
  expect(cell('joined')?.trainingTokens).toBe(
    (cell('plan-alone')?.trainingTokens ?? 0) + (cell('tool-alone')?.trainingTokens ?? 0),
  );
  expect(cell('swapped')?.runs).toEqual(cell('together')?.runs);
  expect(cell('together-tool')?.runs).toEqual(cell('together')?.runs);
  expect(new Set(cells.map(({ evaluation }) => evaluation.solvedEach?.problems)).size).toBe(1); // V9: all can be paired
  for (const { row, evaluation } of cells) {
    expect(evaluation.n).toBe(6);
    if (row !== 'random') expect(evaluation).toMatchObject({ tokens: expect.any(Number), seconds: 0 });
  }
  const passing = (row: string) => cell(row)?.evaluation.passThrough?.role;
  expect(['together', 'swapped', 'together-tool', 'tool-alone'].map(passing)).toEqual([
    'plan',
    'plan',
    undefined,
    undefined,
  ]);
});

test('V5, V7: what is reported is the run’s best checkpoint on problems that the run itself never saw, its own tests included', async () => {
  const { work, storage } = await place('fresh');
  let cells: readonly StudyCell[] = [];
  const world: StudyPlan = { ...plan, budgetRow: 'together', rows: plan.rows.filter(({ id }) => id === 'together') };
  const keep = async (done: readonly StudyCell[]) => {
    cells = done;
  };
  const options = {
    plan: world,
    wishes: { plan: 'table3', seeds: [1], problems: 9 },
    work,
    keep,
    stopping: () => false,
  };
  await runStudy({ ...options, cells: [] });
  const [run] = await storage.runs.list();
  const [cell] = cells;
  expect(run?.after?.n).toBe(4);
  expect(cell?.evaluation.n).toBe(9);
  const { policies } = await reportedCheckpoint(storage, run?.id ?? '');
  const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
  for (const [name, snapshot] of Object.entries(policies)) {
    await learner.addPolicy(name, { kind: snapshot.kind, rank: 1, alpha: 1, seed: 0 });
    await learner.load(name, snapshot);
  }
  const { evaluation } = await evaluate({
    config: run?.config as RunConfig,
    split: 'report',
    n: 9,
    sampler: learner,
    tokenizer,
  });
  expect(cell?.evaluation).toMatchObject(evaluation);

  const { split: _, ...before } = cell as StudyCell;
  await runStudy({ ...options, cells: [{ ...before, evaluation: { ...before.evaluation, n: 4 } }] });
  expect(cells.map(({ split, evaluation }) => [split, evaluation.n])).toEqual([['report', 9]]); // measured again
});

test('every learner of a study has the base in the precision that the study asks for', async () => {
  const { work, precisions } = await place('packed');
  const packed = { ...wishes, seeds: [1], settings: { basePrecision: 'int4' as const } };
  await runStudy({ plan, wishes: packed, cells: [], work, keep: async () => {}, stopping: () => false });
  expect(new Set(precisions)).toEqual(new Set(['int4']));
});

test('R2 a study that is stopped again and again, also inside a run, ends like the uninterrupted one; what is done is not redone', async () => {
  const whole = await place('uninterrupted');
  let expected: readonly StudyCell[] = [];
  const keepWhole = async (cells: readonly StudyCell[]) => {
    expected = cells;
  };
  await runStudy({ plan, wishes, cells: [], work: whole.work, keep: keepWhole, stopping: () => false });
  const here = await place('interrupted');
  let cells: readonly StudyCell[] = [];
  let end = 'paused';
  for (let visit = 0; end === 'paused' && visit < 60; visit++) {
    const doing: string[] = [];
    end = await runStudy({
      plan,
      wishes,
      cells,
      work: here.work,
      keep: async (more) => {
        cells = more;
      },
      onDoing: ({ row, step }) => {
        doing.push(row);
        if (step === 1) void here.session()?.pause();
      },
      stopping: () => doing.length > 0,
    });
  }
  expect(end).toBe('finished');
  expect(figures(cells)).toEqual(figures(expected));
  expect(new Set(here.started).size).toBe(6);
  expect(await here.storage.runs.list()).toHaveLength(6);
});

test('R2 V7 a tuned study tries every trained row first, and stopped again and again it ends the same', async () => {
  const rows = plan.rows.filter(({ id }) => id === 'together' || id === 'plan-alone');
  const tuned = { ...wishes, seeds: [1], tuning: { factors: [1, 0.5], seeds: [9] } };
  const ended = async (name: string, pausing: (tasks: number) => boolean) => {
    const { work } = await place(name);
    let [cells, trials]: [readonly StudyCell[], readonly Trial[]] = [[], []];
    for (let visits = 0; visits < 20; visits++) {
      let tasks = 0;
      const keep = async (...kept: [readonly StudyCell[], readonly Trial[]]) => {
        [cells, trials] = kept;
      };
      const stopping = () => pausing(tasks++);
      const end = await runStudy({ plan: { ...plan, rows }, wishes: tuned, cells, trials, work, keep, stopping });
      if (end === 'finished') break;
    }
    return { cells: figures(cells), trials: trials.map(({ run: _run, ...trial }) => trial) };
  };
  const whole = await ended('tuned', () => false);
  expect(whole.trials.map(({ row, factor, seed }) => [row, factor, seed])).toEqual([
    ['together', 1, 9],
    ['together', 0.5, 9],
    ['plan-alone', 1, 9],
    ['plan-alone', 0.5, 9],
  ]);
  for (const { validation } of whole.trials) expect(validation.n).toBe(tiny.validationWorlds);
  expect(whole.cells.map(({ row, seed }) => [row, seed])).toEqual([
    ['together', 1],
    ['plan-alone', 1],
  ]);
  expect(await ended('tuned in pieces', (tasks) => tasks > 0)).toEqual(whole);
});

test('runs of another study with the same configuration are found and not trained again', async () => {
  const { work, storage } = await place('shared');
  const keep = async () => {};
  const only = (id: string): StudyPlan => ({
    ...plan,
    id,
    budgetRow: 'together',
    rows: plan.rows.filter((row) => row.id === 'together'),
  });
  await runStudy({
    plan: only('a'),
    wishes: { plan: 'a', seeds: [1], problems: 4 },
    cells: [],
    work,
    keep,
    stopping: () => false,
  });
  await runStudy({
    plan: only('b'),
    wishes: { plan: 'b', seeds: [1], problems: 4 },
    cells: [],
    work,
    keep,
    stopping: () => false,
  });
  expect(await storage.runs.list()).toHaveLength(1);
});
