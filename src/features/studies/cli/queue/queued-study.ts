// A study on a Redis server: what was wished and what is done lie in one hash, every run in a hash of its own, and the
// tasks that can be done now are plain jobs of BullMQ. Nobody has to look on for it to go on: whoever finishes a task
// adds those that waited for it. A job's name is its task's, so what is added twice is there once. It does not know
// how a task is done, or who looks on.
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { hashOfJson } from '../../../../files/formats/hash';
import { studyById } from '../../shared/plans';
import {
  inOrder,
  isDone,
  readyTasks,
  type StudyCell,
  type StudyDone,
  type StudyPlan,
  type StudyWishes,
  type TaskName,
  tasksOf,
} from '../../shared/study';
import type { Trial } from '../../shared/tuning';
import type { QueueConnection } from './connection';
import type { Version } from './versions';

/** BullMQ’s: keys begin with the prefix, and the queue's name. */
export const queueNames = { name: 'studies', prefix: 'grove' } as const;

export type TaskId = Pick<TaskName, 'seed' | 'factor'> & { readonly row: string };

/** What a job of the queue carries. */
export interface TaskJob extends TaskId {
  readonly study: string;
}

/** What a job says of itself while it is done. */
export interface TaskProgress {
  readonly worker: string;
  readonly step?: number;
  readonly steps?: number;
}

export type TaskQueue = Queue<TaskJob>;

