// The list of teams.
import { check } from '../../basics/check';
import type { EnvironmentCard } from '../environments/environment';
import { fits, type Team } from './team';
import { codeTeams } from './teams/code';
import { graphTeams } from './teams/graph-teams';
import { mathsTeams } from './teams/maths';
import { planAlone, toolAlone, toolAndPlan } from './teams/planning';
import { gameTeams, playersTeams, teamOfOwnWorld } from './teams/players';
import { shownOneMap } from './teams/shown-one-map';
import { shownOneWalk } from './teams/shown-one-walk';

export const teams: readonly Team[] = [
  toolAndPlan,
  planAlone,
  toolAlone,
  shownOneMap,
  ...mathsTeams,
  ...codeTeams,
  ...playersTeams,
  shownOneWalk,
  ...gameTeams,
];

/** Those in which it is not the order alone that says who speaks when (graph.ts). */
export { graphTeams };

/** Every team that is built in. */
export const listedTeams: readonly Team[] = [...teams, ...graphTeams];

const spoken = teams.flatMap((team) => Object.values(team.speaking ?? {}));

/** The listed teams that play this world; of one with several players that is not listed, the team of these. */
export function teamsFor(card: EnvironmentCard): readonly Team[] {
  const playing = listedTeams.filter((team) => fits(team, card));
  return playing.length === 0 && card.players ? [teamOfOwnWorld(card, card.players)] : playing;
}

/** The team of that name, "team/language" where its programs are real code; `cards`: of worlds that are not listed.
 *  Throws an ExpectationError listing the known ones. */
export function teamById(id: string, cards: readonly EnvironmentCard[] = []): Team {
  const found = [...listedTeams, ...spoken, ...cards.flatMap(teamsFor)].find((team) => team.id === id);
  check(found, `there is no team "${id}": known are ${listedTeams.map((team) => team.id).join(', ')}`);
  return found;
}
