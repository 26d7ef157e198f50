// Tables of tiles: which rows of a dispatch are live, and whose adapter they use, 32 rows to an entry. Workgroups reach
// beyond the last row, so a kernel asks its row's tile first; what it finds there must be of this batch, whatever batch
// came before (S5). `writeTiles` sees to that, and nothing else writes these tables.
import type { Buffers } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import { tileLayout } from '../kernels/shared/layouts';

export const tileRows = 32;

/** Rows of the tallest workgroup of any kernel; a chunk of the head begins at a multiple of it. */
export const tallestWorkgroup = 128;

/** Words of a table that has an entry for every row that a dispatch over so many rows may ask for. */
export const tileWords = (rows: number): number =>
  Math.ceil(Math.max(1, rows) / tallestWorkgroup) * (tallestWorkgroup / tileRows) * tileLayout.words;

/** Tiles of ranges that start at multiples of 32. */
export function tilesOf(ranges: readonly { first: number; count: number; adapter: number }[]): Uint32Array {
  const end = ranges.reduce((last, { first, count }) => Math.max(last, first + count), 0);
  const tiles = Array.from({ length: Math.max(1, Math.ceil(end / tileRows)) }, () => ({ adapter: 0, liveEnd: 0 }));
  for (const { first, count, adapter } of ranges)
    tiles.fill({ adapter, liveEnd: first + count }, first / tileRows, Math.ceil((first + count) / tileRows));
  return tileLayout.table(tiles);
}

/** Puts a batch's tiles into their buffer and zeros behind them, to its very end: there no row is live. */
export function writeTiles(buffers: Pick<Buffers, 'write'>, table: View, tiles: Uint32Array): void {
  const whole = new Uint32Array(table.buffer.size / 4);
  whole.set(tiles);
  buffers.write(table, whole);
}
