import type { WorkerFeature } from '../../../run/worker-feature';
import { openPythonMakers } from './makers';

export const feature: WorkerFeature = {
  openMakers: openPythonMakers,
  findImage: async (name) => (await import('./browser-image')).findImage(name),
};
