// What is read of a table at most. A file may be as large as it likes; a row of it, and what it is made of, may not: it
// is in memory at once.
import type { TableRow } from './table';

const mega = 1 << 20;

export const limits = {
  /** The most rows of a file. */
  rows: 5_000_000,
  /** Characters of one row, as text. */
  rowChars: 64 * mega,
  cellChars: 32 * mega,
  columns: 1000,
  /** Lists and records within one another, in a cell. */
  depth: 32,
  /** Unpacked bytes of one column in one of a Parquet file's row groups. */
  columnBytes: 512 * mega,
} as const;

/** The row, or why it is more than is read. */
export function bounded(number: number, cells: unknown): TableRow {
  const broken = (fault: string): TableRow => ({ kind: 'broken', number, fault });
  if (typeof cells !== 'object' || cells === null || Array.isArray(cells))
    return broken(
      `expected a record of named values, got ${cells === null ? 'null' : Array.isArray(cells) ? 'a list' : `a ${typeof cells}`}`,
    );
  const entries = Object.entries(cells);
  if (entries.length > limits.columns)
    return broken(`has ${entries.length} columns, at most ${limits.columns} are read`);
  for (const [name, value] of entries) {
    const fault = faultOfCell(value, limits.depth);
    if (fault !== undefined) return broken(`column "${name.slice(0, 60)}" ${fault}`);
  }
  return { kind: 'row', number, cells: cells as Record<string, unknown> };
}

function faultOfCell(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string')
    return value.length > limits.cellChars
      ? `holds ${value.length} characters, at most ${limits.cellChars} are read`
      : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return `has more than ${limits.depth} lists or records within one another`;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    const fault = faultOfCell(member, depth - 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
