// The studies of this browser and what is being done of one. Filled from storage and by the trainer's events; wishes go
// to the lab.
import { create } from 'zustand';
import { reasonOf } from '../../../basics/reason';
import { askFeature } from '../../../page/features';
import { exported } from '../../../page/stores/exported';
import { followRun } from '../../../page/stores/lab-actions';
import { lab } from '../../../page/stores/lab-client';
import { refreshRuns } from '../../../page/stores/runs-store';
import { storage } from '../../../page/stores/storage-client';
import type { StudiesApi, StudyNews } from '../shared/studies-api';
import type { StudyDoing, StudyRecord, StudyWishes } from '../shared/study';

const trainer = askFeature<StudiesApi>('studies');

export interface StudyState {
  readonly kind: 'loading' | 'loaded' | 'failed';
  /** Newest first. */
  readonly records: readonly StudyRecord[];
  /** The study that this page carries out. */
  readonly live?: string;
  readonly doing?: StudyDoing;
  readonly wish?: 'starting' | 'pausing';
  /** Why the last wish was not fulfilled. */
  readonly fault?: string;
}

export const studyStore = create<StudyState>()(() => ({ kind: 'loading', records: [] }));
export const useStudies = studyStore;

export async function refreshStudies(): Promise<void> {
  try {
    const records = (await (await storage()).studies()) as readonly StudyRecord[];
    studyStore.setState({ kind: 'loaded', records: newestFirst(records) });
  } catch (fault) {
    studyStore.setState(({ kind }) => ({ kind: kind === 'loaded' ? kind : 'failed', fault: reasonOf(fault) }));
  }
}

/** The state after an event of a study. */
export function hearStudy({ record, doing }: StudyNews): void {
  const running = record.status === 'running';
  studyStore.setState(({ records }) => ({
    kind: 'loaded',
    records: newestFirst([record, ...records.filter(({ id }) => id !== record.id)]),
    live: running ? record.id : undefined,
    doing: running ? doing : undefined,
    ...(running ? {} : { wish: undefined }),
  }));
  if (doing?.runId !== undefined) void followRun(doing.runId);
  if (!doing) void refreshRuns();
}

export async function startStudy(wishes: StudyWishes): Promise<string | undefined> {
  return wished('starting', () => trainer.startStudy(wishes));
}

export async function resumeStudy(id: string): Promise<void> {
  await wished('starting', () => trainer.resumeStudy(id));
}

export async function pauseStudy(): Promise<void> {
  await wished('pausing', () => lab().pause());
}

export async function removeStudy(id: string): Promise<void> {
  await wished(undefined, async () => (await storage()).removeStudy(id));
  await refreshStudies();
}

export async function exportStudy(id: string, format: 'csv' | 'markdown'): Promise<void> {
  await exported(() => trainer.exportStudy(id, format));
}

async function wished<T>(wish: StudyState['wish'], act: () => Promise<T>): Promise<T | undefined> {
  studyStore.setState({ wish, fault: undefined });
  try {
    return await act();
  } catch (fault) {
    studyStore.setState({ fault: reasonOf(fault) });
    return undefined;
  } finally {
    studyStore.setState({ wish: undefined });
  }
}

function newestFirst(records: readonly StudyRecord[]): StudyRecord[] {
  return [...records].sort((a, b) => b.createdAt - a.createdAt);
}
