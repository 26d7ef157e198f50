// What the thread that measures answers to: the lab's benchmark with the peers it is started with. The page of the app
// starts it without any; `npm run bench` brings them along.
import { expose } from 'comlink';
import { filesBeside, readBaseModel } from '../../../models/base-model';
import {
  type BenchmarkEvent,
  type BenchmarkReport,
  type Case,
  type Contestant,
  rowsNamed,
  runBenchmark,
} from './run-benchmark';

export type { BenchmarkEvent, BenchmarkReport } from './run-benchmark';

export interface BenchmarkWishes {
  /** "a,b": only these rows; all where it is empty. */
  readonly rows: string;
  /** Instead of the cases that suit the adapter. */
  readonly cases?: readonly Case[];
}

export interface BenchmarkWorkerApi {
  /** `pageUrl`: where the shipped model lies. One run at a time. */
  run(pageUrl: string, wishes: BenchmarkWishes, tell: (event: BenchmarkEvent) => void): Promise<BenchmarkReport>;
  /** Ends the run after the measurement at hand; it resolves with the rows that are done. */
  cancel(): void;
}

export function serveBenchmark(peers: readonly Contestant[]): void {
  let cancelling = new AbortController();
  const api: BenchmarkWorkerApi = {
    run: async (pageUrl, { rows, cases }, tell) => {
      cancelling = new AbortController();
      if (!navigator.gpu)
        throw new Error('this browser has no WebGPU: open the page in a new Chrome, Edge, Chromium or Firefox');
      return runBenchmark({
        gpu: navigator.gpu,
        base: await readBaseModel('sprout', filesBeside(pageUrl, 'sprout')),
        peers,
        wanted: rowsNamed(rows),
        ...(cases ? { cases } : {}),
        now: () => performance.now(),
        signal: cancelling.signal,
        tell: (event) => void tell(event),
      });
    },
    cancel: () => cancelling.abort(new Error('cancelled')),
  };
  expose(api);
}
