// What the editor begins with: a team that is kept, the draft at hand, or the team of Setup as one's own.
import { planAloneSpec, toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import { editTeam, ownTeamsStore, takenTeamIds } from '../../stores/own-teams-store';
import { configFrom, type OwnTeam, setupStore } from '../../stores/setup-store';
import { draftOf, idFromName } from './team-draft';

/** The kept team of that id; else the draft at hand; else the team that Setup has now, to be made one's own. */
export function openTeam(id: string | undefined): void {
  const { kept, draft } = ownTeamsStore.getState();
  const found = kept.find(({ spec }) => spec.id === id);
  if (found) editTeam(found, id);
  else if (!draft) editTeam(teamOfSetup(), undefined);
}

function teamOfSetup(): OwnTeam {
  const { ownTeam } = setupStore.getState();
  const { team, policies, sampling } = configFrom(setupStore.getState());
  if (ownTeam) return { ...draftOf(ownTeam, policies), ...(sampling ? { sampling } : {}) };
  return copyOf(team === planAloneSpec.id ? planAloneSpec : toolAndPlanSpec, policies);
}

/** A team of one's own that begins as a built-in one. */
export function copyOf(spec: OwnTeam['spec'], policies: OwnTeam['policies'] = {}): OwnTeam {
  const name = `My ${spec.name.toLowerCase()}`;
  const id = idFromName(name, takenTeamIds(ownTeamsStore.getState().kept));
  return draftOf({ ...spec, id, name }, policies);
}
