// What this feature adds to what a run can be taken home as.
import type { ExportFormats } from '../../../export/export-formats';

export const formats: ExportFormats = {
  onnx: {
    meaning:
      'ONNX for onnxruntime: one graph with the adapters as inputs, or of --role a whole model for transformers.js',
    ending: '.zip',
    heeds: ['role'],
    make: async (parts, runId, { role }) => (await import('./onnx-zip')).onnxZipOfRun(parts, runId, role),
    makeBase: async (base, modified) => (await import('./onnx-zip')).baseOnnxZip(base, modified),
  },
  team: {
    meaning: 'the team as one small file that plays everywhere, without a GPU too',
    ending: '.zip',
    heeds: [],
    make: async ({ runStore }, runId) => (await import('./team-file')).teamZip(runStore, runId),
  },
};
