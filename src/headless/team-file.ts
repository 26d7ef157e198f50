// A team from disk, as the team editor writes it (learning/config/team-file.ts).
import { readTeamFile, type TeamFile } from '../learning/config/team-file';
import { UsageError } from './arguments';
import { readIfThere } from './whole-file';

/** Throws a UsageError when there is no such file, or that names what cannot be played. */
export async function teamFromDisk(path: string): Promise<TeamFile> {
  const bytes = await readIfThere(path);
  if (bytes === undefined)
    throw new UsageError(`there is no file ${path}: --team names a team, or a file of the team editor`);
  const read = readTeamFile(new TextDecoder().decode(bytes), path);
  if ('fault' in read) throw new UsageError(read.fault);
  return read.team;
}
