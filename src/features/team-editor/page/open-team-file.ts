// A team's file, opened in the editor under an id of its own.
import { readTeamFile } from '../../../learning/config/team-file';
import { notify } from '../../../page/stores/notices-store';
import { featureRoute, navigate } from '../../../page/stores/route';
import { editTeam, ownTeamsStore, takenTeamIds } from './own-teams-store';
import { idFromName } from './team-draft';

/** Resolves with what is wrong with the file, where it was not opened. */
export async function openTeamFile(given: File): Promise<string | undefined> {
  const found = readTeamFile(await given.text(), given.name);
  if ('fault' in found) return found.fault;
  const { spec } = found.team;
  const id = idFromName(spec.name, takenTeamIds(ownTeamsStore.getState().kept));
  editTeam({ ...found.team, spec: { ...spec, id } }, undefined);
  navigate(featureRoute('team'));
  notify({ text: `“${spec.name}” is open here. Save keeps it in this browser.` });
  return undefined;
}
