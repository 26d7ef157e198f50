// One run of the list, on a narrow screen.
import { bytes, duration, moment } from '../../parts/format';
import type { RunSummary } from '../../stores/storage-client';
import { otherWorlds, presetName } from './listed-runs';
import { RunActions } from './run-actions';
import { ChangedSettings, RunName, RunWords, StepsDone, Success, useEditing } from './run-parts';

export function RunCard({ run }: { readonly run: RunSummary }) {
  const { view, createdAt, seconds, bytes: size } = run;
  const editing = useEditing(view.id);
  return (
    <li className="run line-below" data-testid="run">
      <div className="run-what grid gap-1">
        <RunName run={run} editing={editing} />
        <p className="quiet">
          {[presetName(view.config), ...otherWorlds(view.config), moment(createdAt, Date.now())].join(' · ')}
        </p>
        <ChangedSettings view={view} />
        <RunWords run={run} editing={editing} />
      </div>
      <Success run={run} />
      <div className="grid gap-1 size-2">
        <StepsDone view={view} />
        <span className="quiet">
          {duration(seconds)} · {bytes(size)}
        </span>
      </div>
      <RunActions run={run} editing={editing} />
    </li>
  );
}
