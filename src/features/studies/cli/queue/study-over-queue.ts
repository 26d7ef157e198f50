// A study whose tasks are done by workers: puts it into the queue, or finds it there, tells what happens, and brings
// home what is done – cells, and the runs they stand on – into the study's folder. It may be left at any time: the
// study goes on without it, and the same words again look on.
import type { Job } from 'bullmq';
import { UsageError } from '../../../../headless/arguments';
import { type Progress, percent } from '../../../../headless/progress';
import {
  readyTasks,
  rowOf,
  type StudyCell,
  type StudyDone,
  type StudyPlan,
  type StudyRecord,
  tasksOf,
} from '../../shared/study';
import { rateInWords } from '../../shared/tuning';
import type { StudyFolder } from '../study-folder';
import { connectTo } from './connection';
import { copyRun } from './copy-run';
import {
  openQueue,
  type QueuedStudy,
  runKeyOf,
  type StudyRecords,
  studyIdOf,
  studyRecords,
  type TaskId,
  type TaskJob,
  type TaskProgress,
  type TaskQueue,
  type TaskSettings,
  taskIdOf,
  taskName,
} from './queued-study';
import { claimRun, redisRunStore } from './redis-run-store';
import type { Version } from './versions';

export interface StudyOverQueue {
  /** Where the queue is. */
  readonly address: string;
  readonly plan: StudyPlan;
  /** As it begins, or was left. */
  readonly record: StudyRecord;
  readonly version: Version;
  readonly folder: Pick<StudyFolder, 'runStoreFor' | 'close'>;
  readonly keep: (record: StudyRecord) => Promise<void>;
  readonly settings?: TaskSettings;
  readonly progress: Progress;
  /** Leaves the study to the workers. */
  readonly interrupted: AbortSignal;
}

const lookMs = 500;
const linesMs = 20_000;

/** Resolves with the record as it was last kept: finished, paused (it was cancelled), or running, where it was left.
 *  Rejects, once that is kept, where tasks failed and nothing else is left to do. */
