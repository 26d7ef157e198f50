// The benchmark as the page sees it: waiting, running, done. main.tsx hands in who measures; `npm run bench` hands in
// one with peers.

import { create } from 'zustand';
import { present } from '../../../basics/check';
import { reasonOf } from '../../../basics/reason';
import type { Benchmark, BenchmarkEvent, BenchmarkReport, BenchmarkWishes } from '../worker/benchmark-client';

export type BenchmarkRow = BenchmarkReport['rows'][number];

export interface BenchmarkState {
  readonly kind: 'waiting' | 'running' | 'cancelling' | 'done';
  readonly rows: readonly BenchmarkRow[];
  /** What is being measured now. */
  readonly doing?: Extract<BenchmarkEvent, { kind: 'doing' }>;
  readonly report?: BenchmarkReport;
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
    setState({ kind: 'done', rows: report.rows, report, doing: undefined });
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
