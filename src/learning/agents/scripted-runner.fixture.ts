// A runner that answers by a rule instead of a sandbox: what tests and demonstrations play with.
import type { ProgramRequest, ProgramResult, ProgramRunner } from './program-runner';

/** What a program prints; an Error is what it throws. */
export type ProgramScript = (request: ProgramRequest) => string | Error;

/** The requests of each call are kept. */
export function scriptedRunner(
  script: ProgramScript,
): ProgramRunner & { readonly calls: (readonly ProgramRequest[])[] } {
  const calls: (readonly ProgramRequest[])[] = [];
  return {
    calls,
    run: async (requests) => {
      calls.push(requests);
      return requests.map((request): ProgramResult => {
        const printed = script(request);
        if (printed instanceof Error) return { end: 'failed', output: '', why: printed.message };
        return { end: 'finished', output: printed, why: 'finished' };
      });
    },
  };
}