export async function studyOverQueue(options: StudyOverQueue): Promise<StudyRecord> {
  const { address, plan, version, folder, progress, interrupted } = options;
  const connection = await connectTo(address);
  const { redis, shown } = connection;
  redis.on('close', () => progress.line(`${shown} does not answer: waiting for it (Ctrl+C leaves)`));
  const queue = await openQueue(connection);
  const records = studyRecords(redis, queue);
  let record = options.record;
  const keep = async (changed: Partial<StudyRecord>) => {
    record = { ...record, ...changed, changedAt: Date.now() };
    await options.keep(record);
  };
  const { wishes, createdAt } = record;
  const id = await studyIdOf(wishes, version);
  const known = await records.get(id);
  const study: QueuedStudy = known?.study ?? { id, wishes, version, createdAt };
  const storeOf = (task: TaskId) => redisRunStore(redis, runKeyOf(id, task));

  const takeThere = async () => {
    for (const { run, task } of runsIn(plan, record)) {
      const { runStore, run: found } = await folder.runStoreFor(run.identity);
      const key = runKeyOf(id, task);
      if (!found || (await storeOf(task).run())) continue;
      await claimRun(redis, key, id);
      await copyRun(runStore, redisRunStore(redis, key, id), found);
    }
  };
  const bringHome = async (done: Required<StudyDone>) => {
    for (const { run, task } of runsIn(plan, done)) {
      const { runStore, run: found } = await folder.runStoreFor(run.identity);
      const there = found ? undefined : await storeOf(task).run();
      if (there) await copyRun(storeOf(task), runStore, there);
    }
    await folder.close();
    const { cells, trials } = done;
    await keep({ cells, ...(trials.length > 0 ? { trials } : {}) });
  };

  const follow = async (): Promise<StudyRecord> => {
    if (!known) await takeThere();
    if (known?.status !== 'finished')
      await records.start(study, { cells: record.cells, trials: record.trials ?? [] }, options.settings);
    await keep({ status: 'running', reason: undefined });
    progress.line(`study “${id}” is in the queue ${shown}; Ctrl+C leaves it running there`);
    if ((await queue.getWorkersCount()) === 0)
      progress.line(`no worker is on this queue yet: lab worker --queue ${shown}, on as many machines as you like`);
    const teller = tellerOf(plan, records, progress);
    let count = -1;
    let done: Required<StudyDone> = { cells: [], trials: [] };
    for (;;) {
      const now = await records.get(id);
      if (!now)
        throw new Error(
          `study “${id}” is gone from ${shown}: was the server emptied? The same words again begin it anew, with what is in the folder`,
        );
      await teller.news(id);
      const newCount = await records.doneCount(id);
      if (newCount !== count) {
        count = newCount;
        const before = done;
        done = await records.done(study);
        await bringHome(done);
        teller.done(before.cells, done.cells);
      }
      if (now.status === 'finished' && tasksOf(plan, wishes).length === done.cells.length + done.trials.length)
        return keep({ status: 'finished' }).then(() => record);
      if (now.status === 'cancelled') return keep({ status: 'paused', reason: 'it was cancelled' }).then(() => record);
      const jobs = await jobsOf(queue, id);
      teller.jobs(jobs, { done: count, total: tasksOf(plan, wishes).length });
      const stuck = await whyStuck(jobs, { plan, records, queue, study, done });
      if (stuck !== undefined) {
        await keep({ status: 'failed', reason: stuck });
        throw new Error(`${stuck}: the same words again try it once more`);
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  };

  const left = new Promise<'left'>((resolve) => {
    if (interrupted.aborted) resolve('left');
    interrupted.addEventListener('abort', () => resolve('left'));
  });
  const following = follow();
  following.catch(() => {}); // where it was left, its connection is closed under it
  try {
    const end = await Promise.race([following, left]);
    if (end !== 'left') return end;
    progress.line(
      `study “${id}” goes on in ${shown}. Look on: the same words again. Stop it: lab study ${plan.id} --queue ${shown} --cancel`,
    );
    return record;
  } finally {
    redis.removeAllListeners('close');
    await folder.close();
    if (!interrupted.aborted) await queue.close();
    await connection.close();
  }
}

type StudyJob = Job<TaskJob>;
interface StudyJobs {
  readonly active: readonly StudyJob[];
  readonly delayed: readonly StudyJob[];
  readonly failed: readonly StudyJob[];
}

async function jobsOf(queue: TaskQueue, study: string): Promise<StudyJobs> {
  const of = async (state: 'active' | 'delayed' | 'failed') =>
    (await queue.getJobs([state])).filter((job): job is StudyJob => job?.data.study === study);
  return { active: await of('active'), delayed: await of('delayed'), failed: await of('failed') };
}

interface Stuck {
  readonly plan: StudyPlan;
  readonly records: StudyRecords;
  readonly queue: TaskQueue;
  readonly study: QueuedStudy;
  readonly done: StudyDone;
}

/** In one sentence, where tasks failed and nothing goes on; a task that was lost on the way is added again. */
async function whyStuck(
  { active, delayed, failed }: StudyJobs,
  { plan, records, queue, study, done }: Stuck,
): Promise<string | undefined> {
  if (active.length + delayed.length > 0) return undefined;
  const fallen = new Set(failed.map(({ data }) => taskName(data)));
  const ready = readyTasks(plan, study.wishes, done);
  const left = ready.filter((task) => !fallen.has(taskName(taskIdOf(task))));
  const [first] = failed;
  if (ready.length > 0 && left.length === 0 && first)
    return `${failed.length} of its tasks failed, ${inWords(plan, first.data)} because: ${first.failedReason}`;
  if (left.length > 0 && (await queue.getWaitingCount()) === 0) await records.addReady(study);
  return undefined;
}

function tellerOf(plan: StudyPlan, records: StudyRecords, progress: Progress) {
  let heard = 0;
  let linesAtMs = Date.now();
  return {
    done: (before: readonly StudyCell[], now: readonly StudyCell[]) => {
      const old = new Set(before.map(taskName));
      for (const cell of now)
        if (!old.has(taskName(cell)))
          progress.line(`done: ${inWords(plan, cell)}, success ${percent(cell.evaluation.rate)}`);
    },
    news: async (id: string) => {
      const news = await records.news(id, heard);
      heard += news.length;
      for (const text of news) progress.line(text);
    },
    jobs: ({ active }: StudyJobs, { done, total }: { readonly done: number; readonly total: number }) => {
      progress.bar('tasks done', done, total);
      if (Date.now() - linesAtMs < linesMs) return;
      linesAtMs = Date.now();
      const each = active.map((job) => `${inWords(plan, job.data)}${stepOf(job.progress)}`);
      const now = each.length > 0 ? `under way: ${each.join(' · ')}` : 'nothing is under way';
      progress.line(`${done} of ${total} done; ${now}`);
    },
  };
}

function stepOf(progress: unknown): string {
  const { step, steps, worker } = (progress ?? {}) as Partial<TaskProgress>;
  return `${step === undefined ? '' : `, step ${step} of at most ${steps}`}${worker ? ` (${worker})` : ''}`;
}

function inWords(plan: StudyPlan, { row, seed, factor }: TaskId): string {
  return `${rowOf(plan, row).name}, seed ${seed}${rateInWords(factor)}`;
}

/** The runs that were trained for what is done, each with its task. */
function runsIn(plan: StudyPlan, { cells, trials = [] }: StudyDone) {
  const measured = cells
    .filter(({ row }) => rowOf(plan, row).how.kind === 'trained')
    .flatMap(({ row, seed, runs }) => runs.map((run) => ({ run, task: { row, seed } as TaskId })));
  const tried = trials.map(({ row, seed, factor, run }) => ({ run, task: { row, seed, factor } as TaskId }));
  return [...tried, ...measured];
}

/** Takes the only study that fits out of the queue; `name` is what it is called where there is none, or several. */
export async function cancelStudy(
  address: string,
  fits: (study: QueuedStudy) => boolean,
  name: string,
): Promise<QueuedStudy> {
  const connection = await connectTo(address);
  const queue = await openQueue(connection);
  try {
    const records = studyRecords(connection.redis, queue);
    const running: QueuedStudy[] = [];
    for (const study of await records.list())
      if ((await records.status(study.id)) === 'running' && fits(study)) running.push(study);
    const [only, ...more] = running;
    if (!only) throw new UsageError(`no study ${name} is under way in ${connection.shown}`);
    if (more.length > 0)
      throw new UsageError(
        `${running.length} studies ${name} are under way in ${connection.shown}: say which, by --seeds, --steps or --problems: ${running.map(said).join(' · ')}`,
      );
    await records.cancel(only);
    return only;
  } finally {
    await queue.close();
    await connection.close();
  }
}

function said({ wishes: { seeds, steps, problems } }: QueuedStudy): string {
  const given = { steps, problems };
  const words = Object.entries(given).flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag} ${value}`]));
  return [`--seeds ${seeds.join(',')}`, ...words].join(' ');
}
