// The page's end of the thread that reads a file of problems: one thread for a file, gone when the file is put away.
import { once } from '../../../basics/once';
import { pageThreads } from '../../../workers/page-threads';
import { startWorker } from '../../../workers/start-worker';
import type { FoundFile, ProblemImportApi } from './problem-import-api';

export type { FoundFile, ReadFile, ReadingWishes } from './problem-import-api';

/** A file that was opened, and what can be done with it. */
export interface OpenFile extends Omit<ProblemImportApi, 'open'> {
  readonly found: FoundFile;
  close(): void;
}

/** What the queries of questions to databases run in. */
const sandbox = once(async () => (await import('../../../workers/sandbox-client')).browserSandbox(pageThreads()));

/** `databases`: what the questions of the file ask, if they do. Rejects with what is wrong with the file, or when it is
 *  cancelled. */
export async function openProblemFile(
  file: File,
  signal: AbortSignal,
  databases: readonly File[] = [],
): Promise<OpenFile> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./problem-import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'problem import',
  });
  const { api, end } = startWorker<ProblemImportApi>(worker, { broke: 'the reading broke' });
  signal.addEventListener('abort', () => end(new Error('the file was put away')));
  try {
    const found = await api.open(file, databases, async (requests) => (await sandbox()).run(requests));
    const { look, read, keep } = api;
    return { found, look, read, keep, cancel: () => void api.cancel(), close: () => worker.terminate() };
  } catch (fault) {
    worker.terminate();
    throw fault;
  }
}
