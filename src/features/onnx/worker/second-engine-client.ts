// The page's end of the second engine's worker: the same calls, each a message. The worker starts with the connection.
import { startWorker } from '../../../workers/start-worker';
import type { SecondEngine } from './second-engine';
import type { SecondEngineWorkerApi } from './second-engine.worker';

export type { SecondEngine } from './second-engine';
export type { Verification } from './verify';

export function connectSecondEngine(): SecondEngine {
  const worker = new Worker(new URL('./second-engine.worker.ts', import.meta.url), { type: 'module', name: 'second engine' });
  return startWorker<SecondEngineWorkerApi>(worker, { broke: 'onnxruntime-web broke', begin: (api) => api.begin(location.href) })
    .api;
}
