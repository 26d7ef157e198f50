// A worker: takes tasks of studies out of the queue, one or several at once, and does them with the learner at hand.
// While it does one it renews the job's lock; when it stops doing so – it was killed, its network is gone – BullMQ
// gives the job to another worker, which finds the run's last checkpoint on the server. It does not know the GPU.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Job, Worker } from 'bullmq';
import { check, present } from '../../../../basics/check';
import type { Session } from '../../../../run/session';
import type { SessionParts } from '../../../../run/session-parts';
import { studyById } from '../../shared/plans';
import {
  readyTasks,
  type StudyDoing,
  type StudyPlan,
  type StudyRun,
  type StudyTask,
  taskFrom,
} from '../../shared/study';
import { rateInWords } from '../../shared/tuning';
import { carryOut } from '../../worker/run-study';
import { type StudyWorkParts, studyWork } from '../../worker/study-work';
import type { QueueConnection } from './connection';
import {
  openQueue,
  type QueuedStudy,
  queueNames,
  runKeyOf,
  studyRecords,
  type TaskId,
  type TaskJob,
  type TaskProgress,
  taskIdOf,
  taskName,
} from './queued-study';
import { claimRun, redisRunStore } from './redis-run-store';
import { differences, type Version } from './versions';

export interface LockSettings {
  /** A job whose worker was not heard of for so long is another's. */
  readonly lockMs: number;
  /** How often workers look for such jobs. */
  readonly stalledMs: number;
  /** How many workers a task may outlive. */
  readonly maxStalls: number;
}

export const usualLocks: LockSettings = { lockMs: 60_000, stalledMs: 30_000, maxStalls: 50 };

export interface Serving {
  readonly connection: QueueConnection;
  readonly version: Version;
  /** Of every session, without the run store. */
  readonly parts: Omit<SessionParts, 'runStore'>;
  /** Tasks at once. */
  readonly atOnce: number;
  readonly locks?: LockSettings;
  /** Leaves when there was nothing to do for so long; stays where absent. */
  readonly leaveAfterMs?: number | undefined;
  readonly line: (text: string) => void;
  /** Pauses what is done here, puts it back and leaves. */
  readonly interrupted: AbortSignal;
}

/** How often a worker asks whether the study it works for was cancelled. */
const askMs = 2000;
const tellMs = 500;

/** Resolves when it leaves. Rejects when it does not fit a study that it was given a task of. */
export async function serveQueue(serving: Serving): Promise<void> {
  const { connection, version, parts, atOnce, locks = usualLocks, leaveAfterMs, line, interrupted } = serving;
  const { redis } = connection;
  const { Worker, WaitingError } = await import('bullmq');
  const queue = await openQueue(connection);
  const records = studyRecords(redis, queue);
  const worker = `${hostname()}:${process.pid}`;
  const sessions = new Set<Session>();
  let leaving = false;
  let mismatch: Error | undefined;
  let idleSince = Date.now();
  let busy = 0;
  let left = () => {};
  const leave = () => {
    leaving = true;
    for (const session of sessions) void session.pause();
    left();
  };
  const putBack = async (job: Job<TaskJob>, token: string | undefined): Promise<never> => {
    await job.moveToWait(token);
    throw new WaitingError();
  };

  const carried = async (job: Job<TaskJob>, token: string | undefined): Promise<void> => {
    if (leaving) return putBack(job, token);
    const found = await records.get(job.data.study);
    if (found?.status !== 'running') return; // cancelled since, or its time is over
    const { study } = found;
    const differ = differences(study.version, version);
    if (differ.length > 0) {
      const reason = `this worker does not fit the study “${study.id}” – ${differ.join('; ')}`;
      await records.tell(study, `worker ${worker} left, it does not fit: ${differ.join('; ')}`);
      mismatch = new Error(`${reason}: bring both to one version, or take the study out (lab study … --cancel)`);
      leave();
      return putBack(job, token);
    }
    const plan = studyById(study.wishes.plan);
    const done = await records.done(study);
    const own = taskName(job.data);
    const ready = readyTasks(plan, study.wishes, done).find((one) => taskName(taskIdOf(one)) === own);
    if (!ready) return records.finishTask(study, job.data, {}); // killed between keeping and adding what waited
    const task = taskFrom(plan, study.wishes, ready, done);
    line(inWords(plan, task));
    if (job.stalledCounter > 0) {
      line('  its worker is gone: it goes on here');
      await records.tell(study, `${inWords(plan, task)}: its worker is gone, ${worker} goes on with it`);
    }
    const more = await withStudyAsked(records, study, sessions, (hear) =>
      carryOut(task, {
        plan,
        wishes: study.wishes,
        ...done,
        work: studyWork({
          parts: { ...parts, base: { ...parts.base, name: task.config.model } },
          runStoreFor: runStoresOf(redis, study, task, done),
          nameOf: ({ row, seed }) => `${plan.id}: ${row.name}, seed ${seed}`,
          onSession: (session) => {
            hear(session);
            if (leaving) void session?.pause();
          },
        }),
        onDoing: tellingOn(job, worker),
      }),
    ).catch(async (error: unknown) => {
      const which = `attempt ${job.attemptsMade + 1} of ${job.opts.attempts ?? 1}, by ${worker}`;
      await records.tell(study, `${inWords(plan, task)} failed (${which}): ${reasonOf(error)}`);
      throw error;
    });
    if (more === 'paused') return leaving ? putBack(job, token) : undefined;
    await records.finishTask(study, job.data, more);
    line(`${inWords(plan, task)}: done`);
  };

  const server: Worker<TaskJob> = new Worker<TaskJob>(
    queueNames.name,
    async (job, token) => {
      busy++;
      try {
        await carried(job, token);
      } catch (error) {
        if (!(error instanceof WaitingError)) line(`${job.name} failed: ${reasonOf(error)}`);
        throw error;
      } finally {
        busy--;
        idleSince = Date.now();
      }
    },
    {
      connection: redis,
      prefix: queueNames.prefix,
      name: `${worker}:${version.base.slice(0, 12)}:${version.commit?.slice(0, 12) ?? 'unknown'}`,
      concurrency: atOnce,
      lockDuration: locks.lockMs,
      stalledInterval: locks.stalledMs,
      maxStalledCount: locks.maxStalls,
    },
  );
  server.on('error', ({ message }) => {
    if (!leaving) line(`the queue: ${message}`);
  });
  const idle = setInterval(() => {
    if (leaveAfterMs !== undefined && busy === 0 && Date.now() - idleSince > leaveAfterMs) leave();
  }, 200);
  try {
    await new Promise<void>((resolve) => {
      left = resolve;
      if (interrupted.aborted) leave();
      interrupted.addEventListener('abort', leave);
    });
    await server.close();
  } finally {
    clearInterval(idle);
    await queue.close();
  }
  if (mismatch) throw mismatch;
}