export interface QueuedStudy {
  readonly id: string;
  readonly wishes: StudyWishes;
  readonly version: Version;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export type QueuedStatus = 'running' | 'cancelled' | 'finished';

export interface TaskSettings {
  /** How often a task that fails is tried in all. */
  readonly attempts: number;
  /** Before it is tried again; twice as long each time. */
  readonly waitMs: number;
}

export const usualTaskSettings: TaskSettings = { attempts: 3, waitMs: 2000 };

/** How long a study that is finished or cancelled stays on the server. */
const keptSeconds = 7 * 24 * 3600;
/** At once, so that one message to the server does not grow with the study. */
const bulk = 1000;

/** The same wishes in the same version name the same study, wherever they are said. */
export async function studyIdOf(wishes: StudyWishes, version: Version): Promise<string> {
  return `${wishes.plan}-${(await hashOfJson({ wishes, version })).slice(0, 12)}`;
}

export function taskName({ row, seed, factor }: TaskId): string {
  return `${row}.${seed}${factor === undefined ? '' : `.x${factor}`}`;
}

export function taskIdOf({ row, seed, factor }: TaskName): TaskId {
  return { row: row.id, seed, ...(factor === undefined ? {} : { factor }) };
}

const studies = 'grove:all-studies';
const keyOf = (study: string) => `grove:study:${study}`;
const newsKeyOf = (study: string) => `grove:news:${study}`;
export const runKeyOf = (study: string, task: TaskId) => `grove:run:${study}:${taskName(task)}`;
const jobIdOf = (study: string, task: TaskId) => `${study}.${taskName(task)}`;

export async function openQueue({ redis }: Pick<QueueConnection, 'redis'>): Promise<TaskQueue> {
  const { Queue } = await import('bullmq');
  const queue: TaskQueue = new Queue(queueNames.name, { connection: redis, prefix: queueNames.prefix });
  queue.on('error', () => {}); // the connection waits for its server, and says so
  return queue;
}

export interface StudyRecords {
  list(): Promise<QueuedStudy[]>;
  get(id: string): Promise<{ readonly study: QueuedStudy; readonly status: QueuedStatus } | undefined>;
  status(id: string): Promise<QueuedStatus | undefined>;
  done(study: QueuedStudy): Promise<Required<StudyDone>>;
  doneCount(id: string): Promise<number>;
  /** Puts it in, or takes it up where it was left, with what is done already elsewhere. */
  start(study: QueuedStudy, done: StudyDone, settings?: TaskSettings): Promise<void>;
  /** Keeps what a task came to – the first time it is told – and adds the tasks that waited for it. */
  finishTask(study: QueuedStudy, task: TaskId, added: Partial<StudyDone>): Promise<void>;
  /** Adds what could be done and is in the queue no more. */
  addReady(study: QueuedStudy, settings?: TaskSettings): Promise<void>;
  cancel(study: QueuedStudy): Promise<void>;
  /** Keeps a sentence for whoever looks on: what failed, went on elsewhere, or does not fit. */
  tell(study: QueuedStudy, text: string): Promise<void>;
  /** The sentences from that one on. */
  news(id: string, from: number): Promise<string[]>;
}

export function studyRecords(redis: Redis, queue: TaskQueue): StudyRecords {
  const add = async ({ id }: QueuedStudy, tasks: readonly TaskName[], settings: TaskSettings) => {
    for (let at = 0; at < tasks.length; at += bulk)
      await queue.addBulk(tasks.slice(at, at + bulk).map((task) => jobOf(id, taskIdOf(task), settings)));
  };
  const settingsOf = async (id: string): Promise<TaskSettings> => {
    const text = await redis.hget(keyOf(id), 'settings');
    return text === null ? usualTaskSettings : (JSON.parse(text) as TaskSettings);
  };
  const done = async ({ id, wishes }: QueuedStudy) => {
    const fields = await redis.hgetall(keyOf(id));
    const all: { cells: StudyCell[]; trials: Trial[] } = { cells: [], trials: [] };
    for (const [field, text] of Object.entries(fields)) {
      if (!field.startsWith('done/')) continue;
      const { cells = [], trials = [] } = JSON.parse(text) as Partial<StudyDone>;
      all.cells.push(...cells);
      all.trials.push(...trials);
    }
    return inOrder(studyById(wishes.plan), wishes, all);
  };
  const status = async (id: string) =>
    ((await redis.hget(keyOf(id), 'status')) ?? undefined) as QueuedStatus | undefined;
  const get: StudyRecords['get'] = async (id) => {
    const [record, now] = await redis.hmget(keyOf(id), 'record', 'status');
    return record && now ? { study: JSON.parse(record) as QueuedStudy, status: now as QueuedStatus } : undefined;
  };
  const end = async (study: QueuedStudy, how: QueuedStatus) => {
    const { id, wishes } = study;
    await redis.hset(keyOf(id), 'status', how);
    for (const key of keysOf(studyById(wishes.plan), study)) await redis.expire(key, keptSeconds);
  };
  const finishIfDone = async (study: QueuedStudy, now: StudyDone) => {
    const { wishes } = study;
    if (tasksOf(studyById(wishes.plan), wishes).every((task) => isDone(task, now))) await end(study, 'finished');
  };
  const addReady = async (study: QueuedStudy, settings?: TaskSettings) => {
    const now = await done(study);
    const ready = readyTasks(studyById(study.wishes.plan), study.wishes, now);
    await add(study, ready, settings ?? (await settingsOf(study.id)));
    await finishIfDone(study, now);
  };

  return {
    list: async () => {
      const all: QueuedStudy[] = [];
      for (const id of await redis.smembers(studies)) {
        const found = await get(id);
        if (found) all.push(found.study);
        else await redis.srem(studies, id); // its time is over
      }
      return all.sort((a, b) => a.createdAt - b.createdAt);
    },
    get,
    status,
    done,
    doneCount: async (id) => Number(await redis.hget(keyOf(id), 'count')),
    start: async (study, given, settings = usualTaskSettings) => {
      const { id, wishes } = study;
      const key = keyOf(id);
      await redis.hsetnx(key, 'record', JSON.stringify(study));
      for (const cell of given.cells) await note(redis, key, taskName(cell), { cells: [cell] });
      for (const trial of given.trials ?? []) await note(redis, key, taskName(trial), { trials: [trial] });
      await redis.hset(key, { status: 'running', settings: JSON.stringify(settings) });
      await redis.sadd(studies, id);
      for (const one of keysOf(studyById(wishes.plan), study)) await redis.persist(one);
      for (const job of await queue.getJobs(['failed'])) if (job.data.study === id) await job.remove();
      await addReady(study, settings);
    },
    finishTask: async (study, task, added) => {
      const { id, wishes } = study;
      const plan = studyById(wishes.plan);
      await note(redis, keyOf(id), taskName(task), added);
      const now = await done(study);
      const without = { cells: less(now.cells, added.cells), trials: less(now.trials, added.trials) };
      const before = new Set(readyTasks(plan, wishes, without).map((one) => taskName(taskIdOf(one))));
      const ready = readyTasks(plan, wishes, now).filter((one) => !before.has(taskName(taskIdOf(one))));
      if ((await status(id)) === 'running') await add(study, ready, await settingsOf(id));
      await finishIfDone(study, now);
    },
    addReady,
    cancel: async (study) => {
      await end(study, 'cancelled');
      for (const job of await queue.getJobs(['waiting', 'delayed', 'failed']))
        if (job?.data.study === study.id) await job.remove().catch(() => {}); // a worker was faster
    },
    tell: async ({ id }, text) => {
      await redis.rpush(newsKeyOf(id), text);
      await redis.expire(newsKeyOf(id), keptSeconds);
    },
    news: (id, from) => redis.lrange(newsKeyOf(id), from, -1),
  };
}

function jobOf(study: string, task: TaskId, { attempts, waitMs }: TaskSettings) {
  return {
    name: taskName(task),
    data: { study, ...task },
    opts: {
      jobId: jobIdOf(study, task),
      attempts,
      backoff: { type: 'exponential', delay: waitMs },
      removeOnComplete: true, // what it came to lies in the study's hash
    },
  };
}

/** With the number of what is done, in one go. */
const noteOnce = `
if redis.call('hsetnx', KEYS[1], ARGV[1], ARGV[2]) == 1 then redis.call('hincrby', KEYS[1], 'count', 1) end`;

function note(redis: Redis, key: string, task: string, added: Partial<StudyDone>): Promise<unknown> {
  return redis.eval(noteOnce, 1, key, `done/${task}`, JSON.stringify(added));
}

/** The study's, and those of its runs. */
function keysOf(plan: StudyPlan, { id, wishes }: QueuedStudy): string[] {
  const trained = tasksOf(plan, wishes).filter(({ row }) => row.how.kind === 'trained');
  return [keyOf(id), ...trained.map((task) => runKeyOf(id, taskIdOf(task)))];
}

function less<T extends TaskId>(all: readonly T[], own: readonly T[] = []): T[] {
  const names = new Set(own.map(taskName));
  return all.filter((one) => !names.has(taskName(one)));
}
