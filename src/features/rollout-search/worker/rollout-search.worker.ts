// The thread that searches: it reads a run's kept trees once, and those that come later as they come.
import { expose } from 'comlink';
import { openStorage } from '../../../files/storage/storage';
import { withTermNames } from '../../../learning/rollouts/stored-terms';
import type { LabKinds } from '../../../run/run-store';
import { rolloutSearch } from './rollout-search';

const storage = openStorage<LabKinds>();

expose(
  rolloutSearch({
    kept: async (runId) => (await storage).trees.list(runId),
    tree: async (runId, step) => {
      const { trees, runs } = await storage;
      const [run, tree] = await Promise.all([runs.get(runId), trees.get(runId, step)]);
      if (!run || !tree) return undefined;
      const { config } = run;
      return { tree: { ...tree, worlds: tree.worlds.map((world) => withTermNames(world, config)) }, config };
    },
  }),
);
