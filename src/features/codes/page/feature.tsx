import { lazy, Suspense } from 'react';
import type { PageFeature } from '../../../page/features';

/** Fetched with the first run that is looked at. */
const CodePanel = lazy(async () => ({ default: (await import('./code-panel')).CodePanel }));
const NewestCode = lazy(async () => ({ default: (await import('./newest-code')).NewestCode }));

export const feature: PageFeature = {
  places: {
    step: (known) => (
      <Suspense fallback={null}>
        <CodePanel {...known} />
      </Suspense>
    ),
    now: (known) => (
      <Suspense fallback={null}>
        <NewestCode {...known} />
      </Suspense>
    ),
  },
};
