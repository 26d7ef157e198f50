import type { PageFeature } from '../../../page/features';
import { RunTick, TickedRuns } from './ticked';

export const feature: PageFeature = {
  screens: [
    {
      name: 'compare',
      title: 'Compare',
      load: async () => ({ default: (await import('./compare-screen')).CompareScreen }),
    },
  ],
  places: { runTick: RunTick, runsList: TickedRuns },
};
