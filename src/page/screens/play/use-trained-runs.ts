// The runs whose teams can play: those kept in this browser, and the recorded one where there are none or no GPU.
import { useEffect, useMemo } from 'react';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { fetchRecordedRun, type RecordedRun, useRecordedState } from '../../stores/recorded-run';
import type { RunView } from '../../stores/run-view';
import { refreshRuns, useRuns } from '../../stores/runs-store';
import { shownRun, useTrainer } from '../../stores/trainer-store';
import { sameWorld } from './rooms';

/** The run that ships with the page, when it is wanted and there is one. */
export function useRecorded(wanted: boolean): RecordedRun | undefined {
  const recorded = useRecordedState(({ run }) => run);
  useEffect(() => {
    if (wanted) fetchRecordedRun().catch(() => undefined); // a page without a recorded run: there is nothing to add to what is said
  }, [wanted]);
  return wanted ? recorded : undefined;
}

/** Runs whose adapters can play this kind of world, those of the very same world first. */
export function useTrainedRuns(config: RunConfig): readonly RunView[] {
  const shown = useTrainer(shownRun);
  const live = useTrainer((state) => state.live);
  const listed = useRuns((state) => state.runs);
  useEffect(() => {
    void refreshRuns();
  }, []);
  return useMemo(() => {
    const byId = new Map<string, RunView>();
    for (const view of [shown, live, ...listed.map((each) => each.view)]) {
      if (
        view &&
        !view.recorded &&
        view.step > 0 &&
        firstWorld(view.config).environment === firstWorld(config).environment &&
        !byId.has(view.id)
      )
        byId.set(view.id, view);
    }
    return [...byId.values()].sort((a, b) => Number(sameWorld(b.config, config)) - Number(sameWorld(a.config, config)));
  }, [shown, live, listed, config]);
}
