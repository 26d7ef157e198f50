// Where a run goes on from, as a link to that run.
import { GitBranch } from 'lucide-react';
import type { Fork } from '../../learning/config/run-config';
import { formatRoute } from '../stores/route';
import { useRuns } from '../stores/runs-store';

export function ForkedFrom({ fork: { run, step } }: { readonly fork: Fork }) {
  const name = useRuns(({ runs }) => runs.find(({ view }) => view.id === run)?.view.name);
  return (
    <p className="forked-from quiet row gap-2">
      <GitBranch size={14} aria-hidden />
      <span>
        goes on from{' '}
        {name === undefined ? (
          <span title={run}>a run that is not kept here</span>
        ) : (
          <a href={formatRoute({ screen: 'lab', runId: run })}>{name}</a>
        )}{' '}
        after step {step}
      </span>
    </p>
  );
}
