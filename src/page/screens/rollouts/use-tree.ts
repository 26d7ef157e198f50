// Fetches what is to be shown: the list of kept steps and one step's tree. A late answer to an old question is dropped.

import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../../basics/reason';
import type { StepTree } from '../../../learning/rollouts/transcript';

/** The one thing the viewer needs of a run's trees, wherever they are kept. */
export interface TreeSource {
  /** Steps whose trees can be shown, ascending. */
  steps(): Promise<readonly number[]>;
  /** Undefined when it is not kept (any more). */
  tree(step: number): Promise<StepTree | undefined>;
}

export type TreeState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Nothing is kept of this run. */
  | { readonly kind: 'empty' }
  /** This step is not kept; `steps` are. */
  | { readonly kind: 'missing'; readonly steps: readonly number[]; readonly step: number }
  | { readonly kind: 'shown'; readonly steps: readonly number[]; readonly tree: StepTree };

/** The tree of `step`, of the first one kept, or where none is named of the newest. `version` counts the steps done:
 *  when it falls, the run went back to a checkpoint and plays steps again. A shown tree stays until the next is here,
 *  and is not read twice. */
export function useTree(source: TreeSource, step: number | 'first' | undefined, version: number): TreeState {
  const [state, setState] = useState<TreeState>({ kind: 'loading' });
  const [shownSource, setShownSource] = useState(source);
  if (shownSource !== source) {
    setShownSource(source);
    setState({ kind: 'loading' });
  }
  const kept = useRef<{ readonly source: TreeSource; readonly version: number; readonly tree: StepTree }>(undefined);
  useEffect(() => {
    let wanted = true;
    const treeOf = async (asked: number): Promise<StepTree | undefined> => {
      const old = kept.current;
      if (old?.source === source && old.tree.step === asked && version >= old.version) return old.tree;
      return source.tree(asked);
    };
    const answer = async (): Promise<TreeState> => {
      const steps = await source.steps();
      const [first, newest] = [steps[0], steps.at(-1)];
      if (first === undefined || newest === undefined) return { kind: 'empty' };
      const asked = step === 'first' ? first : (step ?? newest);
      const tree = steps.includes(asked) ? await treeOf(asked) : undefined;
      return tree ? { kind: 'shown', steps, tree } : { kind: 'missing', steps, step: asked };
    };
    answer().then(
      (next) => {
        if (!wanted) return;
        if (next.kind === 'shown') kept.current = { source, version, tree: next.tree };
        setState(next);
      },
      (fault) => wanted && setState({ kind: 'failed', reason: reasonOf(fault) }),
    );
    return () => {
      wanted = false;
    };
  }, [source, step, version]);
  return state;
}
