// What the curves of a comparison can show, and the lines and bands of it: a run by itself, or the interquartile mean
// of an arm's seeds with its stratified bootstrap interval, the single seeds thin below it. Pure.
import { rngFrom } from '../../../basics/rng';
import type { Estimate } from '../../../basics/statistics/bootstrap';
import { interquartileMeanOf, oneTask } from '../../../basics/statistics/over-seeds';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import type { StepReport } from '../../../learning/training/report';
import type { ChartBand, ChartLine } from '../../../page/parts/chart-scale';
import { figure, fixed, percent } from '../../../page/parts/format';
import { roleStyle } from '../../../page/parts/roles';
import type { RunView } from '../../../page/stores/run-view';
import type { Arm } from './arms';

export interface Measure {
  readonly id: string;
  readonly name: string;
  readonly format: (value: number) => string;
  /** Of values that are shares. */
  readonly range?: readonly [number, number];
  readonly read: (report: StepReport) => Point | undefined;
  /** Before the first step. */
  readonly start?: (run: RunView) => Point | undefined;
}

/** A value, with its interval where one run alone has one. */
type Point = Pick<Estimate, 'value'> & Partial<Estimate>;

const share = { format: (value: number) => percent(value), range: [0, 1] } as const;
const point = (value: number | undefined): Point | undefined => (value === undefined ? undefined : { value });
const rateOf = (evaluation: Evaluation | undefined) =>
  evaluation && { value: evaluation.rate, low: evaluation.low, high: evaluation.high };

const success: Measure = {
  ...share,
  id: 'success',
  name: 'Success on unseen problems',
  read: ({ validation }) => rateOf(validation),
  start: ({ references }) => rateOf(references?.untrained),
};

const mismatch: Measure = {
  id: 'mismatch',
  name: 'Engine mismatch',
  format: figure,
  read: ({ updates }) => {
    const all = Object.values(updates).map((update) => update.mismatch);
    return point(all.length > 0 ? Math.max(...all) : undefined);
  },
};

const ofRole = (role: string): readonly Measure[] => [
  {
    id: `reward ${role}`,
    name: `Reward, ${roleStyle(role).label}`,
    format: (value) => fixed(value, 2),
    read: ({ roles }) => point(roles[role]?.reward),
  },
  {
    ...share,
    id: `influence ${role}`,
    name: `Influence, ${roleStyle(role).label}`,
    read: ({ roles }) => point(roles[role]?.influence?.share),
  },
];

/** Success, and what every run has measured. */
export function measuresOf(runs: readonly RunView[]): readonly Measure[] {
  const roles = new Set(runs.flatMap(({ config }) => Object.keys(config.policies)));
  const others = [...[...roles].flatMap(ofRole), mismatch];
  return [success, ...others.filter(({ read }) => runs.every(({ reports }) => reports.some((each) => read(each))))];
}

/** Fewer than elsewhere: a band has an interval at every step. */
const bandResamples = 400;

export interface ArmCurves {
  readonly steps: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly bands: readonly ChartBand[];
}

export function curvesOf(arms: readonly Arm[], measure: Measure): ArmCurves {
  const measured = arms.map((arm) => ({ arm, runs: arm.runs.map((run) => pointsOf(run, measure)) }));
  const steps = [...new Set(measured.flatMap(({ runs }) => runs.flatMap((points) => [...points.keys()])))];
  steps.sort((a, b) => a - b);
  const at = (points: ReadonlyMap<number, Point>, part: keyof Estimate) =>
    steps.map((step) => points.get(step)?.[part] ?? null);
  const drawn = measured.map(({ arm, runs }) => {
    const points = runs.length > 1 ? middlesOf(runs, `${arm.id} ${measure.id}`) : (runs[0] ?? new Map());
    const look = { label: arm.name, color: `var(--${arm.color}-10)`, dash: arm.dash };
    const seeds = runs.length > 1 ? runs.map((run) => ({ ...look, values: at(run, 'value'), width: 0.75 })) : [];
    const dots = points.size < 40;
    return {
      lines: [
        ...seeds.map((line, index) => ({ ...line, label: `${arm.name} ${index + 1}`, unnamed: true as const })),
        { ...look, values: at(points, 'value'), width: 2.5, dots },
      ],
      band: { low: at(points, 'low'), high: at(points, 'high'), color: `var(--${arm.color}-a4)` },
    };
  });
  return {
    steps,
    lines: drawn.flatMap(({ lines }) => lines),
    bands: drawn.map(({ band }) => band).filter(({ low }) => low.some((value) => value !== null)),
  };
}

function pointsOf(run: RunView, { read, start }: Measure): ReadonlyMap<number, Point> {
  const all = [[0, start?.(run)] as const, ...run.reports.map((report) => [report.step, read(report)] as const)];
  return new Map(all.flatMap(([step, point]) => (point ? [[step, point]] : [])));
}

/** At the steps at which every seed was measured. */
function middlesOf(runs: readonly ReadonlyMap<number, Point>[], name: string): ReadonlyMap<number, Point> {
  const rng = rngFrom('compared runs', name);
  const middles = new Map<number, Point>();
  for (const step of runs[0]?.keys() ?? []) {
    const values = runs.flatMap((run) => run.get(step)?.value ?? []);
    if (values.length === runs.length)
      middles.set(step, interquartileMeanOf(oneTask(values), { rng, resamples: bandResamples }));
  }
  return middles;
}
