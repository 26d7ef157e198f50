// The app's Benchmark screen with the peers at work beside our engine. A program that drives the page calls `grove.bench`.
import { Theme } from '@radix-ui/themes';
import { createRoot } from 'react-dom/client';
import { rowLines, tableLines } from '../../src/engine/bench/table';
import { BenchmarkScreen } from '../../src/ui/screens/benchmark/benchmark-screen';
import { benchmarkStore, cancelBenchmark, provideBenchmark, startBenchmark } from '../../src/ui/stores/benchmark-store';
import '../../src/ui/theme.css';
import { type BenchmarkReport, type BenchmarkWishes, connectBenchmark } from '../../src/workers/benchmark-client';

declare global {
  var grove: {
    /** Measures, and tells what goes on, one line at a time. */
    bench(wishes: BenchmarkWishes, tell: (what: string) => void): Promise<{ report: BenchmarkReport; lines: string[] }>;
    cancel(): void;
  };
}

provideBenchmark(
  connectBenchmark(() => new Worker(new URL('./bench.worker.ts', import.meta.url), { type: 'module', name: 'benchmark' })),
);

globalThis.grove = {
  bench: async (wishes, tell) => {
    const stop = benchmarkStore.subscribe(({ doing, rows }, before) => {
      if (doing && doing !== before.doing) tell(`${doing.done + 1}/${doing.total}  ${doing.name}, ${doing.shape}: ${doing.who}`);
      for (const row of rows.slice(before.rows.length)) for (const line of rowLines(row)) tell(line);
    });
    const report = await startBenchmark(wishes);
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
