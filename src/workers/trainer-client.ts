// The page's end of the trainer's worker: the same TrainerApi, every call a message. The worker starts with the first
// connection.
import type { TrainerApi } from '../run/trainer-api';
import { startWorker } from './start-worker';
import type { TrainerWorkerApi } from './trainer.worker';

export function connectTrainer(): TrainerApi {
  const worker = new Worker(new URL('./trainer.worker.ts', import.meta.url), { type: 'module', name: 'trainer' });
  return startWorker<TrainerWorkerApi>(worker, { broke: 'the lab broke', begin: (api) => api.begin(location.href) })
    .api;
}
