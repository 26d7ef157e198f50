// Whether sampler and trainer agreed in the last step, always in sight: one quiet figure.
import { mismatchTolerance } from '../../../learning/training/mismatch-gate';
import type { StepReport } from '../../../learning/training/report';
import { figure } from '../../parts/format';
import { Term } from '../../parts/term';
import { lastMismatch } from './steps-series';

export function EngineMismatch({ reports }: { readonly reports: readonly StepReport[] }) {
  const last = lastMismatch(reports);
  if (!last) return null;
  const wrong = !(last.mismatch <= mismatchTolerance);
  return (
    <span className={`engine-mismatch pad-1 size-1 ${wrong ? 'bad' : 'quiet'}`} data-testid="engine-mismatch">
      <Term id="mismatch" here={`Here it is that of step ${last.step}.`}>
        engine mismatch
      </Term>{' '}
      <b>{figure(last.mismatch)}</b>
    </span>
  );
}
