// A collection of levels from disk. Whatever is wrong with it is said line by line; then nothing is evaluated.
import { type Levels, levelsFrom } from '../run/levels';
import { UsageError } from './arguments';
import { readIfThere } from './whole-file';

/** Throws a UsageError when there is no such file, or with the whole report when one level of it cannot be played. */
export async function levelsFromDisk(path: string): Promise<Levels> {
  const bytes = await readIfThere(path);
  if (bytes === undefined) throw new UsageError(`there is no file ${path}: --levels names a collection in XSB`);
  const read = levelsFrom(new TextDecoder().decode(bytes));
  if (read.kind === 'levels') return read.levels;
  throw new UsageError(`${path} has faults, so none of its levels was taken:\n${read.report.join('\n')}`);
}
