// How much depends on each role, where a run measures it, and an alarm in words of each role that is of no use.
import type { StepReport } from '../../../learning/training/report';
import { Place } from '../../features';
import { Chart } from '../../parts/chart';
import { Fault } from '../../parts/fault';
import { percent } from '../../parts/format';
import { runPicture } from '../../parts/picture-words';
import { roleStyle } from '../../parts/roles';
import { Term } from '../../parts/term';
import type { RunView } from '../../stores/run-view';
import { idleRoles } from './idle-roles';
import { measuringTokensIn, namesIn, roleColumn, stepsOf } from './steps-series';

export function IdleRoles({ run }: { readonly run: RunView }) {
  return idleRoles(run.reports).map(({ role, title, why, passing }) => (
    <Fault key={role} mild role="status" title={title}>
      {why} {passing && <Place name="passings" run={run} />}
    </Fault>
  ));
}

interface InfluenceProps {
  readonly run: RunView;
  readonly open: (step: number) => void;
  /** The step that is looked at. */
  readonly onShow: number | undefined;
}

export function Influence({ run, open, onShow }: InfluenceProps) {
  const { reports, config } = run;
  const lines = namesIn(reports, 'roles').map((role) => ({
    label: roleStyle(role).label,
    color: roleStyle(role).cssVar,
    values: roleColumn(reports, role, ({ influence }) => influence?.share),
  }));
  const measured = lines.filter(({ values }) => values.some((value) => value !== null));
  if (measured.length === 0) return null;
  const sum = (read: (report: StepReport) => number) => reports.reduce((total, report) => total + read(report), 0);
  const extra = sum(measuringTokensIn) / sum(({ generatedTokens }) => generatedTokens);
  return (
    <div className="across slim stack gap-1">
      <h3>
        <Term id="influence">Influence</Term>{' '}
        <span className="quiet">
          outcomes that its answer to another problem would change · {percent(extra)} more tokens
        </span>
      </h3>
      <Chart
        label="Influence of each role: the share of outcomes that its answer to another problem would have changed"
        picture={runPicture(run, 'Influence: outcomes that another answer would change', 'influence')}
        steps={stepsOf(reports)}
        lines={measured}
        total={config.settings.steps}
        range={[0, 1]}
        format={(value) => percent(value)}
        height={96}
        onPick={open}
        onShow={onShow}
        small
      />
    </div>
  );
}
