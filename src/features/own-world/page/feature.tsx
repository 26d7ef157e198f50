import { Pencil } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute, navigate } from '../../../page/stores/route';
import { addFault } from '../../../page/stores/trainer-store';
import { provideWorlds } from '../../../page/stores/worlds';
import { openWorldMakers } from '../worker/open-own-worlds';
import { mostBytes, openWorldText, readOwnWorlds, useOwnWorlds } from './own-worlds-store';

export const feature: PageFeature = {
  screens: [
    {
      name: 'world',
      title: 'Your own world',
      load: async () => ({ default: (await import('./world-screen')).WorldScreen }),
    },
  ],
  open: () => provideWorlds('own/', openWorldMakers),
  useWorlds: () => {
    useEffect(() => void readOwnWorlds(), []);
    const kept = useOwnWorlds((state) => state.kept);
    return useMemo(() => kept.map((module) => ({ card: module.card, definitions: { modules: [module] } })), [kept]);
  },
  ownFile: {
    name: /\.m?js$/i,
    open: async (file) => {
      if (file.size > mostBytes) {
        const why = `${file.name} has ${file.size} bytes, a world has at most ${mostBytes}`;
        return addFault({ kind: 'storage', what: 'The world could not be opened.', why, now: 'Take a smaller file.' });
      }
      openWorldText(await file.text());
      navigate(featureRoute('world'));
    },
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
