// One role of a team by itself: what it answers is what happens. A program's moves are made, an opinion is the team's
// answer, and whoever is usually shown a proposal sees none. Its prompts are the ones it was trained on.
import { check, present } from '../../basics/check';
import type { RoleId } from '../rollouts/transcript';
import type { Role } from './role';
import type { Team } from './team';

/** More than any turn's budget: what is beyond the budget is the world's to cut off and to mark (W2). */
const mostMoves = 100;

/** Why the role cannot play by itself; undefined where it can. */
export function whyNotAlone({ alone }: Role): string | undefined {
  return typeof alone === 'string' ? alone : undefined;
}

/** The team of this role alone. Throws an ExpectationError where there is no such role, or it has nothing to play with
 *  by itself. */
export function teamAlone(team: Team, id: RoleId): Team {
  const known = team.roles.map((role) => role.id).join(', ');
  const role = present(
    team.roles.find((one) => one.id === id),
    `the team "${team.id}" has no role "${id}" to play alone: it has ${known}`,
  );
  const why = whyNotAlone(role);
  check(why === undefined, `the role "${id}" of the team "${team.id}" cannot play alone: ${why}`);
  const { speaking: _, graph: __, ...others } = team;
  return { ...others, id: `${team.id}, ${id} alone`, order: 'sequential', roles: [acting(role)] };
}

function acting(role: Role): Role {
  const { alone, read } = role;
  if (role.answers === 'program') return { ...role, answers: 'action', ...(role.program ? {} : { read: readCalls }) };
  if (typeof alone !== 'function' || !read) return role;
  return {
    ...role,
    read: (view, text, result) => {
      const action = read(view, text, result);
      return action === undefined ? undefined : alone(action);
    },
  };
}

/** The moves that a program in the world's calls makes. */
export const readCalls: NonNullable<Role['read']> = ({ environment, state }, text) => {
  const { action, readable } = environment.calls.run(state, text, mostMoves);
  return readable ? action : undefined;
};
