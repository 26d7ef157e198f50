// The list of teams.
import { check } from '../../basics/check';
import type { Team } from './team';
import { codeTeams } from './teams/code';
import { mathsTeams } from './teams/maths';
import { planAlone, toolAndPlan } from './teams/planning';

export const teams: readonly Team[] = [toolAndPlan, planAlone, ...mathsTeams, ...codeTeams];

/** The team of that name. Throws an ExpectationError listing the known ones. */
export function teamById(id: string): Team {
  const found = teams.find((team) => team.id === id);
  check(found, `there is no team "${id}": known are ${teams.map((team) => team.id).join(', ')}`);
  return found;
}
