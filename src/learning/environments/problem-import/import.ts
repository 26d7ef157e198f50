// Rows become problems, one after the other: what is wrong with a row is told, the others go on. Nothing is imported
// before the whole file was seen. Knows no files: whoever reads them hands in the rows.
import { check } from '../../../basics/check';
import type { Problem } from '../problems';
import { inWords } from './cells';
import { type Beside, CellFault, type Cells, type ColumnMapping, type FieldValues, type Layout } from './layout';
import { type ImportReport, newTally } from './report';
import { newShared } from './shared';

export type ImportRow =
  | { readonly kind: 'row'; readonly number: number; readonly cells: Cells }
  | { readonly kind: 'broken'; readonly number: number; readonly fault: string };

export interface ImportWishes {
  readonly layout: Layout;
  readonly mapping: ColumnMapping;
  /** The file's name, for people. */
  readonly source: string;
}

export interface ProblemImport {
  /** The problem that the row became; undefined where the report says why not. */
  take(row: ImportRow, beside?: Beside | CellFault): Problem | undefined;
  report(): ImportReport;
  problems(): readonly Problem[];
}

/** All of them are in memory at once, and in one record of the storage. */
const mostChars = 200_000_000;

export function newProblemImport({ layout, mapping, source }: ImportWishes): ProblemImport {
  const tally = newTally();
  const problems: Problem[] = [];
  const rowOf = new Map<string, { readonly row: number; readonly tested: string }>();
  let chars = 0;
  const shared = newShared();
  const take: ProblemImport['take'] = (row, beside) => {
    tally.row();
    if (row.kind === 'broken') {
      tally.fault({ row: row.number, expected: 'a row that can be read', got: `one that ${row.fault}` });
      return undefined;
    }
    try {
      const context = { row: row.number, source: layout.id, ...(beside ? { beside } : {}) };
      const { problem: read, notes } = layout.read(valuesOf(mapping, row.cells), context);
      const [asked, tested] = partsOf(read);
      const earlier = rowOf.get(asked);
      if (earlier && earlier.tested === tested) {
        tally.duplicate(row.number, earlier.row);
        return undefined;
      }
      if (earlier)
        throw new CellFault('answer', `the answer of row ${earlier.row}, which asks the same`, inWords(tested));
      const problem = shared.first(read);
      chars += JSON.stringify(problem).length;
      check(
        chars <= mostChars,
        `the problems of ${source} come to more than ${mostChars / 1e6} million characters at row ${row.number}: take only the first rows`,
      );
      rowOf.set(asked, { row: row.number, tested });
      tally.problem(notes);
      problems.push(problem);
      return problem;
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      const column = mapping[error.field];
      const got = column === undefined && error.got === 'nothing' ? `no column for ${error.field}` : error.got;
      tally.fault({ row: row.number, ...(column === undefined ? {} : { column }), expected: error.expected, got });
      return undefined;
    }
  };
  return { take, report: tally.report, problems: () => problems };
}

function valuesOf(mapping: ColumnMapping, cells: Cells): FieldValues {
  const entries = Object.entries(mapping).map(([field, column]) => [field, cells[column]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}

/** What is asked, and what is right; a task is a repeat whatever its tests. */
function partsOf(problem: Problem): readonly [asked: string, tested: string] {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  if ('statement' in problem) return [oneLine(problem.statement), ''];
  return [`${'database' in problem ? problem.database : ''} ${oneLine(problem.question)}`.trim(), problem.answer];
}
