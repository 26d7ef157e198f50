// A file of problems from disk: read by the layout that was found or named, taken as a whole or refused in one line. A
// set that was imported before is taken as it is.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ByteSource } from '../../../files/formats/byte-source';
import { bytesSource } from '../../../files/formats/byte-source';
import { type FlagCards, type Flags, UsageError } from '../../../headless/arguments';
import type { ProblemFiles } from '../../../headless/cli-feature';
import { fileSource } from '../../../headless/model-files';
import type { Progress } from '../../../headless/progress';
import { headlessSandbox } from '../../../headless/sandbox';
import { isMissing, readIfThere, writeWhole } from '../../../headless/whole-file';
import { onProblemSet } from '../../../learning/config/build';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { worldsOnProblems } from '../../../learning/environments';
import { layoutById, layouts, usualMapping } from '../../../learning/environments/problem-import/detect';
import type { ColumnMapping, Layout } from '../../../learning/environments/problem-import/layout';
import { faultLine, type ImportReport, refusalOf } from '../../../learning/environments/problem-import/report';
import type { ProblemSet, ProblemSetName } from '../../../learning/environments/problem-set';
import type { CatalogueParts } from '../../../run/run-catalogue';
import { databasesAmong, type FindDatabase } from '../worker/databases';
import { nameFromFile, type OpenedProblems, openProblems, problemSetOf, readProblems } from '../worker/open-problems';
import { isSetFile, readSetFile, setFile } from '../worker/set-file';

/** The flags of every verb that reads problems. */
export const problemFlags = {
  columns: {
    value: 'field=column,…',
    meaning: 'where the layout finds what it needs: question=problem,answer=solution',
  },
  layout: {
    value: 'LAYOUT',
    meaning: `one of ${layouts.map(({ id }) => id).join(', ')}; found by the columns otherwise`,
  },
  databases: {
    value: 'FOLDER',
    meaning: 'where the databases lie that questions ask, files of SQLite or SQL; "database" beside the file otherwise',
  },
  rows: { value: 'N', meaning: 'only the first N rows' },
  splits: {
    value: 'HOW',
    meaning: 'by-problem: each problem is for training, validation, test or report; none: all are, for evaluation',
  },
  'leave-out-bad-rows': { meaning: 'take the good rows however many are bad; otherwise up to 5 % may be' },
} as const satisfies FlagCards;

/** They mean nothing without a file. */
function checkProblemFlags(flags: Flags): void {
  const given = Object.keys(problemFlags).find((name) => flags.has(name));
  if (given !== undefined && !flags.has('problems')) throw new UsageError(`--${given} belongs to --problems FILE`);
}

export interface ReadFile {
  readonly set?: ProblemSet;
  /** Why there is no set, one line. */
  readonly refusal?: string;
  /** Absent of a set that was imported before. */
  readonly report?: ImportReport;
  readonly layout?: Layout;
  readonly mapping?: ColumnMapping;
}

export interface FileWishes {
  readonly flags: Flags;
  readonly progress: Progress;
  /** Only layouts of this world. */
  readonly world?: string;
  readonly name?: string;
}

/** Throws a UsageError or an error that names the file; rows that are bad end up in the report. */
export async function readProblemFile(path: string, { flags, progress, world, name }: FileWishes): Promise<ReadFile> {
  const source = await sourceOf(path);
  if (source.size > 0 && (await isSetFile(source))) return { set: await knownSet(source, world) };
  const opened = await openProblems(source, world);
  const { layout, mapping } = mappingFrom(opened, flags);
  const wanted = flags.text('splits') ?? layout.usualSplits;
  if (wanted !== 'by-problem' && wanted !== 'none')
    throw new UsageError(`--splits is by-problem or none, got "${wanted}"`);
  const mostRows = flags.count('rows');
  const runner = headlessSandbox();
  const databases = await databasesIn(flags.text('databases') ?? join(dirname(path), 'database'), flags);
  const { problems, report } = await readProblems(opened, {
    layout,
    mapping,
    ...(mostRows === undefined ? {} : { mostRows }),
    onProgress: (bytes) => progress.bar(`of ${source.name}, bytes`, bytes, source.size),
    beside: { databases, runner },
  }).finally(() => runner.close());
  progress.end();
  const refusal = refusalOf(report, flags.has('leave-out-bad-rows') ? 'leave-out' : 'leave-out-few');
  const read = { report, layout, mapping };
  if (refusal !== undefined) return { ...read, refusal: refusalLine(source.name, refusal, report) };
  const set = await problemSetOf(problems, {
    world: layout.world,
    name: name ?? nameFromFile(path),
    splits: wanted,
    file: source.name,
  });
  return { ...read, set };
}

