// A sandbox's thread, from the outside: it is given programs, one at a time, and can be stopped whatever it is doing.
import type { ProgramResult } from '../../learning/agents/program-runner';
import type { InterpreterFiles, Program } from './interpreter';
import type { SandboxLimits } from './limits';
import type { Answer, Port, Question } from './serve';

export interface SandboxThread {
  /** Rejects only where the thread itself broke. One program at a time. */
  run(program: Program, limits: SandboxLimits): Promise<ProgramResult>;
  stop(): void;
  /** As an interpreter's: what to keep of a first start with packages. */
  readonly snapshot?: Uint8Array<ArrayBuffer>;
}

/** The messages of a thread that was just started. `failed` hears why it could not start, or died. */
export interface ThreadPort extends Port {
  failed(listener: (why: string) => void): void;
  stop(): void;
}

export interface SealedThread extends SandboxThread {
  /** The ways out of its realm: none. For tests. */
  openDoors(): Promise<readonly string[]>;
}

/** Rejects where the interpreter cannot be loaded. */
export async function openSandboxThread(thread: ThreadPort, files: InterpreterFiles): Promise<SealedThread> {
  let hear: ((answer: Answer) => void) | undefined;
  let broken: string | undefined;
  thread.listen((answer) => hear?.(answer as Answer));
  thread.failed((why) => {
    broken = why;
    hear?.({ kind: 'broken', why });
  });
  const ask = (question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      hear = (answer) => (answer.kind === 'broken' ? reject(new Error(answer.why)) : resolve(answer));
      if (broken === undefined) thread.post(question);
      else reject(new Error(broken));
    });
  let snapshot: Uint8Array<ArrayBuffer> | undefined;
  try {
    const opened = await ask({ kind: 'open', files });
    snapshot = opened.kind === 'opened' ? opened.snapshot : undefined;
  } catch (error) {
    thread.stop();
    throw error;
  }
  return {
    ...(snapshot ? { snapshot } : {}),
    run: async (program, limits) => {
      const answer = await ask({ kind: 'run', program, limits });
      if (answer.kind !== 'ran') throw new Error(`a sandbox was to answer "ran", it answered "${answer.kind}"`);
      return answer.result;
    },
    openDoors: async () => {
      const answer = await ask({ kind: 'doors' });
      return answer.kind === 'doors' ? answer.open : [];
    },
    stop: thread.stop,
  };
}
