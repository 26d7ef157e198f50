import { lazy, Suspense } from 'react';
import type { PageFeature } from '../../../page/features';
import { isGame } from '../shared/step-games';

/** Fetched with the first run of a game that is looked at. */
const ExactCurve = lazy(async () => ({ default: (await import('./exact-curve')).ExactCurve }));
const GamesTable = lazy(async () => ({ default: (await import('./games-table')).GamesTable }));

const plays = (worlds: readonly { readonly environment: string }[]) =>
  worlds.some(({ environment }) => isGame(environment));

export const feature: PageFeature = {
  places: {
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
