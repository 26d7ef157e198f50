// What a queue costs and survives: a study of 24 runs by eight workers of which one is killed every few seconds,
// beside the same study on one machine; what a task takes more over the queue; and single operations among 10,000
// queued tasks.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { connectTo } from '../../src/features/studies/cli/queue/connection';
import {
  openQueue,
  type QueuedStudy,
  queueNames,
  studyRecords,
  type TaskJob,
} from '../../src/features/studies/cli/queue/queued-study';
import { startServer } from '../../src/features/studies/cli/queue/redis-server.fixture';
import { studyOverQueue } from '../../src/features/studies/cli/queue/study-over-queue';
import { smallWishes, tableParts } from '../../src/features/studies/cli/queue/table-parts.fixture';
import { studyFolder } from '../../src/features/studies/cli/study-folder';
import { studyById } from '../../src/features/studies/shared/plans';
import { type StudyRecord, type StudyWishes, tasksOf } from '../../src/features/studies/shared/study';
import { studyTable } from '../../src/features/studies/shared/summary';
import { keepStudy } from '../../src/features/studies/worker/keep-study';
import { studyWork } from '../../src/features/studies/worker/study-work';
import { silence } from '../../src/headless/progress';

const [program = ''] = process.argv.slice(2);
const workersAtOnce = 8;
const killEveryMs = 4000;
const answerMs = 250;
const folder = mkdtempSync(join(tmpdir(), 'grove-measure-'));
const server = await startServer();
const { base } = await tableParts();
const version = { commit: 'c0ffee', base: base.hash };
const seeds = Array.from({ length: 24 }, (_, at) => at + 1);
const settings = { ...smallWishes.settings, checkpointEvery: 2 };
const wishes: StudyWishes = { ...smallWishes, plan: 'world-sokoban', seeds, steps: 12, problems: 20, settings };
const plan = studyById(wishes.plan);
const newRecord = (): StudyRecord => ({
  ...{ id: 'measured', wishes, cells: [], status: 'running', createdAt: 1, changedAt: 1 },
});

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  const value = await work();
  return { value, ms: performance.now() - began };
}

function start(answers: number): ChildProcess {
  return spawn(process.execPath, [program, server.address, String(answers), '2000'], { stdio: 'ignore' });
}

function overQueue(name: string) {
  const kept = studyFolder(join(folder, name));
  const lines: string[] = [];
  const run = studyOverQueue({
    ...{ address: server.address, plan, record: newRecord(), version, folder: kept, keep: kept.write },
    progress: { ...silence, line: (text) => lines.push(text) },
    interrupted: new AbortController().signal,
  });
  return { run, lines };
}

const text = (record: StudyRecord) => JSON.stringify(studyTable(plan, record.cells));
const tasks = tasksOf(plan, wishes).length;

const kept = studyFolder(join(folder, 'alone'));
const work = studyWork({ parts: await tableParts(), runStoreFor: kept.runStoreFor, nameOf: ({ row }) => row.id });
const alone = await timed(() =>
  keepStudy({
    ...{ plan, record: newRecord(), work, keep: kept.write },
    ...{ now: () => 0, onDoing: () => {}, stopping: () => false },
  }),
);
console.log(`one machine, a table that answers at once: ${tasks} tasks in ${(alone.ms / 1000).toFixed(1)} s`);

const workers: ChildProcess[] = Array.from({ length: workersAtOnce }, () => start(answerMs));
let kills = 0;
const killing = setInterval(() => {
  workers.shift()?.kill('SIGKILL');
  workers.push(start(answerMs));
  kills++;
}, killEveryMs);
const disturbed = overQueue('disturbed');
const killed = await timed(() => disturbed.run);
clearInterval(killing);
for (const one of workers) one.kill('SIGKILL');
const same = text(killed.value) === text(alone.value);
const taken = disturbed.lines.filter((line) => line.includes('its worker is gone')).length;
console.log(
  `${workersAtOnce} workers, one killed every ${killEveryMs / 1000} s: ${kills} kills, ${taken} tasks taken over, ` +
    `${(killed.ms / 1000).toFixed(1)} s; the table is ${same ? 'the same, every digit' : 'ANOTHER'}`,
);

const connection = await connectTo(server.address);
await connection.redis.flushall();
const one = start(0);
const queued = await timed(() => overQueue('one-worker').run);
one.kill('SIGKILL');
console.log(
  `one worker, its start included: ${(queued.ms / 1000).toFixed(1)} s, ` +
    `${(Math.max(0, queued.ms - alone.ms) / tasks).toFixed(0)} ms more for each task, ` +
    `${(Math.max(0, queued.ms - alone.ms) / seeds.length).toFixed(0)} ms for each run`,
);

await connection.redis.flushall();
const queue = await openQueue(connection);
const records = studyRecords(connection.redis, queue);
const many = Array.from({ length: 10_000 }, (_, at) => at + 1);
const study: QueuedStudy = { id: 'many', wishes: { ...wishes, seeds: many }, version, createdAt: 1 };
const put = await timed(() => records.start(study, { cells: [] }));
console.log(`10,000 runs put into the queue in ${(put.ms / 1000).toFixed(1)} s`);
const taker = new Worker<TaskJob>(queueNames.name, null, {
  ...{ connection: connection.redis, prefix: queueNames.prefix, autorun: false },
});
const times: Record<string, number[]> = { add: [], counts: [], take: [], progress: [], complete: [] };
const note = async <T>(what: string, operation: () => Promise<T>): Promise<T> => {
  const { value, ms } = await timed(operation);
  times[what]?.push(ms);
  return value;
};
for (let at = 0; at < 100; at++) {
  await note('add', () => queue.add('one', { study: 'other', row: 'trained', seed: at }, { jobId: `other.${at}.x` }));
  await note('counts', () => queue.getJobCounts());
  const job = await note('take', () => taker.getNextJob(`token${at}`, { block: false }));
  await note('progress', async () => job?.updateProgress({ step: at }));
  await note('complete', async () => job?.moveToCompleted(undefined, `token${at}`, false));
}
for (const [what, each] of Object.entries(times)) {
  const sorted = each.sort((a, b) => a - b);
  console.log(`  ${what}: median ${sorted[50]?.toFixed(1)} ms, longest of 100: ${sorted.at(-1)?.toFixed(1)} ms`);
}
const end = await timed(() => records.finishTask(study, { row: 'trained', seed: 1 }, {}));
console.log(`  a task finished, what waited for it looked up among all: ${end.ms.toFixed(0)} ms`);
await taker.close();
await queue.close();
await connection.close();
await server.stop();
rmSync(folder, { recursive: true });
process.exit(same ? 0 : 1);
