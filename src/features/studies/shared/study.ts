// A study: several ways to train or play, each with several seeds, all measured on the same fresh problems that no
// training and no choice ever saw (V5, V7). Plain data and pure functions: what is to be done next follows from what is
// done. It does not know who does it.
import { check, present } from '../../../basics/check';
import type { KnobValue } from '../../../basics/knobs';
import { build } from '../../../learning/config/build';
import { type RunConfig, settingsFrom } from '../../../learning/config/run-config';
import type { Evaluation, RoleId, Search } from '../../../learning/rollouts/transcript';
import { checkTuning, chosenFactor, type Trial, type Tuning, trialIn, trialsOf } from './tuning';

export interface StudyRow {
  readonly id: string;
  readonly name: string;
  readonly how: RowKind;
  /** World, team, policies and settings; the study gives seed, steps and budget. */
  readonly config: RunConfig;
  /** The paper's success in per cent, where it has this row. */
  readonly paper?: number;
}

export type RowKind =
  /** The base model in every role; greedy, so one seed says it all. */
  | { readonly kind: 'untrained' }
  /** A run; its best checkpoint is measured (V5). */
  | { readonly kind: 'trained' }
  /** Policies of other rows' runs put together in this row's team: role → row. Trains nothing. */
  | { readonly kind: 'joined'; readonly roles: Readonly<Record<string, string>> }
  /** Another row's run with its policies exchanged among the roles. */
  | { readonly kind: 'swapped'; readonly of: string }
  /** One role of another row's run by itself (agents/alone.ts): what the others add shows in the difference. */
  | { readonly kind: 'alone'; readonly of: string; readonly role: RoleId }
  /** No model plays: actions by chance, or the world's own solver. One seed says it all. */
  | { readonly kind: 'random' }
  | { readonly kind: 'solver' }
  /** Nobody plays: the exact bound of what one player reaches while the others do nothing. */
  | { readonly kind: 'ceiling' }
  /** Best-of-K with the untrained team: uses the reward at test time. */
  | { readonly kind: 'search'; readonly search: Search };

export interface StudyPlan {
  readonly id: string;
  readonly name: string;
  /** One sentence: what is compared. */
  readonly sentence: string;
  /** What the column of the paper's numbers is. */
  readonly paper?: string;
  readonly rows: readonly StudyRow[];
  /** The row that trains for the study's steps. What it generated is the budget of every other run of the same seed.
   *  Without it every run trains for its steps. */
  readonly budgetRow?: string;
}

/** A configuration that somebody wants compared. */
export interface StudiedSetup {
  readonly name: string;
  readonly config: RunConfig;
}

/** What a person chooses of a study. Together with the plan it says everything there is to do. */
export interface StudyWishes {
  readonly plan: string;
  /** Of a study of setups (setups.ts), and of a run that is repeated (repeat.ts). */
  readonly setups?: readonly StudiedSetup[];
  readonly seeds: readonly number[];
  /** Of the row that sets the budget, or of every run; its configuration's where absent. */
  readonly steps?: number;
  /** On how many every row is measured; `reportProblems` where absent, all there are where a world has fewer. */
  readonly problems?: number;
  /** The base model and how it is asked, in place of the plan's. */
  readonly model?: Pick<RunConfig, 'model' | 'wording'>;
  /** Settings of every row, in place of its own. A row's own question is never among them. */
  readonly settings?: Readonly<Record<string, KnobValue>>;
  /** Chooses every trained row's learning rate first; its own where absent. */
  readonly tuning?: Tuning;
}

/** One row with one seed, done. */
export interface StudyCell {
  readonly row: string;
  readonly seed: number;
  readonly evaluation: Evaluation;
  /** Absent in studies before 2026-11-22, which were measured on test problems: it is measured again before such a
   *  study goes on. */
  readonly split?: 'report';
  /** Generated in the training that stands behind it, of all its runs. */
  readonly trainingTokens: number;
  /** Spent on it, evaluations while training included. */
  readonly trainingSeconds: number;
  /** The row's own run, or those of the rows it was made from. */
  readonly runs: readonly StudyRun[];
}

export interface StudyRun {
  readonly row: string;
  readonly id: string;
  /** Names configuration, seed and base model (R2). */
  readonly identity: string;
}

/** A study as it is kept: what was wished and what is done. */
export interface StudyRecord {
  readonly id: string;
  readonly wishes: StudyWishes;
  readonly cells: readonly StudyCell[];
  /** What was tried to choose learning rates; absent where nothing was. */
  readonly trials?: readonly Trial[];
  /** "running" where nobody runs it means: interrupted. It goes on where it stopped. */
  readonly status: 'running' | 'paused' | 'finished' | 'failed';
  /** Why it stopped, one sentence. */
  readonly reason?: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
}

