// How wide a room's board is drawn: as usual, and wider where a large room would have cells too small to see; narrower
// where a tall one would run off the screen. Knows no world.
import type { Picture } from '../../../learning/environments/environment';

/** A cell that can be told from its neighbours, CSS pixels. */
const clearCell = 14;

/** CSS pixels. `usual`: of a room like those that are drawn; `most`: what there is place for. */
export function boardWidth(
  picture: Picture,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const columns = Math.max(1, ...picture.map((row) => row.length));
  const rows = Math.max(1, picture.length);
  const side = (cells: number, least: number) => Math.max(least, Math.min(most, cells * clearCell)) / cells;
  return Math.floor(columns * Math.min(side(columns, usual), side(rows, 1.5 * usual)));
}
