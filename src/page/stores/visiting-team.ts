// The team of a file that visits the Play screen: opened from this computer, from the address of the page, or the one
// that ships with it. It plays through the onnx engine, with or without a GPU.

import { create, useStore } from 'zustand';
import { reasonOf } from '../../basics/reason';
import type { RunConfig } from '../../learning/config/run-config';
import { firstWorld } from '../../learning/config/worlds';
import type { OpenedTeam, TeamPlayer } from '../../run/team-player';
import { currentRoute, navigate } from './route';
import { teamPlayer } from './team-player';
import { choiceOfRun } from './world-address';

export type VisitingTeam =
  | { readonly kind: 'none' }
  | { readonly kind: 'opening'; readonly from: string }
  | { readonly kind: 'open'; readonly from: string; readonly team: OpenedTeam }
  | { readonly kind: 'failed'; readonly from: string; readonly reason: string };

/** The trained team that ships with the page, and the world that it was trained in: known before it is fetched. */
export const shippedTeam = 'trained-team.zip';
export const shippedWorld = 'sokoban';

export const visitingTeamStore = create<VisitingTeam>()(() => ({ kind: 'none' }));

export function useVisitingTeam(): VisitingTeam {
  return useStore(visitingTeamStore);
}

/** Whether a file that was dropped may be a team's: not levels, nor a whole run. */
export function isTeamFile({ name }: Pick<File, 'name'>): boolean {
  return /\.(zip|json)$/i.test(name) && !/\.grove\.zip$/i.test(name);
}

/** `otherwise`: what is played with adapters that do not say. */
export async function openTeamFiles(files: readonly File[], otherwise: RunConfig): Promise<void> {
  const from = files.map(({ name }) => name).join(', ');
  await opened(from, otherwise, () =>
    Promise.all(files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))),
  );
}

/** Goes on to Play with the team of a file that was brought to another place, and there to the world that it was
 *  trained in. */
export async function playTeamFile(file: File, otherwise: RunConfig): Promise<void> {
  const opening = openTeamFiles([file], otherwise);
  const stays = currentRoute().screen === 'play';
  if (!stays) navigate({ screen: 'play', preset: choiceOfRun(otherwise) });
  const before = currentRoute();
  await opening;
  const now = visitingTeamStore.getState();
  if (now.kind !== 'open' || now.from !== file.name || currentRoute() !== before) return;
  const { config } = now.team;
  if (stays && firstWorld(config).environment === firstWorld(otherwise).environment) return;
  navigate({ screen: 'play', preset: choiceOfRun(config) }, { replace: true });
}

/** Opens the team at an address, relative to the page. Nothing happens while it is open or being opened already. */
export async function openTeamAt(address: string, otherwise: RunConfig): Promise<void> {
  const now = visitingTeamStore.getState();
  if (now.kind !== 'none' && now.from === address) return;
  await opened(address, otherwise, async () => {
    const url = new URL(address, window.location.href);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new Error(`a team's address begins with https://, got "${address}"`);
    const response = await fetch(url).catch((): never => {
      throw new Error(
        `${address} could not be fetched: is it right? This page reads teams from its own site and from huggingface.co only; download any other and open its file here`,
      );
    });
    if (!response.ok) throw new Error(`${address} could not be fetched: the server answered ${response.status}`);
    return [{ name: url.pathname.split('/').at(-1) || address, bytes: new Uint8Array(await response.arrayBuffer()) }];
  });
}

export function closeTeam(): void {
  visitingTeamStore.setState({ kind: 'none' }, true);
}

type Given = Parameters<TeamPlayer['openTeam']>[0];

async function opened(from: string, otherwise: RunConfig, read: () => Promise<Given>): Promise<void> {
  visitingTeamStore.setState({ kind: 'opening', from }, true);
  const stillWanted = () => {
    const now = visitingTeamStore.getState();
    return now.kind === 'opening' && now.from === from;
  };
  try {
    const team = await teamPlayer().openTeam(await read(), otherwise);
    if (stillWanted()) visitingTeamStore.setState({ kind: 'open', from, team }, true);
  } catch (fault) {
    const reason = reasonOf(fault);
    if (stillWanted()) visitingTeamStore.setState({ kind: 'failed', from, reason }, true);
  }
}
