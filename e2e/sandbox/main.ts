// A page that does nothing but hand the browser's sandbox to the program that drives it: `sandbox.run`,
// `sandbox.openDoors`.
import type { ProgramLanguage, ProgramRequest, ProgramResult } from '../../src/learning/agents/program-runner';
import { pageThreads } from '../../src/workers/page-threads';
import { browserSandbox, startSandboxThread } from '../../src/workers/sandbox-client';

declare global {
  var sandbox: {
    run(request: ProgramRequest, timeMs: number): Promise<ProgramResult | undefined>;
    openDoors(language: ProgramLanguage): Promise<readonly string[]>;
  };
}

const startThread = pageThreads();
const pools = new Map<number, ReturnType<typeof browserSandbox>>();

globalThis.sandbox = {
  run: async (request, timeMs) => {
    const pool = pools.get(timeMs) ?? browserSandbox(startThread, { threads: 1, limits: { timeMs }, graceMs: 4000 });
    pools.set(timeMs, pool);
    return (await pool.run([request]))[0];
  },
  openDoors: async (language) => {
    const thread = await startSandboxThread(startThread, language);
    const open = await thread.openDoors();
    thread.stop();
    return open;
  },
};
