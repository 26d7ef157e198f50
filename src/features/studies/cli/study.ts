// `lab study`: many runs and measurements, one after the other, in a folder. Ctrl+C pauses it after the step; the same
// words again go on with it, and what is done is not done again. With `--queue` it is workers that do it.
import { writeTable } from '../../../basics/table';
import { checkFile, jsonObjectFrom } from '../../../files/formats/format-error';
import { hashOfJson } from '../../../files/formats/hash';
import { type Flags, UsageError } from '../../../headless/arguments';
import { commitHere } from '../../../headless/commit';
import { baseModelFromDisk, readingOn } from '../../../headless/model-files';
import { duration, type Progress } from '../../../headless/progress';
import type { Verb } from '../../../headless/verb';
import { readIfThere } from '../../../headless/whole-file';
import { trainingKnobsFrom } from '../../../learning/config/knob-wishes';
import { wordingFor } from '../../../models/base-model';
import { studies, studyById } from '../shared/plans';
import { assumed, powerInWords, powerOf, type StudyPower } from '../shared/power';
import {
  hasSeeds,
  nextTask,
  reportProblems,
  type StudyDoing,
  type StudyPlan,
  type StudyRecord,
  type StudyWishes,
  tasksOf,
} from '../shared/study';
import { studyTable } from '../shared/summary';
import { chosenIn, rateInWords, type Trial, type Tuning } from '../shared/tuning';
import { keepStudy } from '../worker/keep-study';
import { studyWork } from '../worker/study-work';
import { usualTaskSettings } from './queue/queued-study';
import { cancelStudy, studyOverQueue } from './queue/study-over-queue';
import { versionOf } from './queue/versions';
import { type StudyFile, studyFolder } from './study-folder';
import { studyParts } from './study-parts';

const usualTuningSeeds = '101,102';

export const study: Verb = {
  name: 'study',
  meaning: `carries out a study: ${studies.map(({ id }) => id).join(', ')}`,
  word: 'name',
  flags: {
    name: { value: 'NAME', meaning: 'which one', required: true },
    out: { value: 'FOLDER', meaning: 'where it is kept; one that lies there goes on' },
    runs: { value: 'FOLDER', meaning: 'where its runs are kept; studies that share it share runs (--out/runs)' },
    seeds: { value: 'LIST', meaning: '"1,2,3" (default)' },
    steps: {
      value: 'N',
      meaning: 'training steps of the row that sets the budget of tokens; without such a row, of every run',
    },
    problems: {
      value: 'N',
      meaning: `fresh problems on which every row is measured (${reportProblems}); all of a world with fewer`,
    },
    difference: {
      value: 'POINTS',
      meaning: `to be seen: says how many seeds and problems that takes (${100 * assumed.difference})`,
    },
    spread: {
      value: 'POINTS',
      meaning: `its standard deviation between seeds, for that (${100 * assumed.spread})`,
    },
    'dry-run': { meaning: 'says what it would do and what that can show, and starts nothing' },
    set: { value: 'knob=value', meaning: 'changes a knob of every row', many: true },
    tune: {
      value: 'LIST',
      meaning: 'first chooses every row’s learning rate among these multiples of its own, on validation problems',
    },
    trials: { value: 'FILE', meaning: 'a study.json whose trials of learning rates are taken over, with --tune' },
    'tune-seeds': { value: 'LIST', meaning: `seeds of which nothing is reported (${usualTuningSeeds})` },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'the base model, instead of the one that ships' },
    queue: { value: 'redis://HOST:PORT', meaning: 'puts it into that queue, for workers (lab worker) to do' },
    attempts: { value: 'N', meaning: 'with --queue: how often a task that fails is tried (3)' },
    cancel: { meaning: 'with --queue: takes it out of the queue; what is done stays' },
  },
  run: async ({ flags, progress, machine, say, interrupted }) => {
    const plan = studyById(flags.needed('name'));
    if (flags.has('dry-run')) return dryRun(plan, flags, say);
    if (flags.has('cancel')) return cancel(plan, flags, say);
    if (flags.has('attempts') && !flags.has('queue')) throw new UsageError('--attempts goes with --queue');
    const folder = studyFolder(flags.needed('out'), flags.text('runs'));
    const known = await folder.read();
    if (!known && !(await folder.isEmpty()))
      throw new UsageError(`--out ${flags.needed('out')} is not empty and holds no study: name another folder`);
    const model = await baseModelFromDisk(
      flags.text('model') ?? known?.wishes.model?.model ?? 'sprout',
      readingOn(progress),
    );
    const wishes = { ...wishesFrom(flags, plan), model: { model: model.name, wording: wordingFor(model) } };
    const configs = await hashOfJson(plan.rows.map(({ config }) => config));
    if (known) checkSame(known, { wishes, configs }, flags);
    const trials = known?.trials ?? (await trialsFrom(flags.text('trials'), { wishes, configs }));
    nextTask(plan, wishes, known?.cells ?? [], trials); // wrong wishes are said before anything is opened or written
    for (const line of powerInWords(powerWished(known?.wishes ?? wishes, flags))) progress.line(line);
    const commit = await commitHere();
    const begun = signed(known ?? newRecord(wishes, trials), { plan, configs, commit });
    const keep = async (record: StudyRecord) => {
      await folder.write(record);
      const table = studyTable(plan, record.cells, chosenIn(record));
      for (const format of ['markdown', 'csv'] as const)
        await folder.writeText(format === 'markdown' ? 'table.md' : 'table.csv', writeTable(table, format));
    };
    const told = (record: StudyRecord) => {
      progress.end();
      const table = studyTable(plan, record.cells, chosenIn(record));
      say(writeTable(table, 'markdown').trimEnd());
      return { ...record, table };
    };
    const address = flags.text('queue');
    if (address !== undefined) {
      const attempts = flags.count('attempts');
      const settings = { ...usualTaskSettings, ...(attempts === undefined ? {} : { attempts }) };
      const version = versionOf(commit, model);
      return told(
        await studyOverQueue({ address, plan, record: begun, version, folder, keep, settings, progress, interrupted }),
      );
    }
    const parts = studyParts(await machine(), model, progress);
    let pause: (() => unknown) | undefined;
    interrupted.addEventListener('abort', () => {
      progress.line('pausing after this step (Ctrl+C again ends at once; the last checkpoint stays) …');
      pause?.();
    });
    const work = studyWork({
      parts,
      runStoreFor: folder.runStoreFor,
      nameOf: ({ row, seed }) => `${plan.id}: ${row.name}, seed ${seed}`,
      onSession: (session) => {
        pause = session && (() => session.pause());
        if (interrupted.aborted) pause?.();
      },
    });
    const record = await keepStudy({
      plan,
      record: begun,
      work,
      keep,
      now: Date.now,
      onDoing: (doing) => tell(doing, plan, progress),
      stopping: () => interrupted.aborted,
    }).finally(() => folder.close());
    const result = told(record);
    if (record.status === 'paused') say(`go on with it: the same words again, --out ${flags.needed('out')}`);
    return result;
  },
};

