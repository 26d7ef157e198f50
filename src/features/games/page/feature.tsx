import { lazy, Suspense } from 'react';
import type { PageFeature } from '../../../page/features';
import type { LeagueProgress } from '../shared/league-api';
import { isGame } from '../shared/step-games';

/** Fetched with the first run of a game that is looked at. */
const ExactCurve = lazy(async () => ({ default: (await import('./exact-curve')).ExactCurve }));
const GamesTable = lazy(async () => ({ default: (await import('./games-table')).GamesTable }));

const LeagueItem = lazy(async () => ({ default: (await import('./league-item')).LeagueItem }));
const LeagueDialog = lazy(async () => ({ default: (await import('./league-dialog')).LeagueDialog }));

const plays = (worlds: readonly { readonly environment: string }[]) =>
  worlds.some(({ environment }) => isGame(environment));

export const feature: PageFeature = {
  hear: async (news) => (await import('./league-store')).showLeagueProgress(news as LeagueProgress),
  places: {
    runMenu: LeagueItem,
    runsList: LeagueDialog,
    curves: ({ run }) =>
      plays(run.config.worlds) && (
        <Suspense fallback={null}>
          <ExactCurve run={run} />
        </Suspense>
      ),
    step: ({ run, tree }) =>
      plays(run.config.worlds) && (
        <Suspense fallback={null}>
          <GamesTable tree={tree} played={run.config.worlds} />
        </Suspense>
      ),
  },
};
