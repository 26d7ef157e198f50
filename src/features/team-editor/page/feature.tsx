import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import { readOwnTeams, useOwnTeams } from './own-teams-store';

export const feature: PageFeature = {
  screens: [
    { name: 'team', title: 'Team', load: async () => ({ default: (await import('./team-screen')).TeamScreen }) },
  ],
  useTeams: () => {
    useEffect(() => void readOwnTeams(), []);
    return useOwnTeams((state) => state.kept);
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