async function sourceOf(path: string): Promise<ByteSource> {
  try {
    if ((await stat(path)).isDirectory()) throw new UsageError(`${path} is a folder: name one file of problems`);
    return { ...(await fileSource(path)), name: basename(path) };
  } catch (error) {
    if (isMissing(error))
      throw new UsageError(`there is no file ${path}: name a Parquet, JSONL, JSON or CSV file of problems`);
    throw error;
  }
}

/** Databases in a folder, or each in a folder of its own within it. */
async function databasesIn(folder: string, flags: Flags): Promise<FindDatabase> {
  try {
    const names = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
    return databasesAmong(names.map((path) => ({ path, source: () => fileSource(path) })));
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (flags.has('databases')) throw new UsageError(`there is no folder ${folder}: name one of files of databases`);
    return async () => undefined;
  }
}

async function knownSet(source: ByteSource, world: string | undefined): Promise<ProblemSet> {
  const set = await readSetFile(source);
  if (world !== undefined && set.world !== world)
    throw new UsageError(`${source.name} holds ${set.world} problems, the world is "${world}"`);
  return set;
}

function mappingFrom({ table, detected }: OpenedProblems, flags: Flags): { layout: Layout; mapping: ColumnMapping } {
  const wanted = flags.text('layout');
  const layout = wanted === undefined ? detected.layout : layoutById(wanted);
  const columns = table.columns.map(({ name }) => name);
  const usual = wanted === undefined ? detected.mapping : usualMapping(layout, columns);
  const given = (flags.text('columns') ?? '').split(',').filter((wish) => wish !== '');
  const wishes = given.map((wish) => {
    const [, field, column] = /^([a-z]+)=(.+)$/.exec(wish) ?? [];
    if (field === undefined || column === undefined)
      throw new UsageError(
        `--columns takes field=column,field=column, got "${wish}": fields are ${Object.keys(layout.fields).join(', ')}`,
      );
    return [field, column] as const;
  });
  return { layout, mapping: { ...usual, ...Object.fromEntries(wishes) } };
}

function refusalLine(file: string, refusal: string, { faults }: ImportReport): string {
  const [first] = faults;
  return `${file}: ${refusal}${first ? `; ${faultLine(first)}` : ''}; --leave-out-bad-rows takes the others`;
}

/** The configuration on the problems of the file instead of the drawn ones of its world. Throws a UsageError with what
 *  to do. */
async function onProblemFile(config: RunConfig, path: string, wishes: FileWishes) {
  // "maths" of "maths/gsm8k"
  const worlds = config.worlds.map(({ environment }) => environment.split('/')[0] ?? environment);
  const world = worlds.find((id) => worldsOnProblems[id] !== undefined);
  if (world === undefined) {
    const known = Object.keys(worldsOnProblems).join(', ');
    throw new UsageError(
      `--problems needs a world that is played on problems (${known}), got "${firstWorld(config).environment}": add --world maths`,
    );
  }
  const { set, refusal } = await readProblemFile(path, { ...wishes, world });
  if (!set) throw new UsageError(`${refusal}; npm run lab -- import-problems ${path} lists the rows`);
  return { config: onProblemSet(config, set), set };
}

const keptName = 'problems.json';

/** Beside the run, so that it can go on without the file. */
async function keepProblems(folder: string, set: ProblemSet): Promise<void> {
  await writeWhole(join(folder, keptName), setFile(set));
}

/** Where a run finds its problems: those just read, else those kept in its folder. */
function problemsIn(folder: string | undefined, read?: ProblemSet): Pick<CatalogueParts, 'readProblems'> {
  return {
    readProblems: async ({ hash }: ProblemSetName) => {
      if (read?.hash === hash) return read.problems;
      if (folder === undefined) return undefined;
      const path = join(folder, keptName);
      const bytes = await readIfThere(path);
      return bytes && (await readSetFile(bytesSource(bytes, path))).problems;
    },
  };
}

/** What `lab train` and `lab eval` take from here. */
export const problemFiles: ProblemFiles = {
  flags: {
    problems: {
      value: 'FILE',
      meaning: 'problems from a file, in place of drawn ones: Parquet, JSONL, JSON, CSV, SET.json',
    },
    ...problemFlags,
  },
  read: async (config, { flags, progress }) => {
    checkProblemFlags(flags);
    const file = flags.text('problems');
    return file === undefined ? undefined : onProblemFile(config, file, { flags, progress });
  },
  keep: keepProblems,
  sources: problemsIn,
};
