import { Pencil } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import { provideWorlds } from '../../../page/stores/worlds';
import { openWorldMakers } from '../worker/open-own-worlds';
import { readOwnWorlds, useOwnWorlds } from './own-worlds-store';

export const feature: PageFeature = {
  screens: [
    {
      name: 'world',
      title: 'Your own world',
      load: async () => ({ default: (await import('./world-screen')).WorldScreen }),
    },
  ],
  open: () => provideWorlds(openWorldMakers),
  useWorlds: () => {
    useEffect(() => void readOwnWorlds(), []);
    const kept = useOwnWorlds((state) => state.kept);
    return useMemo(() => kept.map((module) => ({ card: module.card, definitions: { modules: [module] } })), [kept]);
  },
  places: {
    worldLinks: () => (
      <a
        className="row nowrap size-1 accent gap-1"
        href={formatRoute(featureRoute('world'))}
        aria-label="Your own world…"
      >
        <Pencil size={12} aria-hidden /> Your own…
      </a>
    ),
  },
};
