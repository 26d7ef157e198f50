// What the editor begins with: a team that is kept, the draft at hand, or the team of Setup as one's own.
import { planAloneSpec, toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import { notify } from '../../../page/stores/notices-store';
import { configFrom, type OwnTeam, setupStore, teamOf } from '../../../page/stores/setup-store';
import { editTeam, ownTeamsStore, takenTeamIds } from './own-teams-store';
import { draftOf, idFromName } from './team-draft';

/** The listed teams that are specifications: those that can be edited as one's own. */
export const listedSpecs = [toolAndPlanSpec, planAloneSpec] as const;

/** The kept team of that id; else the draft at hand; else the team that Setup has now, to be made one's own. */
export function openTeam(id: string | undefined): void {
  const { kept, draft } = ownTeamsStore.getState();
  const found = kept.find(({ spec }) => spec.id === id);
  if (found) editTeam(found, id);
  else if (!draft) editTeam(teamOfSetup(), undefined);
}

function teamOfSetup(): OwnTeam {
  const { ownTeam } = setupStore.getState();
  const config = configFrom(setupStore.getState());
  const { policies, sampling } = config;
  const sampled = sampling ? { sampling } : {};
  if (ownTeam) return { ...draftOf(ownTeam, policies), ...sampled };
  const listed = listedSpecs.find(({ id }) => id === config.team);
  if (listed) return { ...copyOf(listed, policies), ...sampled };
  notify({
    text: `“${teamOf(config).name}” has no prompts to edit here: the editor begins as “${toolAndPlanSpec.name}”.`,
  });
  return copyOf(toolAndPlanSpec);
}

/** A team of one's own that begins as a built-in one. */
export function copyOf(spec: OwnTeam['spec'], policies: OwnTeam['policies'] = {}): OwnTeam {
  const name = `My ${spec.name.toLowerCase()}`;
  const id = idFromName(name, takenTeamIds(ownTeamsStore.getState().kept));
  return draftOf({ ...spec, id, name }, policies);
}
