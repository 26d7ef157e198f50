import type { PageFeature } from '../../../page/features';

export const feature: PageFeature = {
  weights: () => [
    {
      name: 'Hand off to a cluster',
      what: 'a folder with which PettingLLMs goes on',
      request: { format: 'hand-off' },
    },
    {
      name: 'Hand off to Python',
      what: 'a folder with which TRL, verl and prime-rl go on',
      request: { format: 'python' },
    },
  ],
};
