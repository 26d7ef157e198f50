// The teams that a person wrote and keeps in this browser, and the one that is being edited: it outlives a walk through
// the page.
import { create } from 'zustand';
import { planAloneSpec, toolAndPlanSpec } from '../../../learning/agents/teams/specs';
import { faultOfTeamFile } from '../../../learning/config/team-file';
import { keptList } from '../../../page/stores/kept-list';
import { notify } from '../../../page/stores/notices-store';
import type { OwnTeam } from '../../../page/stores/setup-store';

interface OwnTeamsState {
  readonly kept: readonly OwnTeam[];
  readonly draft?: OwnTeam;
  /** The kept team that the draft is of. */
  readonly draftOf?: string;
}

export const ownTeamsStore = create<OwnTeamsState>()(() => ({ kept: [] }));
export const useOwnTeams = ownTeamsStore;

const list = keptList<OwnTeam>({
  setting: 'ownTeams',
  usable: (found) => found.filter(isOwnTeam),
  show: (kept) => ownTeamsStore.setState({ kept }),
  refused: { what: 'The team could not be saved.', now: 'It stays open here: export it as a file, or try again.' },
});

/** Reads what this browser keeps, once. */
export const readOwnTeams = list.read;

export function editTeam(draft: OwnTeam, draftOf: string | undefined): void {
  ownTeamsStore.setState({ draft, draftOf });
}

/** Keeps it under its id, in the place of an older one. */
export async function keepTeam(team: OwnTeam): Promise<void> {
  await readOwnTeams();
  const { kept } = ownTeamsStore.getState();
  const others = kept.filter(({ spec }) => spec.id !== team.spec.id);
  if (await list.write([...others, team])) {
    ownTeamsStore.setState({ draft: team, draftOf: team.spec.id });
    notify({ text: `“${team.spec.name}” is kept in this browser.` });
  }
}

export async function dropTeam(id: string): Promise<void> {
  const { kept } = ownTeamsStore.getState();
  const gone = kept.find(({ spec }) => spec.id === id);
  if (!gone || !(await list.write(kept.filter(({ spec }) => spec.id !== id)))) return;
  ownTeamsStore.setState((state) => (state.draftOf === id ? { draftOf: undefined } : {}));
  notify(
    { text: `“${gone.spec.name}” is deleted.`, action: { label: 'Undo', run: () => void keepTeam(gone) } },
    { ms: 10_000 },
  );
}

/** Names that a new team may not take. */
export function takenTeamIds(kept: readonly OwnTeam[]): string[] {
  return [toolAndPlanSpec.id, planAloneSpec.id, ...kept.map(({ spec }) => spec.id)];
}

function isOwnTeam(given: unknown): given is OwnTeam {
  return faultOfTeamFile(given) === undefined;
}
