// Sandboxes for tests that differ in their limits and share their threads, one of each language, because Python takes
// seconds to start. Only one of them may run at a time. A thread that one of them had to stop is replaced for that one;
// the others would ask the stopped one.
import { present } from '../basics/check';
import type { ProgramRequest, ProgramResult, ProgramRunner, SandboxLanguage } from '../learning/agents/program-runner';
import { type Sandbox, type SandboxSettings, sandboxOf } from '../run/sandbox/pool';
import type { SealedThread } from '../run/sandbox/sandbox-thread';
import { minutes } from './patience.mjs';
import { startSandboxThread } from './sandbox';

export function sharedThreads() {
  const threads = new Map<SandboxLanguage, Promise<SealedThread>>();
  const start = async (language: SandboxLanguage): Promise<SealedThread> => {
    const starting = threads.get(language) ?? startSandboxThread(language);
    threads.set(language, starting);
    const thread = await starting;
    const stop = () => {
      threads.delete(language);
      thread.stop();
    };
    return { ...thread, stop };
  };
  const sandboxes: Sandbox[] = [];
  return {
    start,
    sandbox: (settings: Pick<SandboxSettings, 'limits' | 'graceMs'>): Sandbox => {
      const sandbox = sandboxOf({ ...settings, start, threads: 1, idleMs: 10 * minutes });
      sandboxes.push(sandbox);
      return sandbox;
    },
    close: () => sandboxes.forEach((sandbox) => sandbox.close()),
  };
}

export interface Paces {
  readonly isEndless: (source: string) => boolean;
  readonly hasty: ProgramRunner;
  readonly patient: ProgramRunner;
}

/** Gives programs without end to `hasty`, so that they cost little, and all others to `patient`; one after the other,
 *  on one thread. */
export function eachAtItsPace({ isEndless, hasty, patient }: Paces): ProgramRunner {
  const run = async (requests: readonly ProgramRequest[]) => {
    const results: ProgramResult[] = [];
    for (const request of requests) {
      const [result] = await (isEndless(request.source) ? hasty : patient).run([request]);
      results.push(present(result, 'a result for a request'));
    }
    return results;
  };
  let before: Promise<unknown> = Promise.resolve();
  return {
    run: (requests) => {
      const results = before.then(() => run(requests));
      before = results.catch(() => {});
      return results;
    },
  };
}
