// Fetches what is to be shown: the list of kept steps and one step's tree. A late answer to an old question is dropped.
import { useEffect, useState } from 'react';
import type { StepTree } from '../../../learning/rollouts/transcript';
import type { TreeSource } from './tree-source';

export type TreeState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Nothing is kept of this run. */
  | { readonly kind: 'empty' }
  /** This step is not kept; `steps` are. */
  | { readonly kind: 'missing'; readonly steps: readonly number[]; readonly step: number }
  | { readonly kind: 'shown'; readonly steps: readonly number[]; readonly tree: StepTree };

/** The tree of `step`, or of the newest step. `version` counts what is known to have been added. The old tree stays until the new is here. */
export function useTree(source: TreeSource, step: number | undefined, version: number): TreeState {
  const [state, setState] = useState<TreeState>({ kind: 'loading' });
  const [shownSource, setShownSource] = useState(source);
  if (shownSource !== source) {
    setShownSource(source);
    setState({ kind: 'loading' });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again
  useEffect(() => {
    let wanted = true;
    const answer = async (): Promise<TreeState> => {
      const steps = await source.steps();
      const newest = steps.at(-1);
      if (newest === undefined) return { kind: 'empty' };
      const asked = step ?? newest;
      const tree = steps.includes(asked) ? await source.tree(asked) : undefined;
      return tree ? { kind: 'shown', steps, tree } : { kind: 'missing', steps, step: asked };
    };
    answer().then(
      (next) => wanted && setState((old) => (sameTree(old, next) ? { ...next, tree: old.tree } : next)),
      (fault) => wanted && setState({ kind: 'failed', reason: fault instanceof Error ? fault.message : String(fault) }),
    );
    return () => {
      wanted = false;
    };
  }, [source, step, version]);
  return state;
}

type Shown = Extract<TreeState, { kind: 'shown' }>;

/** A kept tree never changes – unless the run went back to a checkpoint and played the step again. */
function sameTree(old: TreeState, next: TreeState): old is Shown {
  if (old.kind !== 'shown' || next.kind !== 'shown' || old.tree.step !== next.tree.step) return false;
  const seeds = (tree: StepTree) => tree.worlds.map((world) => `${world.seed} ${world.groups.length} ${world.end}`).join();
  return seeds(old.tree) === seeds(next.tree);
}
