// A study carried out: task after task, each kept as soon as it is done, so that whatever stops it costs one task at
// most – and of that only what its run had not yet checkpointed. What is done is found again and not redone. It does
// not know engines or storage.

import { check, present } from '../../../basics/check';
import { mean } from '../../../basics/statistics';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import {
  cellOf,
  isDone,
  nextTask,
  type StudyCell,
  type StudyDoing,
  type StudyDone,
  type StudyPlan,
  type StudyRun,
  type StudyTask,
  type StudyWishes,
  sourcesOf,
  tasksOf,
} from '../shared/study';
import type { Trial } from '../shared/tuning';

/** A run that is finished, and what its training took. */
export interface TrainedRun {
  readonly run: StudyRun;
  readonly tokens: number;
  readonly seconds: number;
  /** Of its best checkpoint, on validation problems; undefined where it was never measured. */
  readonly validation: Evaluation | undefined;
}

/** How far a task's run is. */
export interface RunProgress {
  readonly runId: string;
  /** Absent when it has just begun, or goes on. */
  readonly made?: { readonly step: number; readonly secondsLeft: number };
}

export interface StudyWork {
  /** Trains the task's run, or goes on with it, or finds it finished. "paused": it was asked to stop. */
  train(task: StudyTask, onStep: (progress: RunProgress) => void): Promise<TrainedRun | 'paused'>;
  /** Measures the task's row: with the policies of these runs, its own or those of the rows it is made from. "paused":
   *  it was asked to stop, and is measured anew. */
  measure(
    task: StudyTask,
    sources: readonly StudyRun[],
    onProgress: (done: number, total: number) => void,
  ): Promise<Evaluation | 'paused'>;
}

export interface TaskOptions {
  readonly plan: StudyPlan;
  readonly wishes: StudyWishes;
  /** What is done. */
  readonly cells: readonly StudyCell[];
  readonly trials?: readonly Trial[];
  readonly work: StudyWork;
  readonly onDoing?: (doing: StudyDoing) => void;
}

export interface StudyOptions extends TaskOptions {
  readonly keep: (cells: readonly StudyCell[], trials: readonly Trial[]) => Promise<void>;
  readonly stopping: () => boolean;
}

export async function runStudy(options: StudyOptions): Promise<'finished' | 'paused'> {
  const { plan, wishes, keep, stopping } = options;
  let done = {
    cells: options.cells.filter(({ split }) => split === 'report'),
    trials: options.trials ?? [],
  };
  for (;;) {
    const task = nextTask(plan, wishes, done.cells, done.trials);
    if (!task) return 'finished';
    if (stopping()) return 'paused';
    const more = await carryOut(task, { ...options, ...done });
    if (more === 'paused') return 'paused';
    done = { cells: [...done.cells, ...(more.cells ?? [])], trials: [...done.trials, ...(more.trials ?? [])] };
    await keep(done.cells, done.trials);
  }
}

/** One task, whose sources are done. Resolves with what it adds. */
export async function carryOut(task: StudyTask, options: TaskOptions): Promise<Partial<StudyDone> | 'paused'> {
  const { plan, wishes, cells, trials = [], work, onDoing } = options;
  const { row, seed, factor, config } = task;
  const at = { row: row.id, seed };
  const tried = factor === undefined ? {} : { factor };
  const doing = { ...at, ...tried, done: cells.length + trials.length, total: tasksOf(plan, wishes).length };
  const measured = (runs: readonly StudyRun[]) =>
    work.measure(task, runs, (done, total) =>
      onDoing?.({ ...doing, measured: { done, total }, secondsLeft: secondsAfter(task, options) }),
    );
  if (row.how.kind === 'trained') {
    const { steps } = config.settings;
    onDoing?.({ ...doing, steps });
    const wholeRun = ({ step, secondsLeft }: NonNullable<RunProgress['made']>) =>
      (secondsLeft * steps) / Math.max(1, steps - step);
    const trained = await work.train(task, ({ runId, made }) =>
      onDoing?.({
        ...{ ...doing, runId, steps },
        ...(made
          ? { step: made.step, secondsLeft: made.secondsLeft + secondsAfter(task, options, wholeRun(made)) }
          : {}),
      }),
    );
    if (trained === 'paused') return 'paused';
    const { run, tokens, seconds, validation } = trained;
    const spent = { trainingTokens: tokens, trainingSeconds: seconds };
    if (factor !== undefined) {
      check(validation, `row "${row.id}" cannot be tuned: its run was never measured on validation problems`);
      return { trials: [{ ...at, factor, validation, ...spent, run: { id: run.id, identity: run.identity } }] };
    }
    const evaluation = await measured([run]);
    if (evaluation === 'paused') return 'paused';
    return { cells: [{ ...at, evaluation, split: 'report', ...spent, runs: [run] }] };
  }
  const sources = sourcesOf(row).map((source) =>
    present(cellOf(cells, source, seed), `row "${source}" comes before "${row.id}"`),
  );
  const sum = (value: (cell: StudyCell) => number) => sources.reduce((total, cell) => total + value(cell), 0);
  const runs = sources.flatMap((cell) => cell.runs);
  const evaluation = await measured(runs);
  if (evaluation === 'paused') return 'paused';
  const cell: StudyCell = {
    ...at,
    evaluation,
    split: 'report',
    trainingTokens: sum(({ trainingTokens }) => trainingTokens),
    trainingSeconds: sum(({ trainingSeconds }) => trainingSeconds),
    runs,
  };
  return { cells: [cell] };
}

/** What the runs after this task will take, judged by those that are done, or else by the one at hand. */
function secondsAfter(
  task: StudyTask,
  { plan, wishes, cells, trials = [] }: Pick<StudyOptions, 'plan' | 'wishes' | 'cells' | 'trials'>,
  runSeconds = 0,
): number {
  const trains = (id: string) => plan.rows.some((row) => row.id === id && row.how.kind === 'trained');
  const done = [...cells.filter((cell) => trains(cell.row)), ...trials];
  const meanSeconds = done.length === 0 ? runSeconds : mean(done.map(({ trainingSeconds }) => trainingSeconds));
  const isThis = ({ row, seed, factor }: Pick<StudyTask, 'row' | 'seed' | 'factor'>) =>
    row.id === task.row.id && seed === task.seed && factor === task.factor;
  const left = tasksOf(plan, wishes).filter(
    (other) => trains(other.row.id) && !isDone(other, { cells, trials }) && !isThis(other),
  );
  return meanSeconds * left.length;
}
