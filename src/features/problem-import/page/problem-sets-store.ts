// The sets of problems that this browser keeps: they are worlds to choose. How a file becomes one stands in
// screens/problems.
import { create } from 'zustand';
import { reasonOf } from '../../../basics/reason';
import type { StoredProblemSet } from '../../../files/storage/schema';
import type { ProblemSetName } from '../../../learning/environments/problem-set';

import { notify } from '../../../page/stores/notices-store';
import { runsStore, undoMs } from '../../../page/stores/runs-store';
import { storage } from '../../../page/stores/storage-client';
import { orFault } from '../../../page/stores/trainer-store';
import { knowProblemSets } from '../../../page/stores/worlds';

export interface ProblemSetsState {
  readonly kind: 'loading' | 'loaded' | 'failed';
  /** Why reading failed. */
  readonly reason?: string;
  /** Newest first. */
  readonly sets: readonly StoredProblemSet[];
}

export const problemSetsStore = create<ProblemSetsState>()(() => ({ kind: 'loading', sets: [] }));
export const useProblemSets = problemSetsStore;

/** How a run names it. */
export function nameOfSet({ world, name, hash, splits, file }: StoredProblemSet): ProblemSetName {
  return { world, name, hash, splits, file };
}

/** Reads the list again. A failure is kept in the store, never thrown. */
export async function refreshProblemSets(): Promise<void> {
  try {
    const sets = await (await storage()).problemSets();
    knowProblemSets(sets.map(nameOfSet));
    problemSetsStore.setState({ kind: 'loaded', sets, reason: undefined });
  } catch (fault) {
    problemSetsStore.setState(({ kind }) => ({ kind: kind === 'loading' ? 'failed' : kind, reason: reasonOf(fault) }));
  }
}

let reading: Promise<void> | undefined;

/** Reads the list when nobody has yet. */
export function readProblemSets(): Promise<void> {
  reading ??= refreshProblemSets().then(() => {
    if (problemSetsStore.getState().kind === 'failed') reading = undefined;
  });
  return reading;
}

/** Runs of this browser that are played on the set. */
export function runsOn(hash: string): number {
  const { runs } = runsStore.getState();
  return runs.filter(({ view }) => view.config.definitions?.problems?.some((set) => set.hash === hash)).length;
}

/** Deletes a set; the notice offers to undo it, and says what it costs. */
export async function removeProblemSet({ hash, name }: StoredProblemSet): Promise<void> {
  const count = runsOn(hash);
  const runs = count === 0 ? '' : ` ${count === 1 ? 'A run' : `${count} runs`} on it cannot go on without it.`;
  if (!(await done(async () => (await storage()).removeProblems(hash), `“${name}” could not be deleted.`))) return;
  const undo = () => done(async () => (await storage()).restoreProblems(hash), `“${name}” could not be brought back.`);
  notify({ text: `“${name}” is deleted.${runs}`, action: { label: 'Undo', run: () => void undo() } }, { ms: undoMs });
}

async function done(act: () => Promise<void>, what: string): Promise<boolean> {
  const said = { kind: 'storage', what, now: 'Nothing else was changed.' } as const;
  const well = await orFault(said, () => act().then(() => true));
  await refreshProblemSets();
  return well ?? false;
}
