// What came of a file's rows: how many became problems, which did not and why, which were there before. For people, row
// by row.
import { check } from '../../../basics/check';

export interface RowFault {
  /** From 1, a header not counted; in JSONL the line. */
  readonly row: number;
  /** Absent where the whole row is at fault. */
  readonly column?: string;
  readonly expected: string;
  readonly got: string;
}

export interface ImportReport {
  readonly rows: number;
  /** Rows that became problems. */
  readonly problems: number;
  /** All rows with a fault; the first of them are listed. */
  readonly bad: number;
  readonly faults: readonly RowFault[];
  /** Rows that repeat an earlier one; left out without further ado. */
  readonly duplicates: number;
  /** The first of them, and what they repeat. */
  readonly repeated: readonly { readonly row: number; readonly of: number }[];
  /** What was done to rows that were taken, and to how many. */
  readonly notes: readonly { readonly note: string; readonly rows: number }[];
}

export const mostListed = 100;
/** Of the rows: more bad ones than this are left out only where somebody asked for it. */
const fewBad = 0.05;

/** "leave-out-few": up to one row in twenty. "leave-out": however many. "none": a single bad row is too many. */
export type BadRows = 'none' | 'leave-out-few' | 'leave-out';

/** Why nothing is to be imported; undefined where it may be. */
export function refusalOf({ rows, problems, bad }: ImportReport, badRows: BadRows): string | undefined {
  if (rows === 0) return 'there are no rows';
  if (problems === 0) return `none of the ${rows} rows is a problem`;
  if (badRows === 'leave-out' || bad === 0) return undefined;
  if (badRows === 'none') return `${bad} of ${rows} rows are bad`;
  const percent = ((100 * bad) / rows).toFixed(1);
  return bad / rows > fewBad ? `${bad} of ${rows} rows (${percent} %) are bad, more than ${100 * fewBad} %` : undefined;
}

/** Lines for people. */
export function reportLines({
  rows,
  problems,
  bad,
  faults,
  duplicates,
  repeated,
  notes,
}: ImportReport): readonly string[] {
  const [first] = repeated;
  return [
    `${rows} rows: ${problems} problems, ${bad} bad, ${duplicates} repeated`,
    ...faults.map(faultLine),
    ...(bad > faults.length ? [`… and ${bad - faults.length} more bad rows`] : []),
    ...(first
      ? [`row ${first.row} repeats row ${first.of}${duplicates > 1 ? `, and ${duplicates - 1} more` : ''}`]
      : []),
    ...notes.map(({ note, rows: count }) => `${count} ${count === 1 ? 'row' : 'rows'}: ${note}`),
  ];
}

export function faultLine({ row, column, expected, got }: RowFault): string {
  return `row ${row}${column === undefined ? '' : `, column "${column}"`}: expected ${expected}, got ${got}`;
}

export interface Tally {
  row(): void;
  problem(notes: readonly string[]): void;
  fault(fault: RowFault): void;
  duplicate(row: number, of: number): void;
  report(): ImportReport;
}

export function newTally(): Tally {
  let [rows, problems, bad, duplicates] = [0, 0, 0, 0];
  const faults: RowFault[] = [];
  const repeated: { row: number; of: number }[] = [];
  const notes = new Map<string, number>();
  return {
    row: () => {
      rows++;
    },
    problem: (given) => {
      problems++;
      for (const note of given) notes.set(note, (notes.get(note) ?? 0) + 1);
    },
    fault: (fault) => {
      bad++;
      if (faults.length < mostListed) faults.push(fault);
    },
    duplicate: (row, of) => {
      duplicates++;
      if (repeated.length < mostListed) repeated.push({ row, of });
    },
    report: () => {
      check(problems + bad + duplicates === rows, 'every row is counted once');
      const counted = [...notes].map(([note, count]) => ({ note, rows: count }));
      return { rows, problems, bad, faults: [...faults], duplicates, repeated: [...repeated], notes: counted };
    },
  };
}
