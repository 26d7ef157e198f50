// The page's end of the thread that checks modules: one thread for each check, gone afterwards.
import { proxy, wrap } from 'comlink';
import { unless } from '../../../basics/unless';
import type { WorldReport } from './check-world';
import type { WorldCheck } from './world-check.worker';

export type { Finding, WorldReport } from './check-world';
export { exampleWorld } from './example';

export interface WorldCheckRequest {
  readonly source: string;
  /** Where the tokenizer of the model that ships lies, in full. */
  readonly tokenizerAddress: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number, what: string) => void;
}

/** Rejects when it is cancelled, or the thread cannot be started. */
export async function checkWorldAside({ source, tokenizerAddress, signal, onProgress }: WorldCheckRequest): Promise<WorldReport> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./world-check.worker.ts', import.meta.url), { type: 'module', name: 'world check' });
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the check was cancelled')));
    worker.addEventListener('error', (event) =>
      reject(new Error(`the check broke: ${event.message || 'its worker could not be started'}`)),
    );
  });
  try {
    const check = wrap<WorldCheck>(worker);
    return await unless(ended)(check(source, tokenizerAddress, proxy(onProgress)));
  } finally {
    worker.terminate();
  }
}
