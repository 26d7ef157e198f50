// The page's end of the thread that reads a file of problems: one thread for a file, gone when the file is put away.
import { proxy, wrap } from 'comlink';
import { unless } from '../../../basics/unless';
import type { FoundFile, ProblemImportApi, ReadFile, ReadingWishes } from './problem-import-seat';

export type { FoundFile, ReadFile, ReadingWishes } from './problem-import-seat';

/** A file that was opened, and what can be done with it. */
export interface OpenFile extends Omit<ProblemImportApi, 'open'> {
  readonly found: FoundFile;
  close(): void;
}

/** Rejects with what is wrong with the file, or when it is cancelled. */
export async function openProblemFile(file: File, signal: AbortSignal): Promise<OpenFile> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./problem-import.worker.ts', import.meta.url), { type: 'module', name: 'problem import' });
  const remote = wrap<ProblemImportApi>(worker);
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the file was put away')));
    worker.addEventListener('error', (event) =>
      reject(new Error(`the reading broke: ${event.message || 'its worker could not be started'}`)),
    );
  });
  const unlessEnded = unless(ended);
  try {
    return {
      found: await unlessEnded<FoundFile>(remote.open(file) as Promise<FoundFile>),
      look: (wishes) => unlessEnded(remote.look(wishes)),
      read: (wishes: ReadingWishes, onProgress): Promise<ReadFile> => unlessEnded(remote.read(wishes, proxy(onProgress))),
      cancel: () => void remote.cancel(),
      keep: (name, splits) => unlessEnded(remote.keep(name, splits)),
      close: () => worker.terminate(),
    };
  } catch (fault) {
    worker.terminate();
    throw fault;
  }
}
