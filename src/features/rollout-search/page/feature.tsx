import type { PageFeature } from '../../../page/features';
import { AdvantageStrips } from './advantage-strips';
import { SearchLink } from './search-link';

export const feature: PageFeature = {
  screens: [
    {
      name: 'search',
      title: 'Search',
      load: async () => ({ default: (await import('./search-screen')).SearchScreen }),
    },
  ],
  places: { step: SearchLink, curves: AdvantageStrips },
};
