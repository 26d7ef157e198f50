// A link that says a setup is what the Lab shows; a run that is to be resumed is offered in a line beside it.
import { Button } from '@radix-ui/themes';
import { Play } from 'lucide-react';
import { resume } from '../../stores/lab-actions';
import { type Route, useRoute } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { type RunsState, runToResume, useRuns } from '../../stores/runs-store';
import type { RunSummary } from '../../stores/storage-client';
import { useTrainer } from '../../stores/trainer-store';

export function CutOffRun() {
  const route = useRoute();
  const found = useRuns((state) => offeredBeside(route, state));
  const waits = useTrainer(({ adapter, wish }) => adapter?.available === true && wish === undefined);
  if (!found || !waits) return null;
  return <CutOffLine run={found.view} onResume={() => void resume(found.view.id)} />;
}

/** Without a setup in the address the run itself stands in the Lab. */
export function offeredBeside(route: Route, runs: RunsState): RunSummary | undefined {
  return route.screen === 'lab' && route.setup !== undefined ? runToResume(runs) : undefined;
}

export function CutOffLine({
  run: { name, status, step, config },
  onResume,
}: {
  readonly run: Pick<RunView, 'name' | 'status' | 'step' | 'config'>;
  readonly onResume: () => void;
}) {
  const what = status === 'running' ? 'was cut off' : 'stopped';
  return (
    <p className="quiet">
      “{name}” {what} after {step} of {config.settings.steps} steps.{' '}
      <Button size="2" variant="ghost" onClick={onResume} aria-label={`Resume “${name}”`}>
        <Play size={12} aria-hidden /> Resume it
      </Button>
    </p>
  );
}
