// The page's end of the thread that searches.
import { type Called, startWorker } from '../../../workers/start-worker';
import type { RolloutSearchApi } from './rollout-search';

export function connectRolloutSearch(): Called<RolloutSearchApi> {
  const worker = new Worker(new URL('./rollout-search.worker.ts', import.meta.url), {
    type: 'module',
    name: 'rollout-search',
  });
  return startWorker<RolloutSearchApi>(worker, { broke: 'the search broke' }).api;
}
