import type { WorkerFeature } from '../../../run/worker-feature';

export const feature: WorkerFeature = {
  verbs: async (hooks) => ({ ...(await import('./trainer-league')).trainerLeague(hooks) }),
};
