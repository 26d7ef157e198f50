import 'fake-indexeddb/auto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silence } from '../../../../headless/progress';
import { studyById } from '../../shared/plans';
import type { StudyRecord, StudyWishes } from '../../shared/study';
import { studyTable } from '../../shared/summary';
import { keepStudy } from '../../worker/keep-study';
import { studyWork } from '../../worker/study-work';
import { studyFolder } from '../study-folder';
import { connectTo } from './connection';
import { noServer, serverProgram, startServer, type TestServer } from './redis-server.fixture';
import { serveQueue } from './serve-queue';
import { studyOverQueue } from './study-over-queue';
import { smallWishes, tableParts } from './table-parts.fixture';
import { versionOf } from './versions';

const folder = mkdtempSync(join(tmpdir(), 'grove-queue-'));
let server: TestServer | undefined;
beforeAll(async () => {
  if (serverProgram) server = await startServer();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});
const tested = test.skipIf(serverProgram === undefined);
if (serverProgram === undefined) console.warn(`the queue is not tested: ${noServer}`);

const newRecord = (wishes: StudyWishes): StudyRecord => {
  return { id: 'study', wishes, cells: [], status: 'running', createdAt: 1, changedAt: 1 };
};

/** The bytes of every run's last and best checkpoint, by where they lie. */
function checkpointsIn(name: string): Record<string, Buffer> {
  const runs = join(folder, name, 'runs');
  const files = readdirSync(runs).flatMap((run) => ['checkpoint', 'best'].map((file) => `${run}/${file}.safetensors`));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(runs, file))]));
}

/** The study as one machine does it. */
async function alone(name: string, wishes: StudyWishes) {
  const plan = studyById(wishes.plan);
  const kept = studyFolder(join(folder, name));
  const work = studyWork({
    parts: await tableParts(),
    runStoreFor: kept.runStoreFor,
    nameOf: ({ row, seed }) => `${plan.id}: ${row.name}, seed ${seed}`,
  });
  const record = newRecord(wishes);
  const end = await keepStudy({
    ...{ plan, record, work, keep: kept.write, now: () => 0, onDoing: () => {}, stopping: () => false },
  });
  return { plan, end };
}

/** The study as it is put into the queue; its workers are up to the test. */
async function queued(name: string, wishes: StudyWishes) {
  const kept = studyFolder(join(folder, name));
  const { base } = await tableParts();
  return studyOverQueue({
    address: server?.address ?? '',
    plan: studyById(wishes.plan),
    record: newRecord(wishes),
    version: versionOf('c0ffee', base),
    folder: kept,
    keep: kept.write,
    progress: silence,
    interrupted: new AbortController().signal,
  });
}

async function worker(answerMs = 0) {
  const connection = await connectTo(server?.address ?? '');
  const parts = await tableParts(answerMs);
  const end = new AbortController();
  const lines: string[] = [];
  const served = serveQueue({
    connection,
    version: versionOf('c0ffee', parts.base),
    parts,
    atOnce: 2,
    line: (text) => lines.push(text),
    interrupted: end.signal,
  }).finally(() => connection.close());
  return {
    lines,
    leave: () => {
      end.abort();
      return served;
    },
  };
}

tested('two workers make the same table as one machine, every digit, and its runs come home', async () => {
  const { plan, end } = await alone('alone', smallWishes);
  const workers = [await worker(), await worker()];
  const over = await queued('queued', smallWishes);
  for (const one of workers) await one.leave();
  expect(studyTable(plan, over.cells)).toEqual(studyTable(plan, end.cells));
  const figures = (record: StudyRecord) =>
    record.cells.map((cell) => ({ ...cell, runs: cell.runs.map(({ row, identity }) => ({ row, identity })) }));
  expect(figures(over)).toEqual(figures(end));
  expect(over.status).toBe('finished');
  expect(checkpointsIn('queued')).toEqual(checkpointsIn('alone'));
  expect(Object.keys(checkpointsIn('queued'))).toHaveLength(6 * 2);
});
