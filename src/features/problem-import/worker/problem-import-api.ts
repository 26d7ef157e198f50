// What the thread that reads files of problems answers to: one file, from its columns to a set that is kept. Nothing is
// kept before the whole file was read, and nobody but this thread holds its rows. Where sets are kept is handed in.
import { check, present } from '../../../basics/check';
import { blobSource } from '../../../files/formats/byte-source';
import type { ProblemSets } from '../../../files/storage/problem-sets';
import type { StoredProblemSet } from '../../../files/storage/schema';
import type { Column, TableFormat } from '../../../files/tables/table';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import { type Detected, layoutById } from '../../../learning/environments/problem-import/detect';
import type { ColumnMapping } from '../../../learning/environments/problem-import/layout';
import type { ImportReport } from '../../../learning/environments/problem-import/report';
import type { PoolSplits } from '../../../learning/environments/problem-pools';
import type { ProblemSet } from '../../../learning/environments/problem-set';
import type { Problem } from '../../../learning/environments/problems';
import { type BesideFile, databasesAmong } from './databases';
import {
  nameFromFile,
  type OpenedProblems,
  openProblems,
  problemSetOf,
  readProblems,
  type SplitCounts,
  splitCounts,
} from './open-problems';
import { isSetFile, readSetFile } from './set-file';

/** What a file turns out to be: a table, or a set that was exported before. */
export type FoundFile =
  | {
      readonly kind: 'table';
      readonly file: string;
      readonly bytes: number;
      readonly format: TableFormat;
      readonly rowCount?: number;
      readonly columns: readonly Column[];
      /** A layout's id. */
      readonly layout: string;
      readonly mapping: ColumnMapping;
      readonly confidence: Detected['confidence'];
      readonly suggestedName: string;
    }
  | { readonly kind: 'set'; readonly file: string; readonly read: ReadFile; readonly suggestedName: string };

export interface ReadingWishes {
  readonly layout: string;
  readonly mapping: ColumnMapping;
  /** Only the first rows. */
  readonly mostRows?: number;
}

export interface ReadFile {
  readonly world: string;
  /** Absent of a set that was exported: its rows were reported when it was imported. */
  readonly report?: ImportReport;
  /** The first of them. */
  readonly examples: readonly Problem[];
  readonly problems: number;
  /** Where each problem belongs to one split. Absent where there are none. */
  readonly splits?: SplitCounts;
}

export interface ProblemImportApi {
  /** Throws a FormatError with what is wrong with the file. `databases`: what its questions ask, if they do; `run`:
   *  what their queries run in. */
  open(file: File, databases?: readonly File[], run?: ProgramRunner['run']): Promise<FoundFile>;
  /** The first rows, read as wished. */
  look(wishes: ReadingWishes): Promise<ReadFile>;
  /** All rows; what they became is held until they are kept, or read in another way. */
  read(wishes: ReadingWishes, onProgress: (bytes: number) => void): Promise<ReadFile>;
  /** Ends a reading under way: it rejects. */
  cancel(): void;
  /** Keeps what was read last, wholly or not at all. */
  keep(name: string, splits: PoolSplits): Promise<StoredProblemSet>;
}

/** What was read, until it is kept. */
interface Held {
  readonly world: string;
  readonly layout: string;
  readonly file: string;
  readonly problems: readonly Problem[];
}

const rowsLookedAt = 40;
const examplesShown = 3;

export function problemImport(openSets: () => Promise<Pick<ProblemSets, 'put'>>): ProblemImportApi {
  let opened: OpenedProblems | undefined;
  let beside: BesideFile | undefined;
  let held: Held | undefined;
  let cancelling = new AbortController();
  const readBy = async ({
    layout: id,
    ...wishes
  }: ReadingWishes & { readonly onProgress?: (bytes: number) => void }) => {
    cancelling = new AbortController();
    const layout = layoutById(id);
    const from = present(opened, 'a file is opened first');
    return {
      layout,
      ...(await readProblems(from, { ...wishes, ...(beside && { beside }), layout, signal: cancelling.signal })),
    };
  };
  return {
    open: async (file, databases = [], run) => {
      beside = run && { databases: databasesAmong(databases.map(placed)), runner: { run } };
      const source = blobSource(file, file.name);
      const suggestedName = nameFromFile(file.name);
      if (source.size > 0 && (await isSetFile(source))) {
        const { world, name, problems } = await readSetFile(source);
        held = { world, layout: 'set', file: file.name, problems: problems as readonly Problem[] };
        return { kind: 'set', file: file.name, suggestedName: name, read: readFile(held) };
      }
      opened = await openProblems(source);
      const { table, detected, bytes } = opened;
      const { layout, mapping, confidence } = detected;
      const { format, columns, rowCount } = table;
      const told = { format, columns, bytes, layout: layout.id, mapping, confidence, suggestedName };
      return { kind: 'table', file: file.name, ...told, ...(rowCount === undefined ? {} : { rowCount }) };
    },
    look: async ({ mostRows = rowsLookedAt, ...wishes }) => {
      const { layout, problems, report } = await readBy({ ...wishes, mostRows: Math.min(mostRows, rowsLookedAt) });
      return { world: layout.world, report, examples: problems.slice(0, examplesShown), problems: problems.length };
    },
    read: async (wishes, onProgress) => {
      const { layout, problems, report } = await readBy({ ...wishes, onProgress });
      held = { world: layout.world, layout: layout.id, file: present(opened, '').name, problems };
      return { ...readFile(held), report };
    },
    cancel: () => cancelling.abort(new Error('the reading was cancelled')),
    keep: async (name, splits) => {
      check(held && held.problems.length > 0, 'a file is read before its problems are kept');
      const { world, layout, file, problems } = held;
      const set = await problemSetOf(problems, { world, name, splits, file });
      return (await openSets()).put({ ...set, splits, file, layout });
    },
  };
}

function placed(file: File) {
  return { path: file.webkitRelativePath || file.name, source: () => blobSource(file, file.name) };
}

function readFile({ world, problems }: Held): ReadFile {
  const set: ProblemSet = { world, name: 'read', hash: '', problems };
  const splits = problems.length > 0 ? { splits: splitCounts(set) } : {};
  return { world, problems: problems.length, examples: problems.slice(0, examplesShown), ...splits };
}
