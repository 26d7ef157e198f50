// The curves of a run: success on unseen problems with its interval and the reference lines, rewards per role, turns;
// the engine folded. Fetched with the first run that is shown: what draws them is large.
import { type ComponentProps, useMemo, useState } from 'react';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import type { References } from '../../../run/trainer-api';
import { Place } from '../../features';
import { Chart } from '../../parts/chart';
import { ghostLook } from '../../parts/chart-ghost';
import type { ChartLevel } from '../../parts/chart-levels';
import type { ChartLine, GhostLine } from '../../parts/chart-scale';
import { closest } from '../../parts/closest';
import { Fold } from '../../parts/fold';
import { fixed, measuredOn, percent, toldOf } from '../../parts/format';
import { runPicture } from '../../parts/picture-words';
import { roleStyle } from '../../parts/roles';
import { useGpuShare } from '../../stores/gpu-share-store';
import { lookAtStep } from '../../stores/recorded-run';
import { navigate } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import './curves.css';
import { EngineFigures } from './engine-figures';
import { EngineMismatch } from './engine-mismatch';
import { IdleRoles, Influence } from './influence';
import { namesIn, reportColumn, roleColumn, stepsOf, successColumns } from './steps-series';
import { trainingLines } from './training-lines';
import type { RecordedOnShow } from './use-recorded';
import { WorldCurves } from './world-curves';

const levelsOf = (run: RunView): readonly ChartLevel[] => {
  const { references } = run;
  if (!references) return [];
  const { ceiling, untrained, solver, random } = references;
  const told = toldOf(untrained.verdicts ? { verdicts: true } : {}); // which problems, the heading says
  const alone = ceiling === undefined ? [] : [{ label: `one player alone ≤ ${percent(ceiling)}`, value: ceiling }];
  // a game from elsewhere has none
  const solvers = solver.rate > 0 ? [{ label: `solver ${percent(solver.rate)}`, value: solver.rate }] : [];
  const levels = [
    ...alone,
    ...solvers,
    { label: `untrained${told} ${percent(untrained.rate)}`, value: untrained.rate },
    { label: `random moves ${percent(random.rate)}`, value: random.rate },
  ];
  return levels.map((level) => ({ ...level, color: 'var(--gray-11)' }));
};

interface DrawnProps {
  readonly run: RunView;
  readonly card: EnvironmentCard;
  /** Where the run is the recorded one. */
  readonly recorded: RecordedOnShow | undefined;
  /** To compare with. */
  readonly ghost: GhostLine | undefined;
}

export function CurvesDrawn({ run, card, recorded, ghost }: DrawnProps) {
  const { id, reports, references } = run;
  const total = run.config.settings.steps;
  const { fork } = run.config;
  const mark = fork && { step: fork.step, label: 'forked here' };
  /** The trees of the steps before a fork are its parent's. */
  const open = (step: number) => {
    if (recorded) lookAtStep(closest(recorded.steps, step));
    else navigate({ screen: 'rollouts', runId: fork && step <= fork.step ? fork.run : id, step });
  };
  const onShow = recorded?.tree.step;
  const held = card.success;
  const ofTeam = card.sameProblems ? 'the same, greedy' : measuredOn(card);
  const measuredLabel = held ?? ofTeam;
  const success = useMemo(() => successColumns({ reports, references }), [reports, references]);
  const levels = useMemo(() => levelsOf({ ...run, references }), [run, references]);
  const steps = useMemo(() => stepsOf(reports), [reports]);
  const roles = namesIn(reports, 'roles');
  const rewards = roles.map(
    (role): ChartLine => ({
      label: roleStyle(role).label,
      color: roleStyle(role).cssVar,
      values: roleColumn(reports, role, ({ reward }) => reward),
    }),
  );
  return (
    <>
      {!recorded && <IdleRoles run={run} />}
      <div className="curves">
        <div className="curve curve-main across stack gap-1">
          <h3 title={card.sameProblems}>
            Success on {measuredOn(card)}{' '}
            <span className="quiet">
              {held ? `${held}, half from each side, ` : ''}
              {card.sameProblems ? '' : `validation, n ${run.config.settings.validationWorlds}, `}greedy, 95 % interval
            </span>
          </h3>
          <Chart
            label={`Success on ${measuredOn(card)}`}
            picture={runPicture(run, `Success on ${measuredOn(card)}, with its 95 % interval`, 'success')}
            steps={success.steps}
            lines={[
              ...trainingLines(card, run.config.settings, success),
              {
                label: measuredLabel,
                ...(recorded ? ghostLook : { color: 'var(--accent-10)', width: 2.5 }),
                values: success.unseen,
                dots: true,
              },
            ]}
            ghost={ghost}
            onShow={onShow}
            bands={[{ low: success.low, high: success.high, color: 'var(--accent-a4)' }]}
            levels={levels}
            mark={mark}
            total={total}
            range={[0, 1]}
            format={(value) => percent(value)}
            onPick={open}
          />
          {references && <RandomAbove references={references} />}
        </div>
        <WorldCurves run={run} open={open} onShow={onShow} />
        {reports.length > 0 && (
          <>
            <div className="curve stack gap-1">
              <h3>
                Reward <span className="quiet">mean per answer</span>
              </h3>
              <Chart
                label="Reward per role"
                picture={runPicture(run, 'Mean reward per answer', 'reward')}
                steps={steps}
                lines={rewards}
                total={total}
                least={0.5}
                format={(value) => fixed(value, 2)}
                onPick={open}
                onShow={onShow}
                small
              />
            </div>
            <div className="curve stack gap-1">
              <h3>
                Turns <span className="quiet">mean, training</span>
              </h3>
              <Chart
                label="Turns to solve"
                picture={runPicture(run, `Mean turns per ${card.problem} played`, 'turns')}
                steps={steps}
                lines={[
                  {
                    label: 'turns',
                    color: 'var(--gray-11)',
                    values: reportColumn(reports, ({ turnsMean }) => (turnsMean > 0 ? turnsMean : Number.NaN)),
                  },
                ]}
                total={total}
                least={1}
                format={(value) => fixed(value, 1)}
                onPick={open}
                onShow={onShow}
                small
              />
            </div>
          </>
        )}
        <Influence run={run} open={open} onShow={onShow} />
        {reports.length > 0 && <Place name="curves" run={run} />}
        {reports.length > 0 && <Engine run={run} open={open} onShow={onShow} />}
      </div>
    </>
  );
}

/** Why chance can do better than a model; nothing where it does not. */
function RandomAbove({ references: { random, untrained } }: { readonly references: References }) {
  if (random.rate <= untrained.rate) return null;
  return (
    <p className="note">
      Random moves are above the untrained team here: they are given as many turns and moves, can always be read and are
      drawn anew at every turn, while an untrained team may repeat one answer that cannot be carried out.
    </p>
  );
}

function Engine(props: ComponentProps<typeof EngineFigures>) {
  const [shown, setShown] = useState(false);
  const share = useGpuShare();
  return (
    <div className="curves-engine across outdent">
      <div className="row gap-0 wrap between">
        <Fold open={shown} onOpen={setShown}>
          Engine figures {!shown && <span className="quiet">speed, KL, gradients…</span>}
        </Fold>
        {share < 1 && <span className="quiet size-2">busy for {percent(share)} of the time</span>}
        <EngineMismatch reports={props.run.reports} />
      </div>
      {shown && <EngineFigures {...props} />}
    </div>
  );
}
