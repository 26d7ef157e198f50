// The browser's database as the lab's run store: trees are kept to the budget that the person set.
import { openStorage } from '../files/storage/storage';
import { completed } from '../learning/config/stored';
import type { LabKinds, LabRun, TrainerRunStore } from '../run/run-store';

const budgetSetting = 'treeBudget'; // the page reads it too (page/stores/browser-storage.ts)
const defaultBudgetBytes = 500_000_000;

export async function openPageRunStore(onClosed: (message: string) => void): Promise<TrainerRunStore> {
  const storage = await openStorage<LabKinds>({ onClosed, onWaiting: onClosed });
  const kept = await storage.settings.get(budgetSetting);
  let budgetBytes = typeof kept === 'number' ? kept : defaultBudgetBytes;
  return {
    runs: {
      ...storage.runs,
      get: async (id) => whole(await storage.runs.get(id)),
      list: async () => (await storage.runs.list()).map((run) => whole(run)),
    },
    metrics: storage.metrics,
    checkpoints: storage.checkpoints,
    studies: storage.studies,
    trees: {
      get: storage.trees.get,
      steps: storage.trees.steps,
      put: async (runId, tree) => {
        await storage.trees.put(runId, tree);
        await storage.trees.enforceBudget(budgetBytes);
      },
    },
    importRun: async (...given) => {
      const imported = await storage.importRun(...given);
      await storage.trees.enforceBudget(budgetBytes);
      return imported;
    },
    setTreeBudget: async (bytes) => {
      budgetBytes = bytes;
      await storage.settings.set(budgetSetting, bytes);
      await storage.trees.enforceBudget(bytes);
    },
  };
}

/** A run of an earlier version has a configuration of then. */
function whole<Run extends LabRun | undefined>(run: Run): Run {
  return run && { ...run, config: completed(run.config) };
}
