// A table as data, and as the two texts that other programs read: CSV (RFC 4180) and Markdown.

export interface Table {
  readonly columns: readonly string[];
  /** As many cells as columns; undefined is an empty cell. */
  readonly rows: readonly (readonly (string | number | undefined)[])[];
}

export type TableFormat = 'csv' | 'markdown';

/** The table as text. CSV lines end with CR LF; in Markdown, columns of numbers are set to the right. */
export function writeTable(table: Table, format: TableFormat): string {
  return format === 'csv' ? csvOf(table) : markdownOf(table);
}

function csvOf({ columns, rows }: Table): string {
  const cell = (value: string | number | undefined) => {
    const text = String(value ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function markdownOf({ columns, rows }: Table): string {
  const cell = (value: string | number | undefined) =>
    String(value ?? '')
      .replaceAll('\\', '\\\\')
      .replaceAll('|', '\\|')
      .replaceAll(/\s+/g, ' ');
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const numeric = columns.map((_, at) => rows.length > 0 && rows.every((row) => typeof (row[at] ?? 0) === 'number'));
  return (
    line(columns.map(cell)) +
    line(numeric.map((right) => (right ? '--:' : '---'))) +
    rows.map((row) => line(row.map(cell))).join('')
  );
}
