import type { WorkerFeature } from '../../../run/worker-feature';
import { formats } from './formats';

export const feature: WorkerFeature = { formats };
