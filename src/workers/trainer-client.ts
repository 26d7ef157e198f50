// The page's end of the trainer's worker: the same TrainerApi, every call a message. The worker starts with the first
// connection.
import type { TrainerApi } from '../run/trainer-api';
import { watchSilence } from './silence';
import { startWorker } from './start-worker';
import type { TrainerWorkerApi } from './trainer.worker';

/** `onSilent`: the worker has not answered for a minute. */
export function connectTrainer(onSilent: () => void): TrainerApi {
  const worker = new Worker(new URL('./trainer.worker.ts', import.meta.url), { type: 'module', name: 'trainer' });
  const { api } = startWorker<TrainerWorkerApi>(worker, {
    broke: 'the lab broke',
    begin: (called) => called.begin(location.href),
  });
  watchSilence(() => api.ping(), onSilent);
  return api;
}
