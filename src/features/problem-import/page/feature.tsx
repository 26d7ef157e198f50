import { FileUp } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { cardOnProblems } from '../../../learning/environments';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute, navigate } from '../../../page/stores/route';
import { openProblemFile } from '../worker/problem-import-client';
import { isProblemFile, openProblems, provideProblemImport } from './problem-import-store';
import { nameOfSet, readProblemSets, useProblemSets } from './problem-sets-store';

const screen = featureRoute('problems');

export const feature: PageFeature = {
  screens: [
    {
      name: 'problems',
      title: 'Problems from a file',
      load: async () => ({ default: (await import('./problems-screen')).ProblemsScreen }),
    },
  ],
  open: () => provideProblemImport(openProblemFile),
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
    void openProblems(file);
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
