// The list of teams.
import { check } from '../../basics/check';
import type { Team } from './team';
import { codeTeams } from './teams/code';
import { mathsTeams } from './teams/maths';
import { planAlone, toolAlone, toolAndPlan } from './teams/planning';
import { playersTeams } from './teams/players';

export const teams: readonly Team[] = [toolAndPlan, planAlone, toolAlone, ...mathsTeams, ...codeTeams, ...playersTeams];

const spoken = teams.flatMap((team) => Object.values(team.speaking ?? {}));

/** The team of that name, "team/language" where its programs are real code. Throws an ExpectationError listing the
 *  known ones. */
export function teamById(id: string): Team {
  const found = [...teams, ...spoken].find((team) => team.id === id);
  check(found, `there is no team "${id}": known are ${teams.map((team) => team.id).join(', ')}`);
  return found;
}
