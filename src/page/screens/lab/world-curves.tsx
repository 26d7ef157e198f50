// Success on unseen problems, world by world: of a run that trains on several at once. A run on one world has nothing
// to tell apart.
import { Chart } from '../../parts/chart';
import { percent } from '../../parts/format';
import { runPicture } from '../../parts/picture-words';
import { Term } from '../../parts/term';
import { worldTitles } from '../../parts/world-titles';
import type { RunView } from '../../stores/run-view';
import { successColumns, worldColumn, worldNamesIn } from './steps-series';

const colors = ['jade', 'amber', 'purple', 'cyan', 'pink', 'bronze'].map((name) => `var(--${name}-9)`);

interface WorldCurvesProps {
  readonly run: RunView;
  readonly open: (step: number) => void;
  /** The step that is looked at. */
  readonly onShow: number | undefined;
}

export function WorldCurves({ run, open, onShow }: WorldCurvesProps) {
  const names = worldNamesIn(run.config);
  const titles = worldTitles(run.config);
  if (names.length === 0) return null;
  const { steps } = successColumns(run);
  return (
    <div className="curve curve-worlds across stack gap-1">
      <h3>
        Success by world{' '}
        <span className="quiet">
          unseen, <Term id="greedy">greedy</Term>
        </span>
      </h3>
      <Chart
        label="Success by world"
        picture={runPicture(run, 'Success on unseen problems by world', 'success-by-world')}
        steps={steps}
        lines={names.map((name, index) => ({
          label: titles[name] ?? name,
          color: colors[index % colors.length] ?? 'var(--gray-11)',
          values: worldColumn(run, name),
          dots: true,
        }))}
        total={run.config.settings.steps}
        range={[0, 1]}
        format={(value) => percent(value)}
        onPick={open}
        onShow={onShow}
        small
      />
    </div>
  );
}
