import type { WorkerFeature } from '../../../run/worker-feature';
import { openWorldMakers } from './open-own-worlds';

export const feature: WorkerFeature = { openMakers: openWorldMakers };
