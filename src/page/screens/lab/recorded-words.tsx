// Above the recorded run: that it is one, what came of it, and its steps to walk through.
import { ArrowRight } from 'lucide-react';
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { RunView } from '../../stores/run-view';
import { RecordedSteps } from './recorded-steps';
import { Figure } from './result';
import type { RecordedOnShow } from './use-recorded';

export function RecordedWords({ recorded }: { readonly recorded: RecordedOnShow }) {
  const { view } = recorded.run;
  return (
    <>
      <div className="row wrap gap-4">
        <Figures run={view} />
        <p className="quiet fill recorded-what">
          <strong>This is a recorded run</strong>
          {cameTo(view)} Move its slider; everything below follows. Nothing is installed, nothing is sent anywhere.
        </p>
      </div>
      <RecordedSteps {...recorded} />
    </>
  );
}

function Figures({ run: { before, after } }: { readonly run: RunView }) {
  if (!before || !after) return null;
  return (
    <div className="row gap-3 recorded-result" data-testid="result">
      <Figure name="untrained" value={before} />
      <ArrowRight color="var(--gray-9)" size={20} aria-label="then" />
      <Figure name="trained" value={after} strong />
    </div>
  );
}

/** ": 60 steps, then 200 unseen test rooms." */
function cameTo({ config, step, after }: RunView): string {
  const { problem, sameProblems } = cardOf(firstWorld(config).environment, config.definitions);
  if (!after) return ` of ${step} steps.`;
  const measured = sameProblems ? `${after.n} ${problem}s` : `${after.n} unseen test ${problem}s`;
  return `: ${step} steps, measured on ${measured}.`;
}
