// A study carried out: task after task, each kept as soon as it is done, so that whatever stops it costs one task at
// most – and of that only what its run had not yet checkpointed. What is done is found again and not redone. It does
// not know engines or storage.

import { present } from '../../../basics/check';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import {
  cellOf,
  nextTask,
  type StudyCell,
  type StudyDoing,
  type StudyPlan,
  type StudyRun,
  type StudyTask,
  type StudyWishes,
  sourcesOf,
  tasksOf,
} from '../shared/study';

/** A run that is finished, and what its training took. */
export interface TrainedRun {
  readonly run: StudyRun;
  readonly tokens: number;
  readonly seconds: number;
}

export interface StudyWork {
  /** Trains the task's run, or goes on with it, or finds it finished. "paused": it was asked to stop. */
  train(task: StudyTask, onStep: (step: number, secondsLeft: number) => void): Promise<TrainedRun | 'paused'>;
  /** Measures the task's row: with the policies of these runs, its own or those of the rows it is made from. */
  measure(task: StudyTask, sources: readonly StudyRun[]): Promise<Evaluation>;
}

export interface StudyOptions {
  readonly plan: StudyPlan;
  readonly wishes: StudyWishes;
  /** What is done. */
  readonly cells: readonly StudyCell[];
  readonly work: StudyWork;
  readonly keep: (cells: readonly StudyCell[]) => Promise<void>;
  readonly onDoing?: (doing: StudyDoing) => void;
  readonly stopping: () => boolean;
}

export async function runStudy(options: StudyOptions): Promise<'finished' | 'paused'> {
  const { plan, wishes, work, keep, stopping } = options;
  let cells = options.cells.filter(({ split }) => split === 'report');
  for (;;) {
    const task = nextTask(plan, wishes, cells);
    if (!task) return 'finished';
    if (stopping()) return 'paused';
    const cell = await carryOut(task, { ...options, cells, work });
    if (cell === 'paused') return 'paused';
    cells = [...cells, cell];
    await keep(cells);
  }
}

async function carryOut(
  task: StudyTask,
  { plan, wishes, cells, work, onDoing }: StudyOptions,
): Promise<StudyCell | 'paused'> {
  const { row, seed, config } = task;
  const at = { row: row.id, seed };
  const doing = { ...at, done: cells.length, total: tasksOf(plan, wishes).length };
  if (row.how.kind === 'trained') {
    const { steps } = config.settings;
    onDoing?.({ ...doing, step: 0, steps });
    const trained = await work.train(task, (step, left) =>
      onDoing?.({ ...doing, step, steps, secondsLeft: left + secondsAfter(plan, wishes, cells, task) }),
    );
    if (trained === 'paused') return 'paused';
    const { run, tokens, seconds } = trained;
    onDoing?.({ ...doing, secondsLeft: secondsAfter(plan, wishes, cells, task) });
    const evaluation = await work.measure(task, [run]);
    return { ...at, evaluation, split: 'report', trainingTokens: tokens, trainingSeconds: seconds, runs: [run] };
  }
  onDoing?.({ ...doing, secondsLeft: secondsAfter(plan, wishes, cells, task) });
  const sources = sourcesOf(row).map((source) =>
    present(cellOf(cells, source, seed), `row "${source}" comes before "${row.id}"`),
  );
  const sum = (value: (cell: StudyCell) => number) => sources.reduce((total, cell) => total + value(cell), 0);
  const runs = sources.flatMap((cell) => cell.runs);
  return {
    ...at,
    evaluation: await work.measure(task, runs),
    split: 'report',
    trainingTokens: sum(({ trainingTokens }) => trainingTokens),
    trainingSeconds: sum(({ trainingSeconds }) => trainingSeconds),
    runs,
  };
}

/** What the runs after this task will take, judged by those that are done. */
function secondsAfter(plan: StudyPlan, wishes: StudyWishes, cells: readonly StudyCell[], task: StudyTask): number {
  const trains = (id: string) => plan.rows.some((row) => row.id === id && row.how.kind === 'trained');
  const done = cells.filter((cell) => trains(cell.row));
  const mean =
    done.length === 0 ? 0 : done.reduce((sum, { trainingSeconds }) => sum + trainingSeconds, 0) / done.length;
  const left = tasksOf(plan, wishes).filter(
    ({ row, seed }) =>
      trains(row.id) && !cellOf(cells, row.id, seed) && !(row.id === task.row.id && seed === task.seed),
  );
  return mean * left.length;
}
