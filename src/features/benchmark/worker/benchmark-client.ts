// The page's end of the benchmark's worker. Every run gets a worker of its own, so that whatever it held is gone afterwards.
import { proxy, wrap } from 'comlink';
import { unless } from '../../../basics/unless';
import type { BenchmarkEvent, BenchmarkReport, BenchmarkWishes, BenchmarkWorkerApi } from './benchmark-seat';

export type { BenchmarkEvent, BenchmarkReport, BenchmarkWishes } from './benchmark-seat';

export interface Benchmark {
  /** Rejects where the adapter or the model cannot be opened. */
  run(wishes: BenchmarkWishes, tell: (event: BenchmarkEvent) => void): Promise<BenchmarkReport>;
  /** Ends the run after the measurement at hand. */
  cancel(): void;
}

/** `startWorker`: the app's own by default; `npm run bench` hands in one that brings peers. */
export function connectBenchmark(startWorker: () => Worker = startOwnWorker): Benchmark {
  let cancel = () => {};
  return {
    run: async (wishes, tell) => {
      const worker = startWorker();
      const broken = new Promise<never>((_, reject) => {
        worker.addEventListener('error', (event) =>
          reject(new Error(`the benchmark's worker failed: ${event.message || 'see the console'}`)),
        );
      });
      const remote = wrap<BenchmarkWorkerApi>(worker);
      cancel = () => void remote.cancel();
      try {
        return await unless(broken)(remote.run(location.href, wishes, proxy(tell)));
      } finally {
        cancel = () => {};
        worker.terminate();
      }
    },
    cancel: () => cancel(),
  };
}

function startOwnWorker(): Worker {
  return new Worker(new URL('./benchmark.worker.ts', import.meta.url), { type: 'module', name: 'benchmark' });
}
