// A run's figures as a table: a row for each step, and when each step was done. The names of the columns are those of
// step-figures.ts; with "step" and "timestamp" in front it is the CSV that trackio.import_csv takes.
import type { Table } from '../../../basics/table';
import type { StepReport } from '../../../learning/training/report';
import { type Figure, figuresOf } from './step-figures';

export interface TimedStep {
  readonly step: number;
  /** Milliseconds since 1970. */
  readonly doneAtMs: number;
  readonly figures: readonly Figure[];
  readonly report: StepReport;
}

/** Reports say how long a step took, not when: the clock starts with the run and stands still between steps, so pauses
 *  are left out. */
export function timedSteps(createdAtMs: number, reports: readonly StepReport[]): TimedStep[] {
  let doneAtMs = createdAtMs;
  return reports.map((report) => {
    doneAtMs += report.timeMs.total + 1000 * (report.validation?.seconds ?? 0);
    return { step: report.step, doneAtMs, figures: figuresOf(report), report };
  });
}

/** A figure that a step does not have is an empty cell. `timeOf`: milliseconds since 1970 as text. */
export function stepTable(steps: readonly TimedStep[], timeOf: (ms: number) => string): Table {
  const names = namesIn(steps.map(({ figures }) => figures));
  return {
    columns: ['step', 'timestamp', ...names],
    rows: steps.map(({ step, doneAtMs, figures }) => {
      const values = new Map(figures.map(({ name, value }) => [name, value]));
      return [step, timeOf(doneAtMs), ...names.map((name) => values.get(name))];
    }),
  };
}

/** All names there are; one that only some steps have stands behind what it follows there. */
function namesIn(lists: readonly (readonly Figure[])[]): string[] {
  const names: string[] = [];
  for (const figures of lists) {
    let at = 0;
    for (const { name } of figures) {
      const found = names.indexOf(name);
      if (found < 0) names.splice(at, 0, name);
      at = (found < 0 ? at : found) + 1;
    }
  }
  return names;
}
