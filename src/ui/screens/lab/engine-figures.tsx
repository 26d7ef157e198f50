// The engine's own figures, one small chart each, with what each of them means.
import { Tooltip } from '@radix-ui/themes';
import type { PolicyReport, StepReport } from '../../../learning/training/report';
import { Chart, type ChartLine } from '../../parts/chart';
import { duration, figure, percent } from '../../parts/format';
import { roleStyle } from '../../parts/roles';
import type { RunView } from '../../stores/run-view';
import { namesIn, policyColumn, reportColumn, roleColumn, stepsOf } from './steps-series';

interface FigureCard {
  readonly name: string;
  readonly meaning: string;
  readonly format: (value: number) => string;
  readonly formatTick?: (value: number) => string;
  readonly of:
    | { readonly kind: 'step'; readonly read: (report: StepReport) => number }
    | { readonly kind: 'policy'; readonly read: (report: PolicyReport) => number | undefined }
    | { readonly kind: 'role'; readonly read: (groups: number, flat: number) => number };
}

const cards: readonly FigureCard[] = [
  {
    name: 'Generated',
    meaning: 'Tokens sampled per second of play.',
    format: (value) => `${figure(value)} tok/s`,
    formatTick: figure,
    of: { kind: 'step', read: ({ generatedTokens, timeMs }) => generatedTokens / (timeMs.play / 1000) },
  },
  {
    name: 'Trained',
    meaning: 'Tokens trained on per second of learning.',
    format: (value) => `${figure(value)} tok/s`,
    formatTick: figure,
    of: { kind: 'step', read: ({ trainedTokens, timeMs }) => trainedTokens / (timeMs.learn / 1000) },
  },
  {
    name: 'Step time',
    meaning: 'From the first move of a step to its checkpoint.',
    format: (value) => duration(value / 1000),
    of: { kind: 'step', read: ({ timeMs }) => timeMs.total },
  },
  {
    name: 'Flat groups',
    meaning: 'Share of groups whose answers all earned the same: they train nothing.',
    format: (value) => percent(value),
    of: { kind: 'role', read: (groups, flat) => (groups === 0 ? 0 : flat / groups) },
  },
  {
    name: 'Engine mismatch',
    meaning:
      'Largest difference of a token’s log-probability between sampler and trainer before the update; below 0.001 is right.',
    format: figure,
    of: { kind: 'policy', read: ({ mismatch }) => mismatch },
  },
  {
    name: 'KL to base',
    meaning: 'How far the policy has moved from the base model, per token (k3).',
    format: figure,
    of: { kind: 'policy', read: ({ kl }) => kl },
  },
  {
    name: 'Entropy',
    meaning: 'How undecided the policy is per token; towards zero it stops exploring.',
    format: (value) => `${figure(value)} nat`,
    formatTick: figure,
    of: { kind: 'policy', read: ({ entropy }) => entropy },
  },
  {
    name: 'Clipped',
    meaning: 'Share of tokens whose ratio left the clip range.',
    format: (value) => percent(value, 1),
    of: { kind: 'policy', read: ({ clippedShare }) => clippedShare },
  },
  {
    name: 'Gradient norm',
    meaning: 'Length of the gradient before clipping.',
    format: figure,
    of: { kind: 'policy', read: ({ gradientNorm }) => gradientNorm },
  },
  {
    name: 'Weight distance',
    meaning: 'How far the policy’s weights are from where the run began.',
    format: figure,
    of: { kind: 'policy', read: ({ weightDistance }) => weightDistance },
  },
];

export function EngineFigures({ run, open }: { readonly run: RunView; readonly open: (step: number) => void }) {
  const steps = stepsOf(run.reports);
  return (
    <div className="engine-figures">
      {cards.map((card) => (
        <div key={card.name} className="curve">
          <Tooltip content={card.meaning} delayDuration={250}>
            <h3>{card.name}</h3>
          </Tooltip>
          <Chart
            label={`${card.name}. ${card.meaning}`}
            steps={steps}
            lines={linesOf(card, run)}
            total={run.config.settings.steps}
            format={card.format}
            formatTick={card.formatTick}
            height={84}
            onPick={open}
            small
          />
        </div>
      ))}
    </div>
  );
}

function linesOf({ of }: FigureCard, { reports, config }: RunView): readonly ChartLine[] {
  if (of.kind === 'step') return [{ label: '', color: 'var(--gray-11)', values: reportColumn(reports, of.read), width: 1.5 }];
  if (of.kind === 'role') {
    return namesIn(reports, 'roles').map((role) => ({
      label: roleStyle(role).label,
      color: roleStyle(role).cssVar,
      values: roleColumn(reports, role, ({ groups, flatGroups }) => of.read(groups, flatGroups)),
      width: 1.5,
    }));
  }
  return namesIn(reports, 'updates').map((policy) => {
    const roles = Object.entries(config.policies).flatMap(([role, speaks]) => (speaks === policy ? [role] : []));
    const [only] = roles;
    const style = roles.length === 1 && only ? roleStyle(only) : undefined;
    return {
      label: style?.label ?? policy,
      color: style?.cssVar ?? 'var(--gray-11)',
      values: policyColumn(reports, policy, of.read),
      width: 1.5,
    };
  });
}
