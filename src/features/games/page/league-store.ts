// Leagues as the page shows them: which run's dialog is open, how far its games are, its table. Games go on when the
// dialog is closed.
import { create } from 'zustand';
import { reasonOf } from '../../../basics/reason';
import { askFeature } from '../../../page/features';
import type { LeagueApi, LeagueProgress, RatedLeague } from '../shared/league-api';

const trainer = askFeature<LeagueApi>('games');

interface LeagueState {
  /** Of the open dialog. */
  readonly runId?: string | undefined;
  /** Of runs that were looked at. */
  readonly leagues: Readonly<Record<string, RatedLeague>>;
  readonly playing?: (LeagueProgress & { readonly cancelling?: true }) | undefined;
  readonly faults: Readonly<Record<string, string>>;
}

export const leagueStore = create<LeagueState>()(() => ({ leagues: {}, faults: {} }));
export const useLeague = leagueStore;

/** Opens the dialog of a run, with the league that is kept with it. */
export async function openLeague(runId: string): Promise<void> {
  leagueStore.setState({ runId });
  await into(runId, () => trainer.kept(runId));
}

export function closeLeague(): void {
  leagueStore.setState({ runId: undefined });
}

export async function playLeague(runId: string, games: number): Promise<void> {
  if (leagueStore.getState().playing) return;
  leagueStore.setState({ playing: { runId, done: 0, total: 0 } });
  await into(runId, () => trainer.league(runId, { games, seed: 1 }));
  leagueStore.setState({ playing: undefined });
}

/** What is found of a run, or why nothing is. */
async function into(runId: string, find: () => Promise<RatedLeague | undefined>): Promise<void> {
  leagueStore.setState(({ faults: { [runId]: _, ...faults } }) => ({ faults }));
  try {
    const league = await find();
    if (league) leagueStore.setState(({ leagues }) => ({ leagues: { ...leagues, [runId]: league } }));
  } catch (fault) {
    leagueStore.setState(({ faults }) => ({ faults: { ...faults, [runId]: reasonOf(fault) } }));
  }
}

export function showLeagueProgress(progress: LeagueProgress): void {
  leagueStore.setState(({ playing }) => (playing ? { playing: { ...playing, ...progress } } : {}));
}

export async function cancelLeague(): Promise<void> {
  leagueStore.setState(({ playing }) => (playing ? { playing: { ...playing, cancelling: true } } : {}));
  await trainer.cancel().catch(() => undefined);
}
