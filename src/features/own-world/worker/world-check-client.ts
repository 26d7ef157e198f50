// The page's end of the thread that checks modules: one thread for each check, gone afterwards.
import { startWorker } from '../../../workers/start-worker';
import type { WorldReport } from './check-world';
import type { WorldCheckApi } from './world-check.worker';

export type { WorldReport } from './check-world';
export { exampleWorld } from './example';
export type { Finding } from './finding';

export interface WorldCheckRequest {
  readonly source: string;
  /** Where the tokenizer of the model that ships lies, in full. */
  readonly tokenizerAddress: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number, what: string) => void;
}

/** Rejects when it is cancelled, or the thread cannot be started. */
export async function checkWorldAside({
  source,
  tokenizerAddress,
  signal,
  onProgress,
}: WorldCheckRequest): Promise<WorldReport> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./world-check.worker.ts', import.meta.url), {
    type: 'module',
    name: 'world check',
  });
  const { api, end } = startWorker<WorldCheckApi>(worker, { broke: 'the check broke' });
  signal.addEventListener('abort', () => end(new Error('the check was cancelled')));
  try {
    return await api.check(source, tokenizerAddress, onProgress);
  } finally {
    worker.terminate();
  }
}
