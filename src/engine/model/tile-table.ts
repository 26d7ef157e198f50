// Tables of tiles: which rows of a dispatch are live, and whose adapter they use, 32 rows to an entry. A tile is two words: adapter offset in
// quads (NONE: bare) · end of the live rows of its range. Workgroups reach beyond the last row, so a kernel asks its row's tile first; what
// it finds there must be of this batch, whatever batch came before (S5). `writeTiles` sees to that, and nothing else writes these tables.
import type { View } from '../gpu/kernel';

export const tileRows = 32;

/** Rows of the tallest workgroup of any kernel; a chunk of the head begins at a multiple of it. */
export const tallestWorkgroup = 128;

/** Words of a table that has an entry for every row that a dispatch over so many rows may ask for. */
export const tileWords = (rows: number): number =>
  Math.ceil(Math.max(1, rows) / tallestWorkgroup) * (tallestWorkgroup / tileRows) * 2;

/** Tiles of ranges that start at multiples of 32. */
export function tilesOf(ranges: readonly { first: number; count: number; adapter: number }[]): Uint32Array {
  const end = ranges.reduce((last, { first, count }) => Math.max(last, first + count), 0);
  const tiles = new Uint32Array(Math.max(1, Math.ceil(end / tileRows)) * 2);
  for (const { first, count, adapter } of ranges) {
    for (let tile = first / tileRows; tile * tileRows < first + count; tile++) tiles.set([adapter, first + count], tile * 2);
  }
  return tiles;
}

/** Puts a batch's tiles into their buffer and zeros behind them, to its very end: there no row is live. */
export function writeTiles(queue: GPUQueue, { buffer }: View, tiles: Uint32Array): void {
  const whole = new Uint32Array(buffer.size / 4);
  whole.set(tiles);
  queue.writeBuffer(buffer, 0, whole);
}
