// `lab train`: a run in a folder, from its start or from its last checkpoint. Ctrl+C pauses it after the step.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { adapterZip, trainedRoles } from '../../export/export';
import { rebuilt } from '../../learning/config/build';
import { isScheduled, type PolicyStart, type RunConfig, settingsFrom } from '../../learning/config/run-config';
import type { ProblemSet } from '../../learning/environments/problem-set';
import type { ColdStartReport } from '../../learning/training/cold-start';
import type { StepReport } from '../../learning/training/report';
import { wordingFor } from '../../models/base-model';
import { basePrecisionOf } from '../../models/base-precision';
import type { Forked } from '../../run/fork';
import type { OpenLearner } from '../../run/open-learner';
import { policyStart, startsOf } from '../../run/policy-starts';
import { catalogueOfRun } from '../../run/run-catalogue';
import { memoryOfRun } from '../../run/run-memory';
import type { Snapshots } from '../../run/run-policies';
import type { LabRun } from '../../run/run-store';
import { resumeSession, startSession } from '../../run/session';
import type { SessionParts } from '../../run/session-parts';
import type { TrainerEvent } from '../../run/trainer-api';
import { type Flags, UsageError } from '../arguments';
import { type CliFeature, catalogueParts } from '../cli-feature';
import { evaluationLine } from '../evaluation-line';
import { type FolderRunStore, folderRunStore } from '../folder-run-store';
import { forkFlags, planOfFork } from '../fork-command';
import { baseModelFromDisk, readingOn } from '../model-files';
import { duration, type Progress, percent } from '../progress';
import { configFlags, configFrom, wishesFrom } from '../run-config';
import type { Verb, VerbContext } from '../verb';
import { writeWhole } from '../whole-file';

export const train = (offered: CliFeature): Verb => ({
  name: 'train',
  meaning: 'trains a team and keeps the run in a folder',
  flags: {
    preset: { value: 'NAME', meaning: 'what to train; needed unless --resume or --fork' },
    seed: { value: 'N', meaning: 'names all chance of the run' },
    steps: { value: 'N', meaning: 'training steps' },
    ...configFlags,
    ...offered.problems?.flags,
    freeze: { value: 'ROLE', meaning: 'a role that trains nothing', many: true },
    policy: {
      value: 'role=policy',
      meaning: 'who speaks for a role; roles may share one; "base" stays untrained',
      many: true,
    },
    start: {
      value: 'policy=FOLDER',
      meaning: 'a policy that starts from that run; FOLDER:policy for one of another name',
      many: true,
    },
    trainable: { value: 'WHAT', meaning: 'what trains of every policy: adapter, all-weights or none' },
    level: { value: 'WHAT', meaning: 'the same; its earlier name' },
    name: { value: 'TEXT', meaning: 'how the run is called' },
    out: { value: 'FOLDER', meaning: 'where the run is kept', required: true },
    resume: { meaning: 'go on with the run in the folder' },
    'every-step': { meaning: 'keep every tree, about 1 MB each, and every checkpoint: for "record"' },
    ...forkFlags,
  },
  run: async (context) => {
    const { flags, progress, interrupted, say } = context;
    const runStore = folderRunStore(flags.needed('out'), { everyStep: flags.has('every-step') });
    const plan = flags.has('resume')
      ? await planOfResumed(context, runStore)
      : await planOfNew(context, runStore, offered);
    const model = await baseModelFromDisk(flags.text('model') ?? plan.config.model, readingOn(progress));
    const { engine, runner } = await context.machine();
    const catalogue = await catalogueOfRun(plan.config, catalogueParts(offered, runStore.folder, plan.problems));
    const planMemory: SessionParts['planMemory'] = (...wishes) => engine.planFor(model, ...wishes);
    const precision = basePrecisionOf(plan.config);
    // before anything is written: both may fail
    await planMemory(precision, await memoryOfRun(plan.config, model.tokenizer, catalogue));
    let first: OpenLearner | undefined = await engine.open(model, precision, undefined, 'to train');
    const parts: SessionParts = {
      runStore,
      base: model,
      catalogue,
      runner,
      planMemory,
      openLearner: async (precision, rooms) => {
        const opened = first ?? (await engine.open(model, precision, rooms, 'to train'));
        first = undefined;
        return opened;
      },
      now: () => performance.now(),
      announce: (event) => show(event, plan.config.settings.steps, progress),
    };
    const session = plan.runId
      ? await resumeSession(parts, plan.runId)
      : await startSession(parts, {
          config: rebuilt(plan.config, { wording: wordingFor(model) }),
          name: plan.name,
          ...(plan.starts ? { starts: plan.starts } : {}),
          forked: plan.forked,
        });
    if (plan.problems) await offered.problems?.keep(runStore.folder, plan.problems);
    const pause = () => {
      progress.line('pausing after this step (Ctrl+C again ends at once; the last checkpoint stays) …');
      void session.pause();
    };
    if (interrupted.aborted) pause();
    interrupted.addEventListener('abort', pause);
    const run = await session.rested;
    progress.end();
    await runStore.close();
    await keepAdapters(runStore, run);
    if (run.status === 'failed')
      throw new Error(`the run stopped at step ${run.step}: ${run.reason ?? 'no reason was given'}`);
    const reports = await runStore.metrics.list(run.id);
    if (run.before) say(evaluationLine('untrained', run.before));
    if (run.after) say(evaluationLine('trained', run.after));
    say(
      `${run.status} after ${run.step} steps, ${duration(run.seconds)}, on ${run.gpu ?? 'an unknown GPU'}; kept in ${runStore.folder}`,
    );
    const memory = flags.has('memory') ? ` --memory ${flags.text('memory')}` : '';
    if (run.status === 'paused') say(`go on with it: npm run lab -- train --resume --out ${runStore.folder}${memory}`);
    return resultOf(run, reports);
  },
});

