// What this feature adds to what a run can be taken home as.
import type { ExportFormats } from '../../../export/export-formats';

export const formats: ExportFormats = {
  steps: {
    meaning: 'every figure of every step as CSV, a row for each step',
    ending: '.csv',
    heeds: [],
    known: {
      is: ({ text }) => /^step,timestamp,success\/training/.test(text),
      told: 'is a table of a run’s steps: pandas and spreadsheets read it',
    },
    make: async ({ runStore }, runId) => (await import('./tracked-run')).stepsCsv(runStore, runId),
  },
  tensorboard: {
    meaning: 'the same as event files, which TensorBoard shows and Trackio imports',
    ending: '.zip',
    heeds: [],
    known: {
      is: ({ inside }) => inside.some((name) => /\/events\.out\.tfevents\.[^/]+$/.test(name)),
      told: 'holds event files: TensorBoard shows them and Trackio imports them, unpacked',
    },
    make: async ({ runStore }, runId) => (await import('./tracked-run')).eventsZip(runStore, runId),
  },
};
