// The benchmark's rows as lines of text: for a terminal, and for whoever pastes them somewhere.
import type { BenchRow, PeerResult } from './case';

/** The rows under a line of headings; a peer's line stands below ours. */
export function tableLines(rows: readonly BenchRow[]): string[] {
  return [line(['row', 'shape', 'who', 'value', 'we are', 'agrees', 'note']), ...rows.flatMap(rowLines)];
}

/** One row's lines, without headings. */
export function rowLines(row: BenchRow): string[] {
  const value = (number: number | null) => (number === null ? '–' : `${shortNumber(number)} ${row.unit}`);
  const peer = ({ name, version, value: theirs, ratio, agrees, note }: PeerResult) => [
    '',
    '',
    `${name} ${version}`,
    value(theirs),
    ratio === null ? '–' : `${shortNumber(ratio)} ×`,
    agrees === null ? '–' : agrees ? 'yes' : 'NO',
    note,
  ];
  return [
    line([row.name, row.shape, 'grove', value(row.ours), '', '', row.note]),
    ...row.peers.map((one) => line(peer(one))),
  ];
}

const widths = [25, 36, 34, 18, 9, 7];

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) =>
      index >= 3 && index <= 4 ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
    )
    .join(' ')
    .trimEnd();
}

/** Three digits that count: 1234, 12.3, 0.0123. */
function shortNumber(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(6, digits));
}
