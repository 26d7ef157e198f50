// A collection of levels as a world: the text of an XSB file becomes Sokoban on its rooms, or a report of everything
// that is wrong with it. With one fault nothing is taken: who evaluates on a collection wants the whole of it. A level
// that is only large is no fault.
import { check } from '../basics/check';
import { readXsb } from '../files/formats/xsb';
import { remembered } from '../learning/environments/bounded-cache';
import type { Environment } from '../learning/environments/environment';
import { roomOfLevel, sokobanOn } from '../learning/environments/sokoban/levels';
import type { SokobanState } from '../learning/environments/sokoban/room';

export interface Levels {
  /** Starts in the levels, in order, whatever the split. */
  readonly environment: Environment;
  readonly titles: readonly string[];
  /** Titles of those too large for the exact table: progress in them is measured by a bound, and the solver may give
   *  up. */
  readonly large: readonly string[];
}

export type LevelsRead =
  | { readonly kind: 'levels'; readonly levels: Levels }
  | { readonly kind: 'faults'; readonly report: readonly string[] };

/** `report`: one line per fault, "line 7: …". What was read last is remembered: a team's every game asks for it
 *  again. */
export const levelsFrom = remembered(readLevels, 1);

function readLevels(text: string): LevelsRead {
  const { levels, faults } = readXsb(text);
  const rooms: SokobanState[] = [];
  const unplayable: { line: number; fault: string }[] = [];
  for (const { title, line, rows } of faults.length > 0 ? [] : levels) {
    const read = roomOfLevel(rows);
    if ('state' in read) rooms.push(read.state);
    else unplayable.push({ line, fault: `"${title}" cannot be played: ${read.fault}` });
  }
  const report = [...faults, ...unplayable].map(({ line, fault }) => `line ${line}: ${fault}`);
  if (report.length > 0) return { kind: 'faults', report };
  const environment: Environment = sokobanOn(rooms);
  const titles = levels.map(({ title }) => title);
  const large = titles.filter((_, index) => environment.estimated?.(rooms[index]));
  return { kind: 'levels', levels: { environment, titles, large } };
}

/** Sokoban on a collection that was read before. Throws when it cannot be played after all. */
export function worldOfLevels(text: string): Environment {
  const read = levelsFrom(text);
  check(read.kind === 'levels', () => `the levels cannot be played: ${read.kind === 'faults' ? read.report[0] : ''}`);
  return read.levels.environment;
}
