// The recorded run's success as a line behind that of a run of one's own, where both are of the same world; it can be
// switched off, for good.
import { Switch } from '@radix-ui/themes';
import { useId, useMemo } from 'react';
import { type GhostLine, isLine } from '../../parts/chart-scale';
import { keptChoice } from '../../stores/kept-choice';
import { type RecordedRun, useRecordedState } from '../../stores/recorded-run';
import type { RunView } from '../../stores/run-view';
import { sameWorld } from '../play/rooms';
import { successColumns } from './steps-series';

const choice = keptChoice('grove-recorded-curve', ['shown', 'hidden']);

export const useReferenceWanted = (): boolean => choice.use() === 'shown';

/** Undefined where there is nothing to compare; `shown` undefined where it is switched off. */
export function useReference(own: RunView | undefined): { readonly shown: GhostLine | undefined } | undefined {
  const wanted = useReferenceWanted();
  const recorded = useRecordedState(({ run }) => run);
  const ghost = useMemo(() => recorded && ghostOf(recorded), [recorded]);
  if (!own || own.recorded || !recorded || !ghost || !sameWorld(recorded.view.config, own.config)) return undefined;
  if (!isLine(ghost, own.config.settings.steps)) return undefined; // too short a run
  return { shown: wanted ? ghost : undefined };
}

function ghostOf({ view }: RecordedRun): GhostLine {
  const { steps, unseen } = successColumns(view);
  return {
    label: 'recorded run',
    about: `“${view.name}”, which comes with this page: ${view.config.settings.steps} steps, greedy play on its validation problems.`,
    steps,
    values: unseen,
  };
}

export function ReferenceSwitch() {
  const id = useId();
  const wanted = useReferenceWanted();
  return (
    <div className="row gap-1 size-1" title="The curve of the run that comes with this page, to compare with">
      <Switch id={id} size="1" checked={wanted} onCheckedChange={(on) => choice.choose(on ? 'shown' : 'hidden')} />
      <label className="quiet" htmlFor={id}>
        recorded run
      </label>
    </div>
  );
}
