// Sandboxes for tests that differ in their limits and share their seats, one of each language, because Python takes seconds to start. Only
// one of them may run at a time. A seat that one of them had to stop is replaced for that one; the others would ask the stopped one.
import { present } from '../basics/check';
import type { ProgramLanguage, ProgramRequest, ProgramResult, ProgramRunner } from '../learning/agents/program-runner';
import { type Sandbox, type SandboxSettings, sandboxOf } from '../run/sandbox/pool';
import type { SealedSeat } from '../run/sandbox/seat';
import { minutes } from './patience.mjs';
import { startSandboxSeat } from './sandbox';

export function sharedSeats() {
  const seats = new Map<ProgramLanguage, Promise<SealedSeat>>();
  const start = async (language: ProgramLanguage): Promise<SealedSeat> => {
    const starting = seats.get(language) ?? startSandboxSeat(language);
    seats.set(language, starting);
    const seat = await starting;
    const stop = () => {
      seats.delete(language);
      seat.stop();
    };
    return { ...seat, stop };
  };
  const sandboxes: Sandbox[] = [];
  return {
    start,
    sandbox: (settings: Pick<SandboxSettings, 'limits' | 'graceMs'>): Sandbox => {
      const sandbox = sandboxOf({ ...settings, start, seats: 1, idleMs: 10 * minutes });
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

/** Gives programs without end to `hasty`, so that they cost little, and all others to `patient`; one after the other, on the one seat. */
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
