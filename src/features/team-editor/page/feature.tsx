import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import { addFault } from '../../../page/stores/trainer-store';
import { readOwnTeams, useOwnTeams } from './own-teams-store';

export const feature: PageFeature = {
  screens: [
    { name: 'team', title: 'Team', load: async () => ({ default: (await import('./team-screen')).TeamScreen }) },
  ],
  useTeams: () => {
    useEffect(() => void readOwnTeams(), []);
    return useOwnTeams((state) => state.kept);
  },
  ownFile: {
    name: /\.team\.json$/i,
    open: async (file) => {
      await readOwnTeams();
      const { openTeamFile } = await import('./open-team-file');
      const why = await openTeamFile(file);
      if (why)
        addFault({
          kind: 'storage',
          what: 'The team could not be opened.',
          why,
          now: 'The team at hand is as it was.',
        });
    },
  },
  places: {
    teamLinks: () => <EditorLink words="Edit team" />,
    runSetup: () => <EditorLink words="Team editor" />,
  },
};

function EditorLink({ words }: { readonly words: string }) {
  return (
    <a className="row nowrap size-1 accent gap-1" href={formatRoute(featureRoute('team'))}>
      <Pencil size={12} aria-hidden /> {words}
    </a>
  );
}
