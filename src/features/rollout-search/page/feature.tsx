import { lazy } from 'react';
import type { PageFeature } from '../../../page/features';
import { PassingLinks } from './passing-links';
import { SearchLink } from './search-link';

const AdvantageStrips = lazy(async () => ({ default: (await import('./advantage-strips')).AdvantageStrips }));

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
