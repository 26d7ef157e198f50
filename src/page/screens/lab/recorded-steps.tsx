// The recorded run's steps under the headline: a slider that drives boards, curve and words; what the team could do by
// then; the way into that step's tree.
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import { bestStepOf } from '../../../learning/training/best-step';
import type { StepReport } from '../../../learning/training/report';
import { percent } from '../../parts/format';
import { lookAtStep } from '../../stores/recorded-run';
import { formatRoute } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { StepPicker } from '../rollouts/step-picker';
import type { RecordedOnShow } from './use-recorded';

export function RecordedSteps({ run: { view }, steps, tree: { step } }: RecordedOnShow) {
  return (
    <div className="recorded-steps row wrap">
      <div className="recorded-slider">
        <StepPicker steps={steps} step={step} onStep={lookAtStep} />
      </div>
      <p className="quiet fill" role="status">
        {knownBy(view, step)}{' '}
        <span className="nowrap">
          <a href={formatRoute({ screen: 'rollouts', runId: view.id, step })}>Walk through this step’s tree</a>
        </span>
      </p>
    </div>
  );
}

/** "After step 20 the team solved 86 % of 64 validation rooms.": the last measurement up to a step; before the first,
 *  that of the untrained team. Of the step whose checkpoint is reported, why it is above the test's. */
export function knownBy({ config, reports, references, after }: Known, step: number): string {
  const { problem, sameProblems } = cardOf(firstWorld(config).environment, config.definitions);
  const last = reports.findLast((report) => report.step <= step && report.validation !== undefined);
  const measured = last?.validation ?? references?.untrained;
  if (!measured) return '';
  const who = last ? `After step ${last.step} the team` : 'Untrained, the team';
  const said = `${who} solved ${percent(measured.rate)} of ${measured.n} ${sameProblems ? '' : 'validation '}${problem}s`;
  const chosen = !sameProblems && after && last?.step === bestStepOf(reports)?.step;
  return chosen
    ? `${said}. It was chosen by them, which flatters this figure; the ${after.n} test ${problem}s chose nothing.`
    : `${said}.`;
}

type Known = Pick<RunView, 'config' | 'references' | 'after'> & {
  readonly reports: readonly Pick<StepReport, 'step' | 'validation'>[];
};