/** Pauses the task's session where its study was cancelled meanwhile. */
async function withStudyAsked<T>(
  records: Pick<ReturnType<typeof studyRecords>, 'status'>,
  { id }: QueuedStudy,
  sessions: Set<Session>,
  work: (hear: (session: Session | undefined) => void) => Promise<T>,
): Promise<T> {
  let own: Session | undefined;
  const ask = setInterval(async () => {
    const status = await records.status(id).catch(() => 'running');
    if (status !== 'running') void own?.pause();
  }, askMs);
  try {
    return await work((session) => {
      if (own) sessions.delete(own);
      own = session;
      if (session) sessions.add(session);
    });
  } finally {
    clearInterval(ask);
    if (own) sessions.delete(own);
  }
}

/** The task's own run is claimed to be written; those it is made from are only read. */
function runStoresOf(
  redis: QueueConnection['redis'],
  { id }: QueuedStudy,
  task: StudyTask,
  { cells }: { readonly cells: readonly { readonly seed: number; readonly runs: readonly StudyRun[] }[] },
): StudyWorkParts['runStoreFor'] {
  const own = taskIdOf(task);
  const trains = task.row.how.kind === 'trained';
  const sources = cells.filter(({ seed }) => seed === task.seed).flatMap(({ runs }) => runs);
  const sourceOf = (identity: string): TaskId => ({
    row: present(
      sources.find((run) => run.identity === identity),
      `a run that ${taskName(own)} is made from is not done`,
    ).row,
    seed: task.seed,
  });
  const writer = randomUUID();
  let claimed = false;
  return async (identity) => {
    const key = runKeyOf(id, trains ? own : sourceOf(identity));
    // Once: whoever was slow and comes back must not take it from the one who goes on.
    if (trains && !claimed) await claimRun(redis, key, writer);
    claimed = true;
    const runStore = redisRunStore(redis, key, trains ? writer : undefined);
    const run = await runStore.run();
    check(run || trains, () => `the run ${key} is gone from the queue’s server`);
    return run ? { runStore, run } : { runStore };
  };
}

/** Tells the queue what is done, twice a second at most. */
function tellingOn(job: Job<TaskJob>, worker: string): (doing: StudyDoing) => void {
  let toldMs = 0;
  return ({ step, steps }) => {
    if (Date.now() - toldMs < tellMs) return;
    toldMs = Date.now();
    const progress: TaskProgress = { worker, ...(step === undefined ? {} : { step }), ...(steps ? { steps } : {}) };
    job.updateProgress(progress).catch(() => {}); // the next one tells more
  };
}

function inWords(plan: StudyPlan, { row, seed, factor }: StudyTask): string {
  return `${plan.name}: ${row.name}, seed ${seed}${rateInWords(factor)}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
