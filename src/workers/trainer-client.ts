// The page's end of the trainer's worker: the same TrainerApi, every call a message. The worker starts with the first
// connection.
import { transfer } from 'comlink';
import type { TrainerApi } from '../run/trainer-api';
import { serveThreads } from './page-threads';
import { watchSilence } from './silence';
import { startWorker } from './start-worker';
import type { TrainerWorkerApi } from './trainer.worker';

/** `onSilent`: the worker has not answered for a minute. */
export function connectTrainer(onSilent: () => void): TrainerApi {
  const worker = new Worker(new URL('./trainer.worker.ts', import.meta.url), { type: 'module', name: 'trainer' });
  const threads = new MessageChannel();
  serveThreads(threads.port1);
  const { api } = startWorker<TrainerWorkerApi>(worker, {
    broke: 'the lab broke',
    begin: (called) => called.begin(location.href, transfer(threads.port2, [threads.port2])),
  });
  watchSilence(() => api.ping(), onSilent);
  return api;
}
