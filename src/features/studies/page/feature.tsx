import { Scale, TableProperties } from 'lucide-react';
import { lazy } from 'react';
import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import { changesOf, configFrom, copySetup, useSetup } from '../../../page/stores/setup-store';
import { shownRun, useTrainer } from '../../../page/stores/trainer-store';
import type { StudyNews } from '../shared/studies-api';
import { hearStudy } from './study-store';

const RepeatItem = lazy(async () => ({ default: (await import('./repeat-item')).RepeatItem }));
const RepeatDialog = lazy(async () => ({ default: (await import('./repeat-dialog')).RepeatDialog }));

export const feature: PageFeature = {
  screens: [
    {
      name: 'study',
      title: 'Study',
      place: { name: 'Study', Icon: TableProperties },
      load: async () => ({ default: (await import('./study-screen')).StudyScreen }),
    },
  ],
  hear: (news) => hearStudy(news as StudyNews),
  places: { labLinks: CompareLink, runMenu: RepeatItem, runsList: RepeatDialog },
};

/** Where something is not as usual: whether that helps is a study. */
function CompareLink() {
  const setup = useSetup((state) => state);
  const run = useTrainer(shownRun);
  const config = run?.config ?? configFrom(setup);
  if (run?.recorded || config.fork || changesOf(config).length === 0) return null;
  return (
    <a
      className="row nowrap size-1 accent gap-1"
      href={formatRoute(featureRoute('study', 'setups'))}
      title="The usual settings and these, a few seeds each, on the same fresh problems"
      onClick={() => run && copySetup(run.config)}
    >
      <Scale size={12} aria-hidden /> Do the changes help?
    </a>
  );
}
