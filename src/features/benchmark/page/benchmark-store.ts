// The benchmark as the page sees it: waiting, running, done. main.tsx hands in who measures; `npm run bench` hands in
// one with peers. The last table stays in this browser.

import { create } from 'zustand';
import { present } from '../../../basics/check';
import { reasonOf } from '../../../basics/reason';
import { storage } from '../../../page/stores/storage-client';
import type { Benchmark, BenchmarkEvent, BenchmarkReport, BenchmarkWishes } from '../worker/benchmark-client';

export type BenchmarkRow = BenchmarkReport['rows'][number];

export interface BenchmarkState {
  readonly kind: 'waiting' | 'running' | 'cancelling' | 'done';
  readonly rows: readonly BenchmarkRow[];
  /** What is being measured now. */
  readonly doing?: Extract<BenchmarkEvent, { kind: 'doing' }>;
  readonly report?: BenchmarkReport;
  /** When that was measured, milliseconds since 1970. */
  readonly measuredAt?: number;
  /** Why there is no report. */
  readonly fault?: string;
}

let benchmark: Benchmark | undefined;

/** Called once, before the page is drawn. */
export function provideBenchmark(given: Benchmark): void {
  benchmark = given;
}

export const benchmarkStore = create<BenchmarkState>()(() => ({ kind: 'waiting', rows: [] }));
export const useBenchmark = benchmarkStore;

/** Measures; resolves with the report, also when it was cancelled. */
export async function startBenchmark(wishes: BenchmarkWishes = { rows: '' }): Promise<BenchmarkReport | undefined> {
  const { setState } = benchmarkStore;
  setState({ kind: 'running', rows: [], doing: undefined, report: undefined, fault: undefined });
  try {
    const report = await present(benchmark, 'the page has no benchmark: call provideBenchmark first').run(
      wishes,
      (event) => {
        if (event.kind === 'doing') setState({ doing: event });
        else setState(({ rows: before }) => ({ rows: [...before, event.row] }));
      },
    );
    const measured = { report, measuredAt: Date.now() };
    setState({ kind: 'done', rows: report.rows, ...measured, doing: undefined });
    if (!report.cancelled) await keepLast(measured);
    return report;
  } catch (error) {
    setState({ kind: 'done', doing: undefined, fault: reasonOf(error) });
    return undefined;
  }
}

export function cancelBenchmark(): void {
  benchmarkStore.setState({ kind: 'cancelling' });
  present(benchmark, 'the page has no benchmark').cancel();
}

const setting = 'lastBenchmark';
type Last = Required<Pick<BenchmarkState, 'report' | 'measuredAt'>>;

async function keepLast(last: Last): Promise<void> {
  try {
    await (await storage()).setSetting(setting, last);
  } catch {
    // it stands on the page all the same, until that is closed
  }
}

/** Shows what was measured last in this browser, where nothing was since the page was opened. */
export async function showLast(): Promise<void> {
  try {
    const last = (await (await storage()).setting(setting)) as Last | undefined;
    benchmarkStore.setState(({ kind }) => (last && kind === 'waiting' ? { ...last, rows: last.report.rows } : {}));
  } catch {
    // what storage cannot do, the list of runs says
  }
}
