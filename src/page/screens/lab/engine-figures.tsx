// The engine's own figures, one small chart each, with what each of them means.
import { Tooltip } from '@radix-ui/themes';
import type { PolicyReport, StepReport } from '../../../learning/training/report';
import { Chart } from '../../parts/chart';
import type { ChartLine } from '../../parts/chart-scale';
import { duration, figure, percent } from '../../parts/format';
import { glossary, type TermId } from '../../parts/glossary';
import { runPicture } from '../../parts/picture-words';
import { roleStyle } from '../../parts/roles';
import { Term } from '../../parts/term';
import type { RunView } from '../../stores/run-view';
import {
  distanceColumn,
  measuringTokensIn,
  namesIn,
  policyColumn,
  reportColumn,
  roleColumn,
  stepsOf,
} from './steps-series';

interface FigureCard {
  readonly name: string;
  /** The word of the glossary that it measures. */
  readonly term?: TermId;
  /** With a term: what of it is drawn. */
  readonly meaning: string;
  readonly format: (value: number) => string;
  readonly formatTick?: (value: number) => string;
  readonly of:
    | { readonly kind: 'step'; readonly read: (report: StepReport) => number }
    | { readonly kind: 'policy'; readonly read: (report: PolicyReport) => number | undefined }
    | { readonly kind: 'distance' }
    | { readonly kind: 'role'; readonly read: (groups: number, flat: number) => number };
}

const cards: readonly FigureCard[] = [
  {
    name: 'Generated',
    meaning: 'Tokens sampled per second of play.',
    format: (value) => `${figure(value)} tok/s`,
    formatTick: figure,
    of: {
      kind: 'step',
      read: (report) => (report.generatedTokens + measuringTokensIn(report)) / (report.timeMs.play / 1000),
    },
  },
  {
    name: 'Trained',
    meaning: 'Answer tokens trained on, each counted once whatever the epochs, per second of learning.',
    format: (value) => `${figure(value)} tok/s`,
    formatTick: figure,
    of: { kind: 'step', read: ({ trainedTokens, timeMs }) => trainedTokens / (timeMs.learn / 1000) },
  },
  {
    name: 'Step time',
    meaning: 'From the first move of a step to its checkpoint, without evaluations.',
    format: (value) => duration(value / 1000),
    of: { kind: 'step', read: ({ timeMs }) => timeMs.total },
  },
  {
    name: 'Dispatches',
    meaning: 'Kernels started on the GPU in a step. Each costs a driver some microseconds, whatever it computes.',
    format: figure,
    of: { kind: 'step', read: ({ gpu }) => gpu?.dispatches ?? Number.NaN },
  },
  {
    name: 'Exposed waits',
    meaning: 'Times in a step that the GPU ran out of work while its answers were read back and thought over.',
    format: figure,
    of: { kind: 'step', read: ({ gpu }) => gpu?.waits ?? Number.NaN },
  },
  {
    name: 'Flat groups',
    term: 'flat',
    meaning: 'Drawn is their share of each role’s groups; frozen roles have none.',
    format: (value) => percent(value),
    of: { kind: 'role', read: (groups, flat) => (groups === 0 ? 0 : flat / groups) },
  },
  {
    name: 'Engine mismatch',
    meaning: glossary.mismatch.meaning,
    format: figure,
    of: { kind: 'policy', read: ({ mismatch }) => mismatch },
  },
  {
    name: 'KL to base',
    term: 'kl',
    meaning:
      'Drawn is k3 per token over answers of up to eight groups, measured in steps with an evaluation and in the last ' +
      'one. It takes one forward pass of the base.',
    format: (value) => `${figure(value)} nat`,
    formatTick: figure,
    of: { kind: 'distance' },
  },
  {
    name: 'Entropy',
    term: 'entropy',
    meaning: 'Drawn is its mean per token of the answers trained on, before the update.',
    format: (value) => `${figure(value)} nat`,
    formatTick: figure,
    of: { kind: 'policy', read: ({ entropy }) => entropy },
  },
  {
    name: 'Clipped',
    term: 'ratio',
    meaning:
      'Drawn is the share of tokens whose gradient the clip took away, in the last epoch. Ratios are 1 before the first ' +
      'update, so one epoch clips nothing.',
    format: (value) => percent(value, 1),
    of: { kind: 'policy', read: ({ clippedShare }) => clippedShare },
  },
  {
    name: 'Gradient norm',
    meaning: 'Length of the gradient before clipping; of the last epoch.',
    format: figure,
    of: { kind: 'policy', read: ({ gradientNorm }) => gradientNorm },
  },
  {
    name: 'Weight distance',
    meaning: 'How far the policy’s weights are from where the run began, in steps with a checkpoint.',
    format: figure,
    of: { kind: 'policy', read: ({ weightDistance }) => weightDistance },
  },
];

interface EngineFiguresProps {
  readonly run: RunView;
  readonly open: (step: number) => void;
  /** The step that is looked at. */
  readonly onShow: number | undefined;
}

export function EngineFigures({ run, open, onShow }: EngineFiguresProps) {
  const steps = stepsOf(run.reports);
  return (
    <div className="engine-figures">
      {cards.filter(isTold(run)).map((card) => (
        <div key={card.name} className="curve stack gap-1">
          <Name card={card} />
          <Chart
            label={`${card.name}. ${card.term ? `${glossary[card.term].meaning} ` : ''}${card.meaning}`}
            picture={runPicture(run, card.name, card.name)}
            steps={steps}
            lines={linesOf(card, run)}
            total={run.config.settings.steps}
            format={card.format}
            formatTick={card.formatTick}
            height={84}
            onPick={open}
            onShow={onShow}
            small
          />
        </div>
      ))}
    </div>
  );
}

function Name({ card: { name, term, meaning } }: { readonly card: FigureCard }) {
  if (term)
    return (
      <h3>
        <Term id={term} here={meaning}>
          {name}
        </Term>
      </h3>
    );
  return (
    <Tooltip content={meaning} delayDuration={250}>
      <h3>{name}</h3>
    </Tooltip>
  );
}

/** Not of runs of an earlier Grove, which did not count it. */
const isTold =
  ({ reports }: RunView) =>
  ({ of }: FigureCard): boolean =>
    of.kind !== 'step' || reports.some((report) => Number.isFinite(of.read(report)));

function linesOf({ of }: FigureCard, { reports, config }: RunView): readonly ChartLine[] {
  if (of.kind === 'step')
    return [{ label: '', color: 'var(--gray-11)', values: reportColumn(reports, of.read), width: 1.5 }];
  if (of.kind === 'role') {
    return namesIn(reports, 'roles').map((role) => ({
      label: roleStyle(role).label,
      color: roleStyle(role).cssVar,
      values: roleColumn(reports, role, ({ groups, flatGroups }) => of.read(groups, flatGroups)),
      width: 1.5,
    }));
  }
  const policies = of.kind === 'distance' ? namesIn(reports, 'baseDistances') : namesIn(reports, 'updates');
  return policies.map((policy) => {
    const roles = Object.entries(config.policies).flatMap(([role, speaks]) => (speaks === policy ? [role] : []));
    const [only] = roles;
    const style = roles.length === 1 && only ? roleStyle(only) : undefined;
    return {
      label: style?.label ?? policy,
      color: style?.cssVar ?? 'var(--gray-11)',
      values: of.kind === 'distance' ? distanceColumn(reports, policy) : policyColumn(reports, policy, of.read),
      dots: of.kind === 'distance',
      width: 1.5,
    };
  });
}