interface Plan {
  readonly config: LabRun['config'];
  readonly name: string;
  /** Of a run that is resumed. */
  readonly runId?: string;
  /** Of policies that begin with another run's weights. */
  readonly starts?: Snapshots;
  /** Of a run that goes on from another. */
  readonly forked?: Forked | undefined;
  /** Of a file that was just read. */
  readonly problems?: ProblemSet;
}

async function planOfNew(
  { flags, progress }: VerbContext,
  { folder }: FolderRunStore,
  offered: CliFeature,
): Promise<Plan> {
  await checkEmpty(folder);
  if (flags.has('fork')) return planOfFork(flags, offered);
  if (flags.has('at')) throw new UsageError('--at belongs to --fork FOLDER');
  const begun = await startsFrom(flags.all('start'));
  const wished = await configOfTraining(flags, offered, begun?.start);
  const found = await offered.problems?.read(wished, { flags, progress });
  const config = found?.config ?? wished;
  const plan = found ? { problems: found.set } : {};
  const name = flags.text('name') ?? `${config.preset}, seed ${config.settings.seed}`;
  return { ...plan, config, name, ...(begun ? { starts: begun.starts } : {}) };
}

async function checkEmpty(folder: string): Promise<void> {
  const inside = await readdir(folder).catch((error: unknown): string[] => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new UsageError(
      `--out ${folder} cannot be a run's folder: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  if (inside.length > 0)
    throw new UsageError(`--out ${folder} is not empty: name another folder, or go on with its run by --resume`);
}

/** What the words of a new run ask for. Throws a UsageError or an ExpectationError that names the word at fault. */
export async function configOfTraining(
  flags: Flags,
  offered: CliFeature,
  start?: RunConfig['start'],
): Promise<RunConfig> {
  const preset = flags.text('preset');
  if (preset === undefined) throw new UsageError('train needs --preset NAME (or --resume, or --fork FOLDER)');
  return configFrom({
    preset,
    start,
    seed: flags.count('seed', 0),
    steps: flags.count('steps'),
    ...(await wishesFrom(flags, offered)),
    freeze: flags.all('freeze'),
    policies: flags.all('policy'),
    trainable: flags.text('trainable') ?? flags.text('level'),
  });
}

/** "plan=FOLDER" or "plan=FOLDER:policy", read from the runs that lie there. */
async function startsFrom(wishes: readonly string[]) {
  if (wishes.length === 0) return undefined;
  const start: Record<string, PolicyStart> = {};
  const starts: Record<string, Snapshots[string]> = {};
  for (const wish of wishes) {
    const [, policy, from, theirs = policy] = /^([\w-]+)=(.+?)(?::([\w-]+))?$/.exec(wish) ?? [];
    if (!policy || !from || !theirs)
      throw new UsageError(`--start takes policy=FOLDER or policy=FOLDER:policy, got "${wish}"`);
    const runStore = folderRunStore(from);
    const found = await policyStart(runStore, await runStore.runId(), theirs);
    start[policy] = found;
    Object.assign(starts, await startsOf(async () => runStore, { start: { [policy]: found } }));
  }
  return { start, starts };
}

async function planOfResumed({ flags }: VerbContext, runStore: FolderRunStore): Promise<Plan> {
  for (const name of [
    'world',
    'team',
    'tool-language',
    'set',
    'freeze',
    'policy',
    'start',
    'trainable',
    'level',
    'problems',
    'fork',
    'at',
  ])
    if (flags.has(name)) throw new UsageError(`--resume keeps the run as it is: leave --${name} away`);
  const runId = await runStore.runId();
  const run = (await runStore.runs.get(runId)) as LabRun;
  const { config } = run;
  const preset = flags.text('preset');
  if (preset !== undefined && preset !== config.preset)
    throw new UsageError(`the run in ${runStore.folder} is of preset "${config.preset}", got "${preset}"`);
  const seed = flags.count('seed', 0);
  if (seed !== undefined && seed !== config.settings.seed)
    throw new UsageError(`the run in ${runStore.folder} has seed ${config.settings.seed}, got ${seed}`);
  const steps = flags.count('steps') ?? config.settings.steps;
  if (steps < run.step)
    throw new UsageError(
      `the run in ${runStore.folder} has done ${run.step} steps, --steps ${steps} would take some back`,
    );
  if (steps === config.settings.steps) return { config, name: run.name, runId };
  if (isScheduled(config.settings))
    throw new UsageError('the run has a schedule over the steps it began with: leave --steps away');
  const longer = { ...config, settings: settingsFrom({ ...config.settings, steps }) };
  await runStore.runs.update(runId, { config: longer });
  return { config: longer, name: run.name, runId };
}

/** Each trained role's adapter, as it now is, beside the run. */
async function keepAdapters(runStore: FolderRunStore, run: LabRun): Promise<void> {
  if (run.config.trainable !== 'adapter' || !(await runStore.checkpoints.load(run.id))) return;
  for (const role of trainedRoles(run))
    await writeWhole(
      join(runStore.folder, 'adapters', `${role}.zip`),
      (await adapterZip(runStore, run.id, role)).bytes,
    );
}

function resultOf(run: LabRun, reports: readonly StepReport[]): object {
  const total = (tokens: (report: StepReport) => number) => reports.reduce((sum, report) => sum + tokens(report), 0);
  return {
    steps: reports.map(({ roles, ...report }) => ({
      ...report,
      reward: Object.fromEntries(Object.entries(roles).map(([role, { reward }]) => [role, reward])),
      roles,
    })),
    before: run.before && { ...run.before, references: run.testReferences },
    after: run.after && { ...run.after, references: run.testReferences },
    seconds: run.seconds,
    generatedTokens: total((report) => report.generatedTokens),
    trainedTokens: total((report) => report.trainedTokens),
    adapter: run.gpu,
    status: run.status,
    config: run.config,
  };
}

function show(event: TrainerEvent, steps: number, progress: Progress): void {
  if (event.kind === 'stage') progress.bar(`step ${event.step}: ${event.stage}`, event.done, event.total);
  else if (event.kind === 'step') progress.line(stepLine(event.report, steps, event.secondsLeft));
  else if (event.kind === 'references') {
    const { random, untrained, solver, ceiling } = event.validation;
    const alone = ceiling === undefined ? '' : ` · one player alone at most ${percent(ceiling)}`;
    progress.line(
      `validation: random ${percent(random.rate)} · untrained ${percent(untrained.rate)} · solver ${percent(solver.rate)}${alone} (${solver.all ? 'all' : 'n'} ${solver.n})`,
    );
  } else if (event.kind === 'device-lost')
    progress.line(`the GPU was lost (${event.reason})${event.recovering ? ': opening it again' : ''}`);
  else if (event.kind === 'out-of-memory') progress.line(outOfMemoryLine(event));
  else if (event.kind === 'storage') progress.line(event.message);
  else if (event.kind === 'memory') progress.line(event.sentence);
  else if (event.kind === 'cold-start') progress.line(coldStartLine(event.report));
}

/** What a person is told when the GPU has no memory left. */
export function outOfMemoryLine({ reason, recovering }: Extract<TrainerEvent, { kind: 'out-of-memory' }>): string {
  return `${reason}${recovering ? ': going on from the last checkpoint with half the room for sampling and training' : ''}`;
}

function coldStartLine({ worlds, solved, policies, updates }: ColdStartReport): string {
  const each = Object.entries(policies).map(
    ([policy, { examples, firstLoss, lastLoss }]) =>
      `${policy} on ${examples} answers, loss ${firstLoss.toFixed(3)} to ${lastLoss.toFixed(3)}`,
  );
  const tuned = each.length > 0 ? `${updates} updates: ${each.join(' · ')}` : 'nothing to fine-tune on';
  return `cold start: ${solved} games solved in ${worlds} worlds; ${tuned}`;
}

/** Nothing where nothing trained. */
function mismatchWords(updates: StepReport['updates']): string[] {
  const mismatches = Object.values(updates).map(({ mismatch }) => mismatch);
  return mismatches.length === 0 ? [] : [`mismatch ${figure(Math.max(...mismatches))}`];
}

const figure = (value: number): string => (value === 0 ? '0' : value.toExponential(1));

function stepLine(report: StepReport, steps: number, secondsLeft: number): string {
  const { step, success, validation, worlds = {}, roles, timeMs, updates } = report;
  const each = (parts: readonly string[]) => (parts.length > 0 ? ` (${parts.join(', ')})` : '');
  const learnt = Object.entries(worlds).map(
    ([name, { success, problems }]) => `${name} ${percent(success)}${problems ? ` of ${problems}` : ''}`,
  );
  const measured = Object.entries(validation?.worlds ?? {}).map(([name, { rate }]) => `${name} ${percent(rate)}`);
  const parts = [
    `step ${step}/${steps}`,
    `success ${percent(success)}${each(learnt)}`,
    ...(validation ? [`validation ${percent(validation.rate)}${each(measured)}`] : []),
    ...Object.entries(roles).map(([role, { reward }]) => `${role} ${reward.toFixed(3)}`),
    ...mismatchWords(updates),
    ...(Object.values(updates).some((update) => update.skipped) ? ['UPDATE SKIPPED: the gradient was not finite'] : []),
    `${(timeMs.total / 1000).toFixed(1)} s (play ${(timeMs.play / 1000).toFixed(1)}, learn ${(timeMs.learn / 1000).toFixed(1)})`,
    ...(step < steps ? [`${duration(secondsLeft)} left`] : []),
  ];
  return parts.join(' · ');
}