const numbersIn = (text: string) => text.split(',').map((part) => Number(part.trim() || Number.NaN));

function seedsFrom(flags: Flags, name: 'seeds' | 'tune-seeds', usual: string): number[] {
  const seeds = numbersIn(flags.text(name) ?? usual);
  if (seeds.some((seed) => !Number.isInteger(seed) || seed < 0) || new Set(seeds).size < seeds.length)
    throw new UsageError(`--${name} is a list of whole numbers, each once, like 1,2,3, got "${flags.text(name)}"`);
  return seeds;
}

function tuningFrom(flags: Flags): Tuning | undefined {
  const text = flags.text('tune');
  const seeds = seedsFrom(flags, 'tune-seeds', usualTuningSeeds);
  if (text !== undefined) return { factors: numbersIn(text), seeds };
  if (flags.has('tune-seeds')) throw new UsageError('--tune-seeds goes with --tune: name the multiples, like 0.5,1,2');
  return undefined;
}

function wishesFrom(flags: Flags, plan: StudyPlan): StudyWishes {
  const seeds = seedsFrom(flags, 'seeds', '1,2,3');
  const tuning = tuningFrom(flags);
  const steps = flags.count('steps');
  const problems = flags.count('problems');
  const settings = trainingKnobsFrom(flags.all('set'));
  return {
    plan: plan.id,
    seeds,
    ...(steps === undefined ? {} : { steps }),
    ...(problems === undefined ? {} : { problems }),
    ...(flags.has('set') ? { settings } : {}),
    ...(tuning ? { tuning } : {}),
  };
}

/** Out of the queue: the study of this name that the words given do not contradict. */
async function cancel(plan: StudyPlan, flags: Flags, say: (line: string) => void): Promise<object> {
  const address = flags.text('queue');
  if (address === undefined) throw new UsageError('--cancel takes a study out of a queue: name it by --queue');
  const { seeds, steps, problems } = wishesFrom(flags, plan);
  const fits = ({ wishes }: { readonly wishes: StudyWishes }) =>
    wishes.plan === plan.id &&
    (!flags.has('seeds') || wishes.seeds.join() === seeds.join()) &&
    (steps === undefined || wishes.steps === steps) &&
    (problems === undefined || wishes.problems === problems);
  const { id, wishes } = await cancelStudy(address, fits, plan.id);
  say(`“${id}” is out of the queue; what is done of it stays there for a week: the same words without --cancel go on`);
  return { id, wishes };
}

/** What there is to do, and what it can show. */
function dryRun(plan: StudyPlan, flags: Flags, say: (line: string) => void): object {
  const wishes = wishesFrom(flags, plan);
  const tasks = tasksOf(plan, wishes);
  nextTask(plan, wishes, []);
  const power = powerWished(wishes, flags);
  const runs = tasks.filter(({ row }) => row.how.kind === 'trained').length;
  const measurements = tasks.filter(({ factor }) => factor === undefined).length;
  say(
    `${plan.name}: ${runs} runs are trained and ${measurements} measurements made, each of ${power.problems} problems`,
  );
  for (const { row, seed, factor } of tasks) say(`  ${row.name}, seed ${seed}${rateInWords(factor)}`);
  for (const line of powerInWords(power)) say(line);
  return { wishes, runs, measurements, power };
}

