// The teams that a person wrote and keeps in this browser, and the one that is being edited: it outlives a walk through the page.
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { faultsOfSpec, specFaultSentence } from '../../learning/agents/team-spec';
import { planAloneSpec, toolAndPlanSpec } from '../../learning/agents/teams/specs';
import { checkSampling } from '../../learning/training/sampling';
import { notify } from './notices-store';
import type { OwnTeam } from './setup-store';
import { storage } from './storage-client';
import { addFault } from './trainer-store';

const setting = 'ownTeams';

interface OwnTeamsState {
  readonly kept: readonly OwnTeam[];
  readonly draft?: OwnTeam;
  /** The kept team that the draft is of. */
  readonly draftOf?: string;
}

export const ownTeamsStore = createStore<OwnTeamsState>()(() => ({ kept: [] }));

export function useOwnTeams<T>(select: (state: OwnTeamsState) => T): T {
  return useStore(ownTeamsStore, select);
}

let reading: Promise<void> | undefined;

/** Reads what this browser keeps, once. */
export function readOwnTeams(): Promise<void> {
  reading ??= (async () => {
    const found = await (await storage()).setting(setting);
    ownTeamsStore.setState({ kept: Array.isArray(found) ? found.filter(isOwnTeam) : [] });
  })().catch(() => {
    reading = undefined; // the list of runs says that storage does not answer
  });
  return reading;
}

export function editTeam(draft: OwnTeam, draftOf: string | undefined): void {
  ownTeamsStore.setState({ draft, draftOf });
}

/** Keeps it under its id, in the place of an older one. */
export async function keepTeam(team: OwnTeam): Promise<void> {
  await readOwnTeams();
  const { kept } = ownTeamsStore.getState();
  const others = kept.filter(({ spec }) => spec.id !== team.spec.id);
  if (await write([...others, team])) {
    ownTeamsStore.setState({ draft: team, draftOf: team.spec.id });
    notify({ text: `“${team.spec.name}” is kept in this browser.` });
  }
}

export async function dropTeam(id: string): Promise<void> {
  const { kept } = ownTeamsStore.getState();
  const gone = kept.find(({ spec }) => spec.id === id);
  if (!gone || !(await write(kept.filter(({ spec }) => spec.id !== id)))) return;
  ownTeamsStore.setState((state) => (state.draftOf === id ? { draftOf: undefined } : {}));
  notify({ text: `“${gone.spec.name}” is deleted.`, action: { label: 'Undo', run: () => void keepTeam(gone) } }, { ms: 10_000 });
}

async function write(kept: readonly OwnTeam[]): Promise<boolean> {
  try {
    await (await storage()).setSetting(setting, kept);
    ownTeamsStore.setState({ kept });
    return true;
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault);
    addFault({
      kind: 'storage',
      what: 'The team could not be saved.',
      why,
      now: 'It stays open here: export it as a file, or try again.',
    });
    return false;
  }
}

/** Names that a new team may not take. */
export function takenTeamIds(kept: readonly OwnTeam[]): string[] {
  return [toolAndPlanSpec.id, planAloneSpec.id, ...kept.map(({ spec }) => spec.id)];
}

const fileFormat = 'grove-team';

/** The team as a file that can be handed on. */
export function teamFile({ spec, policies, sampling }: OwnTeam): { readonly fileName: string; readonly text: string } {
  const document = { format: fileFormat, version: 1, spec, policies, ...(sampling ? { sampling } : {}) };
  return { fileName: `${spec.id}.team.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}

export type TeamRead = { readonly team: OwnTeam } | { readonly fault: string };

/** The team of a file, or what is wrong with it; a file with a fault is not taken at all. */
export function readTeamFile(text: string, fileName: string): TeamRead {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (fault) {
    return { fault: `${fileName} is no JSON: ${fault instanceof Error ? fault.message : String(fault)}` };
  }
  const { format, version, ...team } = (found ?? {}) as Record<string, unknown>;
  if (format !== fileFormat) return { fault: `${fileName} is no team: expected "format": "${fileFormat}", got ${shown(format)}` };
  if (version !== 1)
    return { fault: `${fileName} is of version ${shown(version)}, this Grove reads version 1: open it in a newer one` };
  const fault = faultOf(team);
  return fault === undefined ? { team: team as unknown as OwnTeam } : { fault: `${fileName}: ${fault}` };
}

function isOwnTeam(given: unknown): given is OwnTeam {
  return faultOf(given) === undefined;
}

function faultOf(given: unknown): string | undefined {
  const { spec, policies, sampling, ...rest } = (given ?? {}) as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return `there is no member "${unknown}": take it out`;
  const [fault] = faultsOfSpec(spec);
  if (fault) return specFaultSentence(spec, fault);
  const roles = (spec as OwnTeam['spec']).roles.map(({ id }) => id);
  const named = Object.entries((policies ?? {}) as Record<string, unknown>);
  if (roles.some((id) => !named.some(([role, policy]) => role === id && typeof policy === 'string' && policy !== '')))
    return `"policies" names a policy for each of ${roles.join(', ')}`;
  try {
    checkSampling((sampling ?? {}) as NonNullable<OwnTeam['sampling']>, roles);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'none';
}
