// A layout: which columns files of a kind have, what is taken from each, and how a row becomes a problem. Data for
// forms and flags; it knows neither files nor how an answer is judged.

import type { ProgramResult } from '../../agents/program-runner';
import type { PoolSplits } from '../problem-pools';
import type { Problem, Table } from '../problems';

export type Cells = Readonly<Record<string, unknown>>;

/** What a layout takes from a row: "question", "answer". */
export interface FieldCard {
  readonly name: string;
  readonly meaning: string;
  /** Columns it usually is in, the likeliest first; compared without case, spaces as "_". */
  readonly columns: readonly string[];
  readonly needed?: true;
}

/** Field → column. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** Values by field; absent where the field has no column or the cell is empty. */
export type FieldValues = Readonly<Record<string, unknown>>;

export interface RowContext {
  readonly row: number;
  /** The layout's id, not the file's name: the same problems have the same hash under any name. */
  readonly source: string;
  /** Of a question to a database: what the file does not hold itself, or why it cannot be had. */
  readonly beside?: Beside | CellFault;
}

/** The database that a row asks, by its name within the set, and what the row's query brought. */
export interface Beside {
  readonly database: string;
  readonly tables: readonly Table[];
  readonly result: ProgramResult;
}

export interface ProblemRead {
  readonly problem: Problem;
  /** What was done to it that people should know; the same words for the same thing. */
  readonly notes: readonly string[];
}

export interface Layout {
  readonly id: string;
  readonly name: string;
  /** A key of `worldsOnProblems`. */
  readonly world: string;
  readonly fields: Readonly<Record<string, FieldCard>>;
  /** Whether a file of these columns and first rows is surely of this layout. */
  tells(columns: ReadonlySet<string>, first: readonly Cells[]): boolean;
  /** Its questions are put to databases, which lie beside the file or in its rows: `read` is handed them. */
  readonly asksDatabases?: true;
  /** "none" for benchmarks, which are played whole. */
  readonly usualSplits: PoolSplits;
  /** Throws a CellFault where a value is not what it should be. */
  read(values: FieldValues, context: RowContext): ProblemRead;
}

/** A value that is not what its field needs. */
export class CellFault extends Error {
  override name = 'CellFault';
  constructor(
    readonly field: string,
    readonly expected: string,
    readonly got: string,
  ) {
    super(`${field}: expected ${expected}, got ${got}`);
  }
}

/** A column's name as layouts write it. */
export function plainName(column: string): string {
  return column
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
