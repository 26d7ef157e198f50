// Which run is about to be repeated, and which study repeats it.
import { create } from 'zustand';
import type { RunView } from '../../../page/stores/run-view';
import { refreshRuns } from '../../../page/stores/runs-store';
import { repeatId, repeatWishes } from '../shared/repeat';
import { pauseStudy, removeStudy, type StudyState, startStudy, useStudies } from './study-store';

interface Wished {
  readonly runId: string;
  readonly seeds: readonly number[];
}

/** Of the open dialog. */
export const useRepeat = create<{ readonly wished?: Wished | undefined }>()(() => ({}));

export function wishRepeat(wished?: Wished): void {
  useRepeat.setState({ wished });
}

export async function startRepeat({ name, config }: Pick<RunView, 'name' | 'config'>, seeds: readonly number[]) {
  await startStudy(repeatWishes({ name, config }, seeds));
}

/** The repetition that is under way. */
export const liveRepeat = ({ records, live }: StudyState) =>
  records.find(({ id, wishes }) => id === live && wishes.plan === repeatId);

/** Its runs stay, the one at hand paused. */
export async function cancelRepeat(id: string): Promise<void> {
  await pauseStudy();
  if (useStudies.getState().fault !== undefined) return; // it goes on
  await removeStudy(id);
  await refreshRuns();
}
