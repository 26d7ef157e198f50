// The page's end of the benchmark's worker. Every run gets a worker of its own, so that whatever it held is gone
// afterwards.
import { startWorker } from '../../../workers/start-worker';
import type { BenchmarkEvent, BenchmarkReport, BenchmarkWishes, BenchmarkWorkerApi } from './benchmark-api';

export type { BenchmarkEvent, BenchmarkReport, BenchmarkWishes } from './benchmark-api';

export interface Benchmark {
  /** Rejects where the adapter or the model cannot be opened. */
  run(wishes: BenchmarkWishes, tell: (event: BenchmarkEvent) => void): Promise<BenchmarkReport>;
  /** Ends the run after the measurement at hand. */
  cancel(): void;
}

/** `openWorker`: the app's own by default; `npm run bench` hands in one that brings peers. */
export function connectBenchmark(openWorker: () => Worker = openOwnWorker): Benchmark {
  let cancel = () => {};
  return {
    run: async (wishes, tell) => {
      const { api, end } = startWorker<BenchmarkWorkerApi>(openWorker(), { broke: "the benchmark's worker failed" });
      cancel = () => void api.cancel();
      try {
        return await api.run(location.href, wishes, tell);
      } finally {
        cancel = () => {};
        end(new Error('the benchmark is over'));
      }
    },
    cancel: () => cancel(),
  };
}

function openOwnWorker(): Worker {
  return new Worker(new URL('./benchmark.worker.ts', import.meta.url), { type: 'module', name: 'benchmark' });
}
