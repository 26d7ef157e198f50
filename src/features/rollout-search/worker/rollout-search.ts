// Searching a run's kept trees: an index of the run at hand, brought up to date with what is kept before it is asked.
// It does not know where trees are kept, nor that it is a worker.
import type { StepTree } from '../../../learning/rollouts/transcript';
import { type PlayedWith, passingsIn } from '../shared/passings';
import type { RolloutQuery } from '../shared/query';
import { type Facets, type FoundBranch, type RolloutIndex, rolloutIndex } from '../shared/rollout-index';

export interface RolloutSearchApi {
  /** Reads what is kept of the run and not known yet; `tell`: how many steps of how many are read. */
  open(runId: string, tell: (done: number, total: number) => void): Promise<Facets>;
  /** The trees of a run that the storage does not hold. */
  give(runId: string, trees: readonly StepTree[], config: PlayedWith): Promise<Facets>;
  /** How many branches of the run that is open are found, and in which time. */
  search(query: RolloutQuery): Promise<{ readonly count: number; readonly ms: number }>;
  /** Some of the last search. */
  rows(from: number, count: number): Promise<readonly FoundBranch[]>;
}

export interface KeptTree {
  readonly tree: StepTree;
  /** What the run was played with. */
  readonly config: PlayedWith;
}

export interface KeptTrees {
  /** A step whose tree was written anew has another time. */
  kept(runId: string): Promise<readonly { readonly step: number; readonly storedAt: number }[]>;
  tree(runId: string, step: number): Promise<KeptTree | undefined>;
}

export function rolloutSearch({ kept, tree }: KeptTrees): RolloutSearchApi {
  let open: { readonly runId: string; readonly index: RolloutIndex; readonly known: Map<number, number> } | undefined;
  const opened = (runId: string) => {
    if (open?.runId !== runId) open = { runId, index: rolloutIndex(), known: new Map() };
    return open;
  };
  return {
    open: async (runId, tell) => {
      const { index, known } = opened(runId);
      const now = new Map((await kept(runId)).map(({ step, storedAt }) => [step, storedAt]));
      for (const step of known.keys())
        if (now.get(step) !== known.get(step)) {
          index.remove(step);
          known.delete(step);
        }
      const wanted = [...now].filter(([step]) => !known.has(step));
      for (const [done, [step, storedAt]] of wanted.entries()) {
        tell(done, wanted.length);
        const read = await tree(runId, step);
        if (read) add(index, read);
        known.set(step, storedAt);
      }
      return index.facets();
    },
    give: async (runId, trees, config) => {
      const { index } = opened(runId);
      for (const tree of trees) add(index, { tree, config });
      return index.facets();
    },
    search: async (query) => {
      const began = performance.now();
      const count = open?.index.search(query) ?? 0;
      return { count, ms: performance.now() - began };
    },
    rows: async (from, count) => open?.index.rows(from, count) ?? [],
  };
}

function add(index: RolloutIndex, { tree, config }: KeptTree): void {
  index.add(
    tree,
    tree.worlds.map((world) => passingsIn(world, config)),
  );
}
