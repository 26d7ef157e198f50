// Runs programs on threads: a few of each language, started when they are first needed, reused as long as they answer
// in time, stopped when they do not, and all given back when nothing has run for a while. It knows neither threads nor
// interpreters: `start` brings a thread.
import {
  languageNames,
  type ProgramRequest,
  type ProgramResult,
  type ProgramRunner,
  type SandboxLanguage,
} from '../../learning/agents/program-runner';
import { type Program, programOf } from './interpreter';
import { defaultLimits, imageLimits, type SandboxLimits, whyOf } from './limits';
import type { SandboxThread } from './sandbox-thread';

export interface SandboxSettings {
  /** Rejects where the language's interpreter cannot be had here. */
  readonly start: (language: SandboxLanguage, image?: string) => Promise<SandboxThread>;
  /** Programs of one language that run at once; a thread of Python takes about 160 MB. */
  readonly threads?: number;
  readonly limits?: Partial<SandboxLimits>;
  /** Of programs that need packages. */
  readonly imageLimits?: Partial<SandboxLimits>;
  /** Beyond a program's own time, for an interpreter that does not look at its clock: then its thread is stopped. */
  readonly graceMs?: number;
  /** After so long without a program every thread is stopped. */
  readonly idleMs?: number;
}

export interface Sandbox extends ProgramRunner {
  /** Stops every thread. What still runs fails; a later run starts anew. */
  close(): void;
}

interface Job {
  readonly program: Program;
  readonly done: (result: ProgramResult) => void;
}

/** Nothing is started before the first program. */
export function sandboxOf({
  start,
  threads = 2,
  limits: wished,
  imageLimits: wishedWithPackages,
  graceMs = 500,
  idleMs = 60_000,
}: SandboxSettings): Sandbox {
  const limits = { ...defaultLimits, ...wished };
  const settings = { threads, limits, graceMs };
  const rooms = new Map<string, ReturnType<typeof roomOf>>();
  const roomFor = ({ language, image }: ProgramRequest) => {
    const name = `${language} ${image ?? ''}`;
    const known = rooms.get(name);
    if (known) return known;
    const own = image === undefined ? limits : { ...imageLimits, ...wishedWithPackages };
    const room = roomOf({ ...settings, limits: own, language, start: () => start(language, image) });
    rooms.set(name, room);
    return room;
  };
  const close = () => rooms.forEach((room) => room.close());
  let idle: ReturnType<typeof setTimeout> | undefined;
  let running = 0;
  const run = async (requests: readonly ProgramRequest[]) => {
    clearTimeout(idle);
    running++;
    try {
      return await Promise.all(requests.map(one));
    } finally {
      running--;
      if (running === 0) idle = setTimeout(close, idleMs);
    }
  };
  const one = (request: ProgramRequest) =>
    new Promise<ProgramResult>((done) => {
      try {
        roomFor(request).add({ program: programOf(request), done });
      } catch (error) {
        done(failed(limits, `the program could not be handed over: ${messageOf(error)}`));
      }
    });
  return {
    run,
    close: () => {
      clearTimeout(idle);
      close();
    },
  };
}

interface RoomSettings {
  readonly language: SandboxLanguage;
  readonly start: () => Promise<SandboxThread>;
  readonly threads: number;
  readonly limits: SandboxLimits;
  readonly graceMs: number;
}

/** The threads of one language and the programs that wait for one. */
function roomOf({ language, start, threads, limits, graceMs }: RoomSettings) {
  let waiting: Job[] = [];
  let free: SandboxThread[] = [];
  let taken = 0;
  /** Counts closings: what was begun before the last one is no longer ours. */
  let era = 0;
  const endings = new Set<(why: string) => void>();

  const serve = async (): Promise<void> => {
    const mine = era;
    taken++;
    let thread: SandboxThread | undefined = free.pop();
    try {
      thread ??= await start();
    } catch (error) {
      if (mine === era) failAll(`${languageNames[language]} programs cannot run here: ${messageOf(error)}`);
    }
    while (thread && mine === era && waiting.length > 0) {
      const job = waiting.shift() as Job;
      if (!(await runOn(thread, job))) thread = undefined;
      if (!thread && mine === era && waiting.length > 0) thread = await start().catch(() => undefined);
    }
    if (mine !== era) return thread?.stop();
    taken--;
    if (thread) free.push(thread);
    // a start that failed in the middle leaves programs waiting: the next one tries, or says why not
    else if (waiting.length > 0 && taken === 0) void serve();
  };

  /** False where the thread is not to be used again. */
  const runOn = (thread: SandboxThread, { program, done }: Job): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = (result: ProgramResult, usable: boolean) => {
        clearTimeout(timer);
        endings.delete(end);
        if (!usable) thread.stop();
        done(result);
        resolve(usable);
      };
      const end = (why: string) => finish(failed(limits, why), false);
      const timer = setTimeout(
        () => finish({ end: 'out-of-time', output: '', why: whyOf('out-of-time', limits) }, false),
        limits.timeMs + graceMs,
      );
      endings.add(end);
      thread.run(program, limits).then(
        (result) => finish(result, true),
        (error: unknown) => end(`its sandbox broke: ${messageOf(error)}`),
      );
    });

  const failAll = (why: string) => {
    const lost = waiting;
    waiting = [];
    for (const { done } of lost) done(failed(limits, why));
  };

  return {
    add: (job: Job) => {
      waiting.push(job);
      if (taken < threads) void serve();
    },
    close: () => {
      era++;
      taken = 0;
      for (const end of [...endings]) end('the sandbox was closed');
      failAll('the sandbox was closed');
      for (const thread of free) thread.stop();
      free = [];
    },
  };
}

function failed(limits: SandboxLimits, detail: string): ProgramResult {
  return { end: 'failed', output: '', why: whyOf('failed', limits, detail) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