/** What is being done, and how much there is. */
export interface StudyDoing {
  readonly row: string;
  readonly seed: number;
  /** Of a trial: the multiple of the row's learning rate. */
  readonly factor?: number;
  /** Steps done of the run at hand; absent before its first, and while something is only measured. */
  readonly step?: number;
  readonly steps?: number;
  /** The run that trains, once it is kept. */
  readonly runId?: string;
  /** While problems are played to measure it. */
  readonly measured?: { readonly done: number; readonly total: number };
  readonly done: number;
  readonly total: number;
  /** Absent until there is something to judge by. */
  readonly secondsLeft?: number;
}

export interface StudyTask {
  readonly row: StudyRow;
  readonly seed: number;
  /** Of a trial, which is trained and not measured: the multiple of the row's learning rate. */
  readonly factor?: number;
  readonly config: RunConfig;
  /** How many it is measured on. */
  readonly problems: number;
}

/** Of V7: so many that an interval of a single seed is at most 4.4 % to either side. */
export const reportProblems = 500;

/** Runs may need more steps than the budget's row to use the budget up: single agents say less per step. */
const stepsForBudget = 10;

/** What is done of a study. */
export interface StudyDone {
  readonly cells: readonly StudyCell[];
  readonly trials?: readonly Trial[];
}

export type TaskName = Pick<StudyTask, 'row' | 'seed' | 'factor'>;

/** Every row and seed in the order in which they are done: trials of learning rates, then what others are made from. */
export function tasksOf(plan: StudyPlan, { seeds, tuning }: Pick<StudyWishes, 'seeds' | 'tuning'>): TaskName[] {
  check(
    seeds.length > 0 && new Set(seeds).size === seeds.length,
    `a study needs seeds, each once, got ${seeds.join(', ') || 'none'}`,
  );
  const rank = (row: StudyRow) => (row.id === plan.budgetRow ? 0 : sourcesOf(row).length > 0 ? 2 : 1);
  const order = [...plan.rows].sort((a, b) => rank(a) - rank(b));
  if (tuning) checkTuning(tuning, seeds);
  const trials = tuning
    ? order.flatMap((row) =>
        row.how.kind === 'trained' ? trialsOf(tuning, row.id).map((name) => ({ ...name, row })) : [],
      )
    : [];
  const measured = seeds.flatMap((seed, index) =>
    order.filter((row) => index === 0 || hasSeeds(row)).map((row) => ({ row, seed })),
  );
  return [...trials, ...measured];
}

/** Whether a task is done. */
export function isDone({ row, seed, factor }: TaskName, { cells, trials = [] }: StudyDone): boolean {
  if (factor === undefined) return cellOf(cells, row.id, seed) !== undefined;
  return trialIn(trials, { row: row.id, seed, factor }) !== undefined;
}

const seedless: readonly RowKind['kind'][] = ['untrained', 'random', 'solver', 'ceiling'];

/** Whether another seed could bring another figure: play by chance is named by the problem, greedy play of the base by
 *  nothing; answers that are drawn are drawn by the seed. */
export function hasSeeds({ how, config }: StudyRow): boolean {
  return !seedless.includes(how.kind) || (how.kind === 'untrained' && isDrawn(config));
}

/** Whether an evaluation draws the answers of some role. */
const isDrawn = ({ sampling = {} }: RunConfig) =>
  Object.values(sampling).some(({ evaluation }) => (evaluation?.temperature ?? 0) > 0);

/** The first task that is not done; undefined when the study is finished. */
export function nextTask(
  plan: StudyPlan,
  wishes: StudyWishes,
  cells: readonly StudyCell[],
  trials: readonly Trial[] = [],
): StudyTask | undefined {
  const done = { cells, trials };
  const next = tasksOf(plan, wishes).find((task) => !isDone(task, done));
  return next && taskFrom(plan, wishes, next, done);
}

/** Every task that is not done and waits for nothing: they can be done side by side, in any order. */
export function readyTasks(plan: StudyPlan, wishes: StudyWishes, done: StudyDone): TaskName[] {
  return tasksOf(plan, wishes).filter((task) => !isDone(task, done) && !waits(plan, wishes, task, done));
}

/** In the order of the tasks, whichever was done first. */
export function inOrder(plan: StudyPlan, wishes: StudyWishes, { cells, trials = [] }: StudyDone): Required<StudyDone> {
  const tasks = tasksOf(plan, wishes);
  return {
    cells: tasks.flatMap(({ row, seed, factor }) => (factor === undefined ? (cellOf(cells, row.id, seed) ?? []) : [])),
    trials: tasks.flatMap(({ row, seed, factor }) =>
      factor === undefined ? [] : (trialIn(trials, { row: row.id, seed, factor }) ?? []),
    ),
  };
}

