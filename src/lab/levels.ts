// A collection of levels as a world: the text of an XSB file becomes Sokoban on its rooms, or a report of everything that is wrong
// with it. With one fault nothing is taken: who evaluates on a collection wants the whole of it.
import { check } from '../basics/check';
import { readXsb } from '../files/formats/xsb';
import type { Environment } from '../learning/environments/environment';
import { roomOfLevel, sokobanOn } from '../learning/environments/sokoban/levels';
import type { SokobanState } from '../learning/environments/sokoban/room';

export interface Levels {
  /** Starts in the levels, in order, whatever the split. */
  readonly environment: Environment;
  readonly titles: readonly string[];
}

export type LevelsRead =
  | { readonly kind: 'levels'; readonly levels: Levels }
  | { readonly kind: 'faults'; readonly report: readonly string[] };

/** `report`: one line per fault, "line 7: …". */
export function levelsFrom(text: string): LevelsRead {
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
  return { kind: 'levels', levels: { environment: sokobanOn(rooms), titles: levels.map(({ title }) => title) } };
}

/** Sokoban on a collection that was read before. Throws when it cannot be played after all. */
export function worldOfLevels(text: string): Environment {
  const read = levelsFrom(text);
  check(read.kind === 'levels', () => `the levels cannot be played: ${read.kind === 'faults' ? read.report[0] : ''}`);
  return read.levels.environment;
}
