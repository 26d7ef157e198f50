// The app's Benchmark screen with the peers at work beside our engine. A program that drives the page calls
// `grove.bench`.
import { Theme } from '@radix-ui/themes';
import { createRoot } from 'react-dom/client';
import { BenchmarkScreen } from '../../src/features/benchmark/page/benchmark-screen';
import {
  benchmarkStore,
  cancelBenchmark,
  provideBenchmark,
  startBenchmark,
} from '../../src/features/benchmark/page/benchmark-store';
import { tableLines } from '../../src/features/benchmark/worker/table';
import '../../src/page/theme.css';
import { type BenchmarkReport, connectBenchmark } from '../../src/features/benchmark/worker/benchmark-client';
import { tellsOf } from './telling';
import { tinyCases } from './tiny';

declare global {
  var grove: {
    /** Measures, and tells what goes on, one line at a time. */
    bench(
      asked: { rows: string; tiny: boolean },
      tell: (line: string) => void,
    ): Promise<{ report: BenchmarkReport; lines: string[] }>;
    cancel(): void;
  };
}

provideBenchmark(
  connectBenchmark(
    () => new Worker(new URL('./bench.worker.ts', import.meta.url), { type: 'module', name: 'benchmark' }),
  ),
);

globalThis.grove = {
  bench: async ({ rows: wanted, tiny }, tell) => {
    const stop = benchmarkStore.subscribe(({ doing, rows }, before) => {
      const happened = [
        ...(doing && doing !== before.doing ? [doing] : []),
        ...rows.slice(before.rows.length).map((row) => ({ kind: 'row', row }) as const),
      ];
      for (const line of happened.flatMap(tellsOf)) tell(line);
    });
    const report = await startBenchmark({ rows: wanted, ...(tiny ? { cases: tinyCases } : {}) });
    stop();
    if (!report) throw new Error(benchmarkStore.getState().fault);
    return { report, lines: tableLines(report.rows) };
  },
  cancel: cancelBenchmark,
};

const place = document.getElementById('page');
if (place)
  createRoot(place).render(
    <Theme accentColor="jade" grayColor="sage" radius="medium" panelBackground="solid">
      <BenchmarkScreen />
    </Theme>,
  );
