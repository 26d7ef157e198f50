// Trees that were stored when every answer's validity was called "legal", brought to the names of today
// (term-names.ts). No number changes.
import { cardOf, type RunDefinitions, teamOf } from '../catalogue';
import { validityTermOf } from './term-names';
import type { WorldRecord } from './transcript';

/** What a run's configuration says of the worlds in its trees. */
export interface Played {
  readonly team: string;
  readonly definitions?: RunDefinitions;
}

/** Where the team or the world is not known any more, names stay as they are. */
export function withTermNames(world: WorldRecord, run: Played): WorldRecord {
  try {
    const { roles } = teamOf(run);
    const card = cardOf(world.environment, run.definitions);
    const nameOf = new Map(roles.map((role) => [role.id, validityTermOf(role, card)]));
    return { ...world, groups: world.groups.map((group) => withName(group, nameOf.get(group.role) ?? 'legal')) };
  } catch {
    return world;
  }
}

function withName(group: WorldRecord['groups'][number], name: string): WorldRecord['groups'][number] {
  if (name === 'legal') return group;
  const branches = group.branches.map((branch) => {
    const entries = Object.entries(branch.terms).map(
      ([term, value]) => [term === 'legal' ? name : term, value] as const,
    );
    return { ...branch, terms: Object.fromEntries(entries) };
  });
  return { ...group, branches };
}
