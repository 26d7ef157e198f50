// A run carried from one run store into another: from the queue home into the study's folder, or the other way round.
import type { LabRun, RunStore } from '../../../../run/run-store';

/** The other store holds no run yet. */
export async function copyRun(from: RunStore, to: RunStore, run: LabRun): Promise<void> {
  const { createdAt: _, changedAt: __, ...record } = run;
  await to.runs.create(record);
  for (const slot of ['start', 'best', 'current'] as const) {
    const checkpoint = await from.checkpoints.load(run.id, slot);
    if (checkpoint) await to.checkpoints.replace(run.id, checkpoint, slot);
  }
  for (const step of await from.trees.steps(run.id)) {
    const tree = await from.trees.get(run.id, step);
    if (tree) await to.trees.put(run.id, tree);
  }
  for (const report of await from.metrics.list(run.id)) await to.metrics.append(run.id, report);
}
