// What this feature adds to what a run can be taken home as.
import type { ExportFormats } from '../../../export/export-formats';

export const formats: ExportFormats = {
  steps: {
    meaning: 'every figure of every step as CSV, a row for each step',
    ending: '.csv',
    heeds: [],
    make: async ({ runStore }, runId) => (await import('./tracked-run')).stepsCsv(runStore, runId),
  },
  tensorboard: {
    meaning: 'the same as event files, which TensorBoard shows and Trackio imports',
    ending: '.zip',
    heeds: [],
    make: async ({ runStore }, runId) => (await import('./tracked-run')).eventsZip(runStore, runId),
  },
};
