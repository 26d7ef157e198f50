// Whether sampler and trainer agreed in the last step, always in sight: one quiet figure.
import { Tooltip } from '@radix-ui/themes';
import { mismatchTolerance } from '../../../learning/training/mismatch-gate';
import type { StepReport } from '../../../learning/training/report';
import { figure } from '../../parts/format';
import { lastMismatch } from './steps-series';

export const mismatchMeaning =
  'Largest difference between the log-probabilities that sampler and trainer give the same token, before the update. ' +
  `Both compute the same, so it is 0 or next to it; above ${mismatchTolerance} the step is not applied and the run stops.`;

export function EngineMismatch({ reports }: { readonly reports: readonly StepReport[] }) {
  const last = lastMismatch(reports);
  if (!last) return null;
  const wrong = !(last.mismatch <= mismatchTolerance);
  return (
    <Tooltip content={`Step ${last.step}. ${mismatchMeaning}`} delayDuration={250}>
      <span className={`engine-mismatch pad-1 size-1 ${wrong ? 'bad' : 'quiet'}`} data-testid="engine-mismatch">
        engine mismatch <b>{figure(last.mismatch)}</b>
      </span>
    </Tooltip>
  );
}
