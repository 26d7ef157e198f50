import { TableProperties } from 'lucide-react';
import type { PageFeature } from '../../../page/features';
import type { StudyNews } from '../shared/studies-api';
import { hearStudy } from './study-store';

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
};
