// What this feature adds to what a run can be taken home as.
import type { ExportFormats } from '../../../export/export-formats';

export const formats: ExportFormats = {
  'hand-off': {
    meaning: 'a folder with which PettingLLMs goes on on a cluster',
    ending: '.zip',
    heeds: ['numbers'],
    make: async (parts, runId, { numbers }) => (await import('./hand-off')).handOffOfRun(parts, runId, numbers),
  },
};
