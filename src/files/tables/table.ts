// A table in a file: named columns and rows, read one after the other, whatever the file is written in. What the
// columns mean is for others to know.

export type CellKind = 'text' | 'number' | 'truth' | 'list' | 'record' | 'empty';

export interface Column {
  readonly name: string;
  /** Of the first rows; "empty" where none of them has a value. */
  readonly kind: CellKind;
  /** The first value, shortened, for people. */
  readonly example: string;
}

/** Values as JSON has them. */
export type Cells = Readonly<Record<string, unknown>>;

/** Numbered from 1, a header not counted. A broken row is told and does not end the file. */
export type TableRow =
  | { readonly kind: 'row'; readonly number: number; readonly cells: Cells }
  | { readonly kind: 'broken'; readonly number: number; readonly fault: string };

export type TableFormat = 'parquet' | 'jsonl' | 'json' | 'csv';

export interface RowWishes {
  /** Only these are read, where the format allows it; absent: all. */
  readonly columns?: readonly string[];
  /** Ends the reading with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Hears how many bytes of the file are done. */
  readonly onProgress?: (bytes: number) => void;
}

export interface Table {
  readonly format: TableFormat;
  readonly columns: readonly Column[];
  /** The first rows that can be read; columns that take long to look at are left out. */
  readonly first: readonly Cells[];
  /** Where the file says so. */
  readonly rowCount?: number;
  /** From the first row; throws a FormatError where the file cannot be read further. */
  rows(wishes?: RowWishes): AsyncIterable<TableRow>;
}

/** The same before its columns are known. */
export type Rows = (wishes: RowWishes) => AsyncIterable<TableRow>;
