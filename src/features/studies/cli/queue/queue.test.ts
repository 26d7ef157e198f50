import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { present } from '../../../../basics/check';
import { silence } from '../../../../headless/progress';
import { studyById } from '../../shared/plans';
import { nextTask, type StudyRecord, type StudyWishes } from '../../shared/study';
import { studyTable } from '../../shared/summary';
import { keepStudy } from '../../worker/keep-study';
import { studyWork } from '../../worker/study-work';
import { studyFolder } from '../study-folder';
import { builtProgram } from './built-program.fixture';
import { connectTo } from './connection';
import { claimRun, redisRunStore } from './redis-run-store';
import { freePort, noServer, serverProgram, startServer, type TestServer } from './redis-server.fixture';
import { serveQueue } from './serve-queue';
import { cancelStudy, studyOverQueue } from './study-over-queue';
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

type Parts = Awaited<ReturnType<typeof tableParts>>;

const newRecord = (wishes: StudyWishes): StudyRecord => {
  return { id: 'study', wishes, cells: [], status: 'running', createdAt: 1, changedAt: 1 };
};

/** Of every cell, all that is not the name that a run happened to get. */
function figures({ cells }: StudyRecord) {
  return cells.map((cell) => ({ ...cell, runs: cell.runs.map(({ row, identity }) => ({ row, identity })) }));
}

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

interface Asked {
  readonly lines?: string[];
  readonly interrupted?: AbortSignal;
  readonly attempts?: number;
}

/** The study as it is put into the queue; its workers are up to the test. */
async function queued(name: string, wishes: StudyWishes, { lines = [], interrupted, attempts = 3 }: Asked = {}) {
  const kept = studyFolder(join(folder, name));
  const { base } = await tableParts();
  return studyOverQueue({
    address: server?.address ?? '',
    plan: studyById(wishes.plan),
    record: newRecord(wishes),
    version: versionOf('c0ffee', base),
    folder: kept,
    keep: kept.write,
    settings: { attempts, waitMs: 10 },
    progress: { ...silence, line: (text) => lines.push(text) },
    interrupted: interrupted ?? new AbortController().signal,
  });
}

async function worker({ answerMs = 0, commit = 'c0ffee', change = (parts: Parts): Parts => parts } = {}) {
  const connection = await connectTo(server?.address ?? '');
  const parts = change(await tableParts(answerMs));
  const end = new AbortController();
  const lines: string[] = [];
  const served = serveQueue({
    connection,
    version: versionOf(commit, parts.base),
    parts,
    atOnce: 2,
    locks: { lockMs: 5000, stalledMs: 400, maxStalls: 50 }, // of all workers: the server looks once for all of them
    line: (text) => lines.push(text),
    interrupted: end.signal,
  }).finally(() => connection.close());
  served.catch(() => {}); // a test may ask for it later
  return {
    lines,
    served,
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
  expect(figures(over)).toEqual(figures(end));
  expect(over.status).toBe('finished');
  expect(checkpointsIn('queued')).toEqual(checkpointsIn('alone'));
  expect(Object.keys(checkpointsIn('queued'))).toHaveLength(6 * 2);
});

const longer: StudyWishes = {
  ...smallWishes,
  seeds: [3],
  steps: 4,
  settings: { ...smallWishes.settings, checkpointEvery: 2 },
};

tested('a worker that is killed costs no digit: another goes on from the last checkpoint', async () => {
  const { end } = await alone('alone-killed', longer);
  const program = await builtProgram(join(import.meta.dirname, 'table-worker.fixture.ts'), 'table-worker-under-test');
  const running = new Set<ChildProcess>();
  let kills = 0;
  const start = () => {
    const one = spawn(process.execPath, [program, server?.address ?? '', '40', '800']);
    running.add(one);
    let said = '';
    one.stdout.on('data', async (text: Buffer) => {
      said += text.toString();
      if (kills === 2 || !/role trained alone, seed 3(?!: done)/.test(said) || !running.delete(one)) return;
      kills++;
      await new Promise((resolve) => setTimeout(resolve, 300)); // in the middle of the run
      one.kill('SIGKILL');
      start();
    });
  };
  start();
  start();
  const lines: string[] = [];
  const record = await queued('killed', longer, { lines });
  for (const one of running) one.kill('SIGKILL');
  expect(kills).toBe(2);
  expect(figures(record)).toEqual(figures(end));
  expect(checkpointsIn('killed')).toEqual(checkpointsIn('alone-killed'));
  expect(lines.join('\n')).toContain('its worker is gone');
});

