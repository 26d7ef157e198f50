import type { WorkerFeature } from '../../../run/worker-feature';

export const feature: WorkerFeature = {
  files: [
    {
      is: ({ text }) => /^[^\n]*(,| \| )success %(,| \| )95 % low/.test(text),
      told: 'is the table of a study that “CSV” or “Markdown” under Study wrote: a spreadsheet or an editor reads it',
    },
  ],
  verbs: async (hooks) => ({ ...(await import('./trainer-studies')).trainerStudies(hooks) }),
};
