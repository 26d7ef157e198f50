import { lazy, Suspense } from 'react';
import type { PageFeature } from '../../../page/features';
import type { RunView } from '../../../page/stores/run-view';
import { PassingLinks } from './passing-links';
import { SearchLink } from './search-link';

const Fetched = lazy(async () => ({ default: (await import('./advantage-strips')).AdvantageStrips }));

/** Their place is kept while they are fetched – a heading, and for each role its name above its strip –, as the curves
 *  above share what height is left. */
function AdvantageStrips({ run }: { readonly run: RunView }) {
  const roles = Object.keys(run.reports[0]?.roles ?? {}).length;
  return (
    <Suspense fallback={<div style={{ gridColumn: '1 / -1', height: 23 + 124 * roles }} />}>
      <Fetched run={run} />
    </Suspense>
  );
}

export const feature: PageFeature = {
  screens: [
    {
      name: 'search',
      title: 'Search',
      load: async () => ({ default: (await import('./search-screen')).SearchScreen }),
    },
  ],
  places: { step: SearchLink, curves: AdvantageStrips, passings: PassingLinks },
};
