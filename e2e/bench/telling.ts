// What goes on in the benchmark, one line at a time.

import type { BenchmarkEvent } from '../../src/features/benchmark/worker/run-benchmark';
import { rowLines } from '../../src/features/benchmark/worker/table';

export function tellsOf(event: BenchmarkEvent): string[] {
  if (event.kind === 'row') return rowLines(event.row);
  return [`${event.done + 1}/${event.total}  ${event.name}, ${event.shape}: ${event.who}`];
}