function powerWished({ seeds, problems = reportProblems }: StudyWishes, flags: Flags): StudyPower {
  const share = (name: 'difference' | 'spread') => {
    const text = flags.text(name);
    if (text === undefined) return assumed[name];
    if (!/^\d+(\.\d+)?$/.test(text) || Number(text) <= 0 || Number(text) > 100)
      throw new UsageError(`--${name} is a number of points from above 0 to 100, got "${text}"`);
    return Number(text) / 100;
  };
  return powerOf({ seeds: seeds.length, problems, difference: share('difference'), spread: share('spread') });
}

function newRecord(wishes: StudyWishes, trials: readonly Trial[] = []): StudyRecord {
  const time = Date.now();
  const tried = trials.length > 0 ? { trials } : {};
  const id = `study-${time.toString(36)}`;
  return { id, wishes, cells: [], ...tried, status: 'running', createdAt: time, changedAt: time };
}

/** The trials of a study that differs in nothing but its seeds and problems. */
async function trialsFrom(file: string | undefined, mine: Made): Promise<readonly Trial[] | undefined> {
  if (file === undefined) return undefined;
  if (!mine.wishes.tuning) throw new UsageError('--trials goes with --tune: name the multiples that were tried');
  const bytes = await readIfThere(file);
  if (!bytes) throw new UsageError(`--trials: there is no file ${file}`);
  const { wishes: theirs, trials, configs } = jsonObjectFrom(bytes, file) as unknown as Partial<StudyFile>;
  checkFile(theirs !== undefined && Array.isArray(trials), file, 'holds no trials of learning rates');
  const named = ({ seeds: _, problems: __, ...others }: StudyWishes) => hashOfJson(others);
  if ((await named(theirs)) !== (await named(mine.wishes)))
    throw new UsageError(`--trials ${file} is of a study with other wishes: its learning rates would not fit`);
  if (isOfOthers(configs, mine))
    throw new UsageError(`--trials ${file} is of a preset that has changed since: tune its learning rates anew`);
  return trials;
}

/** With what makes its file readable by itself: what the rows are, and which version of the program worked on it. */
function signed(
  record: StudyFile,
  { plan, configs, commit }: { plan: StudyPlan; configs: string; commit: string | undefined },
): StudyFile {
  const rows = plan.rows.map(({ config, ...row }) => ({
    ...row,
    ...(row.how.kind === 'untrained' && hasSeeds({ ...row, config }) ? { drawn: true as const } : {}),
  }));
  const commits = [...new Set([...(record.commits ?? []), ...(commit === undefined ? [] : [commit])])];
  return { ...record, rows, configs, commits };
}

/** What was wished, and the hash of the rows' configurations. */
interface Made {
  readonly wishes: StudyWishes;
  readonly configs: string;
}

/** Whether a file says that it was made with other configurations; files of before said nothing. */
const isOfOthers = (configs: string | undefined, mine: Made) => configs !== undefined && configs !== mine.configs;

/** A study goes on as it was begun; only words that were given, and presets that changed, can contradict it. */
function checkSame({ wishes, configs }: StudyFile, mine: Made, flags: Flags): void {
  const given = mine.wishes;
  const differ = (name: string, was: unknown, is: unknown) => {
    if (JSON.stringify(was) !== JSON.stringify(is))
      throw new UsageError(
        `the study in ${flags.needed('out')} has --${name} ${String(was)}, got ${String(is)}: name another folder`,
      );
  };
  differ('name', wishes.plan, given.plan);
  if (isOfOthers(configs, mine))
    throw new UsageError(
      `the study in ${flags.needed('out')} was begun with a preset that has changed since: name another folder`,
    );
  if (flags.has('seeds')) differ('seeds', wishes.seeds, given.seeds);
  if (flags.has('steps')) differ('steps', wishes.steps, given.steps);
  if (flags.has('problems')) differ('problems', wishes.problems ?? reportProblems, given.problems);
  if (flags.has('set')) differ('set', JSON.stringify(wishes.settings), JSON.stringify(given.settings));
  if (flags.has('model')) differ('model', wishes.model?.model, given.model?.model);
}

function tell(
  { row, seed, factor, step, steps, runId, measured, done, total, secondsLeft }: StudyDoing,
  plan: StudyPlan,
  progress: Progress,
): void {
  const name = plan.rows.find(({ id }) => id === row)?.name ?? row;
  if (measured && measured.done > 0) progress.bar('evaluate', measured.done, measured.total);
  else if (measured || runId === undefined)
    progress.line(`${done + 1} of ${total}: ${name}, seed ${seed}${rateInWords(factor)}`);
  else if (step !== undefined && secondsLeft !== undefined)
    progress.line(`  step ${step} of at most ${steps} · about ${duration(secondsLeft)} left in all`);
}
