// The list of runs and what storage has left. A deleted run lies in the bin until its notice has gone: until then it
// can be restored.

import { create } from 'zustand';
import { reasonOf } from '../../basics/reason';
import { runsElsewhere } from '../../workers/run-locks';
import { lab } from './lab-client';
import { notify } from './notices-store';
import type { PageStorage, RunSummary, StorageUsage } from './storage-client';
import { storage } from './storage-client';

export interface RunsState {
  readonly kind: 'loading' | 'loaded' | 'failed';
  /** Why reading failed. */
  readonly reason?: string;
  /** Newest first. */
  readonly runs: readonly RunSummary[];
  readonly usage?: StorageUsage;
  /** Ids of runs that train in another tab. */
  readonly elsewhere: readonly string[];
}

export const runsStore = create<RunsState>()(() => ({ kind: 'loading', runs: [], elsewhere: [] }));
export const useRuns = runsStore;

/** Time in which a deletion can be undone. */
export const undoMs = 8000;

/** Reads the list again. Failures are kept in the store, never thrown. */
export async function refreshRuns(): Promise<void> {
  await kept(async (store) => {
    const [runs, usage, elsewhere] = await Promise.all([store.runs(), store.usage(), runsElsewhere()]);
    runsStore.setState({ kind: 'loaded', runs, usage, elsewhere, reason: undefined });
  });
}

/** The run to go on with when the page opens: one that was cut off, else the newest one when it was paused. */
export function runToResume({ runs, elsewhere }: RunsState): RunSummary | undefined {
  const [newest] = runs;
  return (
    runs.find(({ view }) => view.status === 'running' && !elsewhere.includes(view.id)) ??
    (newest?.view.status === 'paused' ? newest : undefined)
  );
}

export async function renameRun(id: string, name: string): Promise<void> {
  await kept((store) => store.rename(id, name));
  await refreshRuns();
}

/** Replaces a run's tags. */
export async function tagRun(id: string, tags: readonly string[]): Promise<void> {
  await kept((store) => store.tag(id, tags));
  await refreshRuns();
}

/** Replaces a run's notes. */
export async function noteRun(id: string, notes: string): Promise<void> {
  await kept((store) => store.setNotes(id, notes));
  await refreshRuns();
}

/** Deletes a run; the notice offers to undo it while it can. */
export async function removeRun({ view: { id, name } }: RunSummary): Promise<void> {
  await kept((store) => store.remove(id));
  await refreshRuns();
  const timer = setTimeout(() => void kept((store) => store.purge(undoMs)).then(refreshRuns), undoMs + 500);
  const undo = async () => {
    clearTimeout(timer);
    await kept((store) => store.restore(id));
    await refreshRuns();
  };
  notify({ text: `“${name}” was deleted.`, action: { label: 'Undo', run: () => void undo() } }, { ms: undoMs });
}

/** Frees what earlier visits deleted. */
export async function emptyBin(): Promise<void> {
  await kept((store) => store.purge(60_000));
}

/** Before the first run is worth keeping. */
export async function keepRuns(): Promise<void> {
  await kept((store) => store.persist());
}

/** The lab drops the oldest trees until they fit. */
export async function changeTreeBudget(bytes: number): Promise<void> {
  await kept(() => lab().setTreeBudget(bytes));
  await refreshRuns();
}

async function kept(act: (store: PageStorage) => Promise<void>): Promise<void> {
  try {
    await act(await storage());
  } catch (fault) {
    const reason = reasonOf(fault);
    runsStore.setState((state) => ({ kind: state.kind === 'loading' ? 'failed' : state.kind, reason }));
  }
}
