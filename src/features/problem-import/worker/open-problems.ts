// A file of problems, from its columns to a set of problems: opened, looked at, read to its end, made a set. Rows are
// read one after the other, so a file may be larger than the memory; what they become may not. Nothing is kept here.
import '../../../learning/environments/whole';
import { check } from '../../../basics/check';
import type { ByteSource } from '../../../files/formats/byte-source';
import { FormatError } from '../../../files/formats/format-error';
import { hashOfJson } from '../../../files/formats/hash';
import { openTable } from '../../../files/tables/open-table';
import { looksPacked, unpackedText } from '../../../files/tables/packed-text';
import type { Table, TableRow } from '../../../files/tables/table';
import { worldsOnProblems } from '../../../learning/environments';
import { checkMapping, type Detected, detectLayout } from '../../../learning/environments/problem-import/detect';
import { newProblemImport } from '../../../learning/environments/problem-import/import';
import type { ColumnMapping, Layout } from '../../../learning/environments/problem-import/layout';
import type { ImportReport } from '../../../learning/environments/problem-import/report';
import type { PoolSplits } from '../../../learning/environments/problem-pools';
import type { ProblemSet } from '../../../learning/environments/problem-set';
import type { Problem } from '../../../learning/environments/problems';
import { type Split, splitOfProblem, splitsOfRun, worldSeed } from '../../../learning/environments/splits';
import { type BesideFile, besideRows } from './databases';

export interface OpenedProblems {
  readonly name: string;
  readonly bytes: number;
  readonly table: Table;
  readonly detected: Detected;
}

/** `world`: only its layouts are looked for. Throws a FormatError when the file is no table. */
export async function openProblems(source: ByteSource, world?: string): Promise<OpenedProblems> {
  const table = await openTable(source);
  const columns = table.columns.map(({ name }) => name);
  return { name: source.name, bytes: source.size, table, detected: detectLayout(columns, table.first, world) };
}

export interface ReadingWishes {
  readonly layout: Layout;
  readonly mapping: ColumnMapping;
  /** Only the first rows. */
  readonly mostRows?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
  /** Of questions to databases; without it none can be asked. */
  readonly beside?: BesideFile;
}

export interface ProblemsRead {
  readonly problems: readonly Problem[];
  readonly report: ImportReport;
}

/** Throws an ExpectationError when the mapping does not fit, a FormatError where the file cannot be read further. */
export async function readProblems({ name, table }: OpenedProblems, wishes: ReadingWishes): Promise<ProblemsRead> {
  const { layout, mapping, mostRows = Number.POSITIVE_INFINITY, beside, ...others } = wishes;
  checkMapping(
    layout,
    mapping,
    table.columns.map((column) => column.name),
  );
  const taking = newProblemImport({ layout, mapping, source: name });
  const besideOf = beside && besideRows(beside);
  let rows = 0;
  if (mostRows > 0)
    for await (const row of table.rows({ ...others, columns: [...new Set(Object.values(mapping))] })) {
      const whole = await unpacked(row);
      taking.take(whole, whole.kind === 'row' ? await besideOf?.(layout, mapping, whole) : undefined);
      if (++rows >= mostRows) break;
    }
  return { problems: taking.problems(), report: taking.report() };
}

/** Cells that hold packed text as the text; what cannot be unpacked breaks its row. */
async function unpacked(row: TableRow): Promise<TableRow> {
  if (row.kind === 'broken') return row;
  const packed = Object.entries(row.cells).filter(
    ([, value]) => typeof value === 'string' && value.length > 8 && looksPacked(value),
  );
  if (packed.length === 0) return row;
  const cells = { ...row.cells };
  for (const [column, value] of packed) {
    try {
      const text = await unpackedText(value as string, `column "${column}"`);
      cells[column] = fromTwice(text);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { kind: 'broken', number: row.number, fault: `has packed text that is not taken: ${error.message}` };
    }
  }
  return { ...row, cells };
}

/** JSON within a JSON text is that JSON. */
function fromTwice(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const inner: unknown = JSON.parse(text);
    return typeof inner === 'string' ? inner : text;
  } catch {
    return text;
  }
}

export interface SetWishes {
  readonly world: string;
  readonly name: string;
  readonly splits: PoolSplits;
  readonly file?: string;
}

export type SplitCounts = Readonly<Record<Split, number>>;

/** The problems as a set, which a world can be made on. Throws an ExpectationError when a split would be without
 *  problems. */
export async function problemSetOf(problems: ProblemsRead['problems'], wishes: SetWishes): Promise<ProblemSet> {
  const { world, name, splits, file } = wishes;
  check(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(name),
    `a set's name has up to 60 letters, digits, blanks and . _ -, got "${name}"`,
  );
  const set: ProblemSet = {
    world,
    name,
    hash: await hashOfJson(problems),
    splits,
    ...(file === undefined ? {} : { file }),
    problems,
  };
  if (splits === 'none') return set;
  const counts = splitCounts(set);
  const empty = splitsOfRun.find((split) => counts[split] === 0);
  check(
    empty === undefined,
    `of ${problems.length} problems none falls to the ${empty} split (7 of 10 are for training, 1 each for validation, test and report): take more problems, or import them without splits, for evaluation only`,
  );
  return set;
}

/** How many problems belong to each split when each belongs to one. */
export function splitCounts(set: ProblemSet): SplitCounts {
  const counts = { train: 0, validation: 0, test: 0, report: 0 };
  const worldOn = worldsOnProblems[set.world];
  check(worldOn, `no world plays "${set.world}" problems: known are ${Object.keys(worldsOnProblems).join(', ')}`);
  const { start, layout, wording } = worldOn({ ...set, splits: 'none' });
  const textOf = layout ?? wording.describe;
  for (let index = 0; index < set.problems.length; index++)
    counts[splitOfProblem(textOf(start(worldSeed('train', index), {})))]++;
  return counts;
}

/** "gsm8k" for "gsm8k.test.parquet": a name for a set, from its file's. */
export function nameFromFile(file: string): string {
  const bare = (file.split(/[\\/]/).at(-1) ?? file).replace(/\.(parquet|jsonl?|ndjson|csv|tsv|txt)$/i, '');
  return (
    bare
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[^\p{L}\p{N}]+/u, '')
      .slice(0, 60) || 'problems'
  );
}
