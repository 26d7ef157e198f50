// A run's kept trees as one table of rollouts, as JSONL or Parquet.
import { check } from '../basics/check';
import { termsIn } from '../files/formats/rollout-columns';
import { rolloutJsonl, rolloutParquet } from '../files/formats/rollout-table';
import { withTermNames } from '../learning/rollouts/stored-terms';
import type { RunStore } from '../run/run-store';
import { type ExportedFile, fileNameOf, storedRun } from './export';

const tables = { jsonl: rolloutJsonl, parquet: rolloutParquet } as const;

/** Throws when no tree is kept. Trees are read twice: once for the names of their reward terms, which are columns. */
export async function rolloutsFile(
  runStore: RunStore,
  runId: string,
  ending: keyof typeof tables,
): Promise<ExportedFile> {
  const run = await storedRun(runStore, runId);
  const steps = await runStore.trees.steps(runId);
  check(steps.length > 0, 'no rollout tree of this run is kept: train a step, or raise the budget for trees');
  const treeOf = async (step: number) => {
    const tree = await runStore.trees.get(runId, step);
    return tree && { ...tree, worlds: tree.worlds.map((world) => withTermNames(world, run.config)) };
  };
  const terms = new Set<string>();
  for (const step of steps) {
    const tree = await treeOf(step);
    for (const term of tree ? termsIn(tree) : []) terms.add(term);
  }
  const table = tables[ending]({ runId, terms: [...terms].sort() });
  for (const step of steps) {
    const tree = await treeOf(step);
    if (tree) table.add(tree);
  }
  return { fileName: `${fileNameOf(run)}-rollouts.${ending}`, bytes: table.end() };
}
