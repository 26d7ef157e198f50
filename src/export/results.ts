// Runs as rows of a table: what each was, what it reached, what it cost. It does not know where runs lie.
import type { Table } from '../basics/table';
import type { RunConfig } from '../learning/config/run-config';
import { firstWorld, worldsOf } from '../learning/config/worlds';
import type { Evaluation } from '../learning/rollouts/transcript';
import type { StepReport } from '../learning/training/report';
import type { LabRun } from '../run/run-store';

const columns = [
  'run',
  'preset',
  'environment',
  'team',
  'policies',
  'trainable',
  'grouping',
  'K',
  'seed',
  'model',
  'status',
  'steps',
  'untrained %',
  'success %',
  '95 % low',
  '95 % high',
  'problems',
  'turns to solve',
  'training tokens',
  'trained tokens',
  'test tokens',
  'test s',
  'total s',
  'GPU',
] as const;

export function resultsTable(
  runs: readonly { readonly run: LabRun; readonly reports: readonly StepReport[] }[],
): Table {
  return { columns, rows: runs.map(({ run, reports }) => rowOf(run, reports)) };
}

function rowOf(run: LabRun, reports: readonly StepReport[]): (string | number | undefined)[] {
  const { config, before, after, coldStart } = run;
  const { settings } = config;
  const total = (tokens: (report: StepReport) => number) => reports.reduce((sum, report) => sum + tokens(report), 0);
  return [
    run.name,
    config.preset,
    `${worldsInWords(config)}${after?.verdicts ? ', with verdicts' : ''}`,
    config.team,
    Object.entries(config.policies)
      .map(([role, policy]) => `${role}=${policy}`)
      .join(' '),
    config.trainable,
    settings.grouping,
    settings.branches,
    settings.seed,
    config.model,
    run.status,
    run.step,
    before && percent(before.rate),
    ...(after ? measured(after) : [undefined, undefined, undefined, undefined, undefined]),
    (coldStart?.tokens ?? 0) + total((report) => report.generatedTokens),
    total((report) => report.trainedTokens),
    after?.tokens,
    after?.seconds && Number(after.seconds.toFixed(1)),
    Number(run.seconds.toFixed(1)),
    run.gpu,
  ];
}

/** "sokoban"; of several worlds each with its share: "sokoban 2 : plan-path 1". */
function worldsInWords(config: RunConfig): string {
  if (config.worlds.length === 1) return firstWorld(config).environment;
  return worldsOf(config)
    .map(({ name, share }) => `${name} ${share}`)
    .join(' : ');
}

const measured = ({ rate, low, high, n, turnsMean }: Evaluation) => [
  percent(rate),
  percent(low),
  percent(high),
  n,
  Number(turnsMean.toFixed(2)),
];

const percent = (share: number) => Number((100 * share).toFixed(1));
