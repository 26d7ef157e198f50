// When the Lab shows the recorded run: before any run of one's own, and where there can be none, as long as the setup
// has its world, its team and its model. Its file is fetched once the page can be used, never before.
import { useEffect } from 'react';
import { reasonOf } from '../../../basics/reason';
import type { RunConfig } from '../../../learning/config/run-config';
import type { StepTree } from '../../../learning/rollouts/transcript';
import { fetchRecordedRun, type RecordedRun, recordedSteps, useRecordedState } from '../../stores/recorded-run';
import { useRuns } from '../../stores/runs-store';
import { configFrom, useSetup } from '../../stores/setup-store';
import { addFault, shownRun, useTrainer } from '../../stores/trainer-store';
import { whenIdle } from '../../stores/when-idle';
import { sameWorld } from '../play/rooms';

export interface RecordedOnShow {
  readonly run: RecordedRun;
  /** Whose trees are recorded, ascending; one at least. */
  readonly steps: readonly number[];
  readonly tree: StepTree;
}

/** Whether the Lab is to show it: also while it is being fetched. */
export function useShowsRecorded(): boolean {
  const own = useTrainer((state) => shownRun(state) !== undefined);
  const noGpu = useTrainer(({ adapter }) => adapter?.available === false);
  const first = useRuns(({ runs }) => runs.length === 0);
  const recorded = useRecordedState(({ run }) => run);
  const missing = useRecordedState((state) => state.missing === true);
  const fits = useSetup((state) => !recorded || sameStory(recorded.view.config, configFrom(state)));
  return !own && (noGpu || first) && !missing && fits && recorded?.trees.length !== 0;
}

function sameStory(a: RunConfig, b: RunConfig): boolean {
  return sameWorld(a, b) && a.team === b.team && a.model === b.model;
}

/** What is to be seen of it now; undefined while there is nothing. */
export function useRecordedOnShow(): RecordedOnShow | undefined {
  const shows = useShowsRecorded();
  const run = useRecordedState((state) => state.run);
  const chosen = useRecordedState((state) => state.step);
  if (!shows || !run) return undefined;
  const steps = recordedSteps(run);
  const tree = run.trees.find(({ step }) => step === (chosen ?? steps[0]));
  return tree && { run, steps, tree };
}

/** Fetches it where it is shown, or drawn beside a run of one's own. */
export function useFetchedRecorded(asReference: boolean): void {
  const shows = useShowsRecorded();
  const gpu = useTrainer(({ adapter }) => adapter?.available);
  const wanted = gpu !== undefined && (shows || asReference);
  useEffect(() => {
    if (!wanted) return;
    return whenIdle(() => {
      fetchRecordedRun().catch((fault) => gpu === false && addFault({ ...missing, why: reasonOf(fault) }));
    });
  }, [wanted, gpu]);
}

const missing = {
  kind: 'lab',
  what: 'The recorded run could not be opened.',
  now: 'The boards under Play still work.',
} as const;
