// A kept run's figures as the files that trackers read. Names and layouts are those of its neighbours; where the run
// lies is the store's.
import { check } from '../../../basics/check';
import { writeTable } from '../../../basics/table';
import { type ExportedFile, fileNameOf, storedRun } from '../../../export/export';
import { zipOf } from '../../../files/formats/zip';
import type { LabRun, RunStore } from '../../../run/run-store';
import { eventFile, eventFileName, type Histogram, type TrackedEvent } from './event-file';
import { configurationText, resultsText } from './run-texts';
import { stepTable, type TimedStep, timedSteps } from './step-table';

/** Throws while there is no step. */
export async function stepsCsv(runStore: RunStore, runId: string): Promise<ExportedFile> {
  const { run, steps } = await tracked(runStore, runId);
  const text = writeTable(
    stepTable(steps, (ms) => new Date(ms).toISOString()),
    'csv',
  );
  return { fileName: `${fileNameOf(run)}-steps.csv`, bytes: new TextEncoder().encode(text) };
}

/** One folder, called like the run: TensorBoard and Trackio call the run by it. Throws while there is no step. */
export async function eventsZip(runStore: RunStore, runId: string): Promise<ExportedFile> {
  const { run, steps } = await tracked(runStore, runId);
  const name = fileNameOf(run);
  const file = { name: `${name}/${eventFileName(run.createdAt)}`, bytes: eventFile(eventsOf(run, steps)) };
  return { fileName: `${name}-tensorboard.zip`, bytes: await zipOf([file], new Date(run.changedAt)) };
}

async function tracked(
  runStore: RunStore,
  runId: string,
): Promise<{ readonly run: LabRun; readonly steps: readonly TimedStep[] }> {
  const run = await storedRun(runStore, runId);
  const steps = timedSteps(run.createdAt, await runStore.metrics.list(runId));
  check(steps.length > 0, 'the run has no figures yet: let it train for a step first');
  return { run, steps };
}

function eventsOf(run: LabRun, steps: readonly TimedStep[]): TrackedEvent[] {
  const { config, before, after, references, testReferences } = run;
  const results = resultsText([
    ['validation: random play', references?.random],
    ['validation: untrained', references?.untrained],
    ['validation: solver', references?.solver],
    ['test: random play', testReferences?.random],
    ['test: untrained', before],
    ['test: trained', after],
    ['test: solver', testReferences?.solver],
  ]);
  const texts = [
    { tag: 'configuration', markdown: configurationText(config) },
    { tag: 'results', markdown: results },
  ];
  return [
    { step: 0, atMs: run.createdAt, texts },
    ...steps.map(
      ({ step, doneAtMs, figures, report }): TrackedEvent => ({
        step,
        atMs: doneAtMs,
        scalars: figures.map(({ name, meaning, value }) => ({ tag: name, value, description: meaning })),
        histograms: Object.entries(report.roles).map(([role, { advantageHistogram }]) =>
          advantagesOf(role, advantageHistogram),
        ),
      }),
    ),
  ];
}

/** The report's bins: equal ones over [−3, 3]. */
function advantagesOf(role: string, counts: readonly number[]): Histogram {
  const edge = (index: number) => -3 + (6 * index) / counts.length;
  return {
    tag: `advantages/${role}`,
    description: 'Advantages of its answers; the outer bins take what lies beyond',
    bins: counts.map((count, index) => ({ left: edge(index), right: edge(index + 1), count })),
  };
}
