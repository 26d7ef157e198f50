import type { PageFeature } from '../../../page/features';

export const feature: PageFeature = {
  weights: () => [
    {
      name: 'Hand off to a cluster',
      what: 'a folder with which PettingLLMs goes on',
      request: { format: 'hand-off' },
    },
  ],
};
