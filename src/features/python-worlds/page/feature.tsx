import { Pencil } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute, navigate } from '../../../page/stores/route';
import { provideWorlds } from '../../../page/stores/worlds';
import { readPythonWorlds, usePythonWorlds } from './kept-worlds';

const screen = featureRoute('python-worlds');

export const feature: PageFeature = {
  screens: [
    {
      name: 'python-worlds',
      title: 'Python worlds',
      load: async () => ({ default: (await import('./python-worlds-screen')).PythonWorldsScreen }),
    },
  ],
  open: () => provideWorlds('python/', async () => (await import('../worker/makers')).openPythonMakers()),
  findImage: async (name) => (await import('../worker/browser-image')).findImage(name),
  useWorlds: () => {
    useEffect(() => void readPythonWorlds(), []);
    const kept = usePythonWorlds((state) => state.kept);
    return useMemo(() => kept.map((module) => ({ card: module.card, definitions: { modules: [module] } })), [kept]);
  },
  ownFile: {
    name: /\.world\.json$/i,
    open: async (file) => {
      const { openWorldFile } = await import('./keep-worlds');
      if (await openWorldFile(file)) navigate(screen);
    },
  },
  places: {
    worldLinks: () => (
      <a className="row nowrap size-1 accent gap-1" href={formatRoute(screen)}>
        <Pencil size={12} aria-hidden /> Python worlds…
      </a>
    ),
  },
};
