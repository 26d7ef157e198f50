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
    labLinks: () => (
      <a className="row size-1 accent" href={address}>
        Lessons
      </a>
    ),
    noRollouts: () => <a href={address}>Read a lesson</a>,
  },
};