/** Whether another task has to be done first: what it is made from, what sets its budget, its learning rate's
 *  trials. */
function waits(plan: StudyPlan, { tuning }: StudyWishes, { row, seed, factor }: TaskName, done: StudyDone): boolean {
  const { cells, trials = [] } = done;
  const undone = (id: string) => cellOf(cells, id, seed) === undefined;
  if (row.how.kind !== 'trained') return sourcesOf(row).some(undone);
  const unchosen = (id: string) => tuning !== undefined && chosenFactor(tuning, id, trials) === undefined;
  if (factor === undefined && unchosen(row.id)) return true;
  const { budgetRow } = plan;
  if (budgetRow === undefined || budgetRow === row.id) return false;
  return factor === undefined ? undone(budgetRow) : unchosen(budgetRow);
}

/** All that there is to know to do it, where it waits for nothing. */
export function taskFrom(plan: StudyPlan, wishes: StudyWishes, task: TaskName, done: StudyDone): StudyTask {
  return { ...task, config: configOf(plan, wishes, task, done), problems: wishes.problems ?? reportProblems };
}

export function cellOf(cells: readonly StudyCell[], row: string, seed: number): StudyCell | undefined {
  return cells.find((cell) => cell.row === row && cell.seed === seed);
}

/** The row's configuration with the seed, the steps, the budget and the learning rate that was chosen or is tried. */
function configOf(plan: StudyPlan, wishes: StudyWishes, task: TaskName, done: StudyDone): RunConfig {
  const { steps, model, settings, tuning } = wishes;
  const { row, seed } = task;
  const planned = steps ?? rowOf(plan, plan.budgetRow ?? row.id).config.settings.steps;
  const within = row.how.kind === 'trained' && plan.budgetRow !== undefined && row.id !== plan.budgetRow;
  const budget = within
    ? {
        steps: Math.min(5000, planned * stepsForBudget),
        tokenBudget: budgetOf(plan.budgetRow as string, wishes, task, done),
      }
    : { steps: planned };
  const asked = questionsOf(plan);
  const own = ['steps', 'seed', 'tokenBudget', ...(tuning ? ['learningRate'] : [])];
  const fault = Object.keys(settings ?? {}).find((name) => asked.has(name) || own.includes(name));
  check(fault === undefined, `"${fault}" is what study "${plan.id}" itself sets: leave it away`);
  const { learningRate } = row.config.settings;
  const rate = { learningRate: learningRate * factorOf(wishes, task, done) };
  const changed = { ...row.config.settings, ...settings, ...budget, ...(tuning ? rate : {}), seed };
  return build(row.config.preset, { ...row.config, ...model, settings: settingsFrom(changed) });
}

/** What the row that sets the budget generated with the same seed; among trials, with the rate chosen for it. */
function budgetOf(
  row: string,
  { tuning }: StudyWishes,
  { seed, factor }: TaskName,
  { cells, trials }: StudyDone,
): number {
  const first = 'the row that sets the budget is done first';
  if (!tuning || factor === undefined) return present(cellOf(cells, row, seed), first).trainingTokens;
  const chosen = present(chosenFactor(tuning, row, trials ?? []), first);
  return present(trialIn(trials ?? [], { row, seed, factor: chosen }), first).trainingTokens;
}

/** The multiple of the row's learning rate: tried, chosen, or 1. */
function factorOf({ tuning }: StudyWishes, { row, factor }: TaskName, { trials }: StudyDone): number {
  if (!tuning || row.how.kind !== 'trained') return 1;
  return factor ?? present(chosenFactor(tuning, row.id, trials ?? []), 'learning rates are chosen first');
}

/** The settings in which the rows differ. */
function questionsOf({ rows }: StudyPlan): Set<string> {
  const [first] = rows;
  const names = Object.keys(first?.config.settings ?? {}) as (keyof RunConfig['settings'])[];
  return new Set(
    names.filter((name) => rows.some(({ config }) => config.settings[name] !== first?.config.settings[name])),
  );
}

export function rowOf(plan: StudyPlan, id: string): StudyRow {
  return present(
    plan.rows.find((row) => row.id === id),
    `study "${plan.id}" has no row "${id}": it has ${plan.rows.map((row) => row.id).join(', ')}`,
  );
}

/** The rows a derived row is made from. */
export function sourcesOf({ how }: StudyRow): string[] {
  if (how.kind === 'joined') return [...new Set(Object.values(how.roles))];
  return how.kind === 'swapped' || how.kind === 'alone' ? [how.of] : [];
}
