// What the features offer to the page's workers.
import type { OfferedFeature, WorkerFeature } from '../run/worker-feature';
import { inOrder } from './index';

export const workerFeatures: readonly OfferedFeature[] = inOrder(
  import.meta.glob<WorkerFeature>('./*/worker/feature.ts', { eager: true, import: 'feature' }),
);
