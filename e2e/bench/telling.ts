// What goes on in the benchmark, one line at a time.
import { rowLines } from '../../src/engine/bench/table';
import type { BenchmarkEvent } from '../../src/lab/benchmark';

export function tellsOf(event: BenchmarkEvent): string[] {
  if (event.kind === 'row') return rowLines(event.row);
  return [`${event.done + 1}/${event.total}  ${event.name}, ${event.shape}: ${event.who}`];
}
