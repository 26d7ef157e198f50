import type { PageFeature } from '../../../page/features';
import { featureRoute, formatRoute } from '../../../page/stores/route';

const address = formatRoute(featureRoute('lessons'));

export const feature: PageFeature = {
  screens: [
    {
      name: 'lessons',
      title: 'Lessons',
      load: async () => ({ default: (await import('./lessons-screen')).LessonsScreen }),
    },
  ],
  places: {
    labLinks: () => <a href={address}>Lessons</a>,
    noRollouts: () => <a href={address}>Read a lesson</a>,
  },
};
