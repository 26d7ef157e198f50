import { modelStoreIn } from '../../../files/storage/model-store';
import type { WorkerFeature } from '../../../run/worker-feature';

const store = modelStoreIn(() => navigator.storage.getDirectory());

export const feature: WorkerFeature = {
  filesOf: async (model) => (await import('./model-library')).keptFiles(store, model),
  verbs: async (hooks) => ({ ...(await import('./trainer-models')).trainerModels(hooks, store) }),
};
