import { problemsAsked } from '../../../learning/training/evaluate';
import type { WorkerFeature } from '../../../run/worker-feature';
import type { CompareApi } from '../shared/compare-api';
import { nextTokens } from './next-tokens';

export const feature: WorkerFeature = {
  verbs: async (hooks) => {
    const api: CompareApi = {
      problems: async ({ config, split }) => {
        const { testWorlds, validationWorlds } = config.settings;
        const n = split === 'test' ? testWorlds : validationWorlds;
        return problemsAsked({ config, split, n, catalogue: await hooks.catalogue(config) });
      },
      nextTokens: (request) => nextTokens(hooks, request),
    };
    return { ...api };
  },
};
