// A team from disk: the specification that the team editor writes.
import { type TeamSpec, teamSpecFrom } from '../learning/agents/team-spec';
import { UsageError } from './arguments';
import { readIfThere } from './whole-file';

/** Throws a UsageError when there is no such file, or an ExpectationError that names what cannot be played. */
export async function teamFromDisk(path: string): Promise<TeamSpec> {
  const bytes = await readIfThere(path);
  if (bytes === undefined) throw new UsageError(`there is no file ${path}: --team names a team, or a file of the team editor`);
  return teamSpecFrom(jsonOf(bytes, path));
}

function jsonOf(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new UsageError(`${path} is no JSON: --team names a team, or a file of the team editor`);
  }
}
