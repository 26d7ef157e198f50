import { FileUp } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { once } from '../../../basics/once';
import { cardOnProblems } from '../../../learning/environments';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute, navigate } from '../../../page/stores/route';
import { isProblemFile } from './problem-file';
import { nameOfSet, readProblemSets, useProblemSets } from './problem-sets-store';

const screen = featureRoute('problems');

/** The import itself: fetched with its screen, or with the first file. */
const importing = once(async () => {
  const [store, { openProblemFile }] = await Promise.all([
    import('./problem-import-store'),
    import('../worker/problem-import-client'),
  ]);
  store.provideProblemImport(openProblemFile);
  return store;
});

export const feature: PageFeature = {
  screens: [
    {
      name: 'problems',
      title: 'Problems from a file',
      load: async () => {
        await importing();
        return { default: (await import('./problems-screen')).ProblemsScreen };
      },
    },
  ],
  useWorlds: () => {
    useEffect(() => void readProblemSets(), []);
    const sets = useProblemSets((state) => state.sets);
    return useMemo(
      () => sets.map((set) => ({ card: cardOnProblems(set), definitions: { problems: [nameOfSet(set)] } })),
      [sets],
    );
  },
  takeFile: (file) => {
    if (!isProblemFile(file)) return false;
    void importing().then(({ openProblems }) => openProblems(file));
    navigate(screen);
    return true;
  },
  places: {
    worldLinks: () => (
      <a className="row nowrap size-1 accent gap-1" href={formatRoute(screen)}>
        <FileUp size={12} aria-hidden /> Problems from a file…
      </a>
    ),
  },
};