tested('a slow worker whose run was given to another has no figure of it', async () => {
  const { redis, close } = await connectTo(server?.address ?? '');
  await claimRun(redis, 'taken', 'slow');
  const parts = await tableParts();
  const announce: Parts['announce'] = (event) => {
    if (event.kind === 'step' && event.report.step === 2) void claimRun(redis, 'taken', 'other');
  };
  const work = studyWork({
    parts: { ...parts, announce },
    runStoreFor: async () => ({ runStore: redisRunStore(redis, 'taken', 'slow') }),
    nameOf: () => 'taken',
  });
  const task = nextTask(studyById(longer.plan), longer, []);
  await expect(work.train(present(task, 'it has just begun'), () => {})).rejects.toThrow('it goes on elsewhere');
  const { run, metrics } = redisRunStore(redis, 'taken');
  expect((await metrics.list((await run())?.id ?? '')).map(({ step }) => step)).toEqual([1, 2]);
  await close();
});

tested('a worker that leaves puts back what it does, and the run goes on where it was', async () => {
  const wishes = { ...longer, seeds: [4] };
  const { end } = await alone('alone-left', wishes);
  const over = queued('left', wishes);
  const first = await worker({ answerMs: 10 });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await first.leave();
  const second = await worker();
  expect(figures(await over)).toEqual(figures(end));
  await second.leave();
});

tested('a study may be left and looked on again; cancelled it rests, and the same words go on with it', async () => {
  const wishes = { ...longer, seeds: [5] };
  const going = new AbortController();
  const slow = await worker({ answerMs: 50 });
  const left = queued('looked-on', wishes, { interrupted: going.signal });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  going.abort();
  expect((await left).status).toBe('running');
  const again = queued('looked-on', wishes);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const isIt = ({ wishes: { seeds } }: { readonly wishes: StudyWishes }) => seeds.join() === '5';
  await cancelStudy(server?.address ?? '', isIt, 'table3');
  expect(await again).toMatchObject({ status: 'paused', reason: 'it was cancelled' });
  await expect(cancelStudy(server?.address ?? '', isIt, 'table3')).rejects.toThrow('no study table3 is under way');
  await slow.leave();
  const quick = await worker();
  expect((await queued('looked-on', wishes)).status).toBe('finished');
  await quick.leave();
});

tested('what fails is tried again and its reason told; what fails each time ends the study with it', async () => {
  const lines: string[] = [];
  let failures = 0;
  const change = (parts: Parts): Parts => ({
    ...parts,
    openLearner: (...asked) => {
      if (++failures <= 2) throw new Error('the fan stands still');
      return parts.openLearner(...asked);
    },
  });
  const weak = await worker({ change });
  const record = await queued('tried', { ...smallWishes, seeds: [6] }, { lines });
  expect(record.status).toBe('finished');
  expect(lines.join('\n')).toMatch(/failed \(attempt 1 of 3, by .*\): .*the fan stands still/);
  failures = Number.NEGATIVE_INFINITY;
  await weak.leave();
  const broken = await worker({
    change: (parts) => ({ ...parts, openLearner: () => Promise.reject(new Error('no fan')) }),
  });
  await expect(queued('broken', { ...smallWishes, seeds: [7] }, { attempts: 2 })).rejects.toThrow(
    /tasks failed.*no fan/,
  );
  await broken.leave();
});

tested('a worker of another version, or on another base model, is refused with what differs', async () => {
  const lines: string[] = [];
  const wishes = { ...smallWishes, seeds: [8] };
  const over = queued('versions', wishes, { lines });
  const other = await worker({ commit: 'beefed' });
  await expect(other.served).rejects.toThrow('commit: the study’s is c0ffee, the worker’s beefed');
  const change = (parts: Parts): Parts => ({ ...parts, base: { ...parts.base, hash: 'other' } });
  await expect((await worker({ change })).served).rejects.toThrow(
    'base model: the study’s is base, the worker’s other',
  );
  const fitting = await worker();
  expect((await over).status).toBe('finished');
  await fitting.leave();
  expect(lines.join('\n')).toMatch(/left, it does not fit: commit: .*beefed/);
  expect(lines.join('\n')).toMatch(/left, it does not fit: base model/);
});

test('where no server answers, or the address is none, one line says what to do', async () => {
  const port = await freePort();
  await expect(connectTo(`redis://127.0.0.1:${port}`)).rejects.toThrow(
    `no Redis or Valkey server answers at 127.0.0.1:${port}`,
  );
  for (const wrong of ['localhost:6379', 'http://localhost', 'redis://'])
    await expect(connectTo(wrong)).rejects.toThrow('--queue is the address of a Redis or Valkey server');
  await expect(connectTo('redis://me:secret@localhost/runs')).rejects.toThrow(/redis:\/\/me@localhost\/runs: behind/);
});

tested('a password is asked for, taken from the address or the environment, and never shown', async () => {
  const guarded = await startServer('--requirepass', 'open-sesame');
  const at = (password: string) => `redis://default:${password}@127.0.0.1:${guarded.port}`;
  await expect(connectTo(guarded.address)).rejects.toThrow('wants another password');
  await expect(connectTo(at('guess'))).rejects.toThrow(/^(?!.*guess)/);
  const { shown, close } = await connectTo(at('open-sesame'));
  expect(shown).toBe(`redis://default@127.0.0.1:${guarded.port}`);
  await close();
  await guarded.stop();
});
