import { lazy, Suspense } from 'react';
import type { StepTree } from '../../../learning/rollouts/transcript';
import type { PageFeature } from '../../../page/features';
import type { RunView } from '../../../page/stores/run-view';

/** Fetched with the first step that is looked at. */
const SlowStep = lazy(() => import('./slow-step').then((module) => ({ default: module.SlowStep })));

export const feature: PageFeature = { places: { step: Offered } };

function Offered(known: { readonly run: RunView; readonly tree: StepTree }) {
  return (
    <Suspense fallback={null}>
      <SlowStep {...known} />
    </Suspense>
  );
}
