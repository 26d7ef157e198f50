// What this feature adds to what a run can be taken home as.
import type { ExportFormats } from '../../../export/export-formats';

export const formats: ExportFormats = {
  onnx: {
    meaning:
      'ONNX for onnxruntime: one graph with the adapters as inputs, or of --role a whole model for transformers.js',
    ending: '.zip',
    heeds: ['role'],
    known: {
      is: ({ inside }) => inside.some((name) => /^onnx\/.*\.onnx$/.test(name)),
      told: 'is a model as ONNX: unzip it, and onnxruntime or transformers.js load it as its README.md says',
    },
    make: async (parts, runId, { role }) => (await import('./onnx-zip')).onnxZipOfRun(parts, runId, role),
    makeBase: async (base, modified) => (await import('./onnx-zip')).baseOnnxZip(base, modified),
  },
  team: {
    meaning: 'the team as one small file that plays everywhere, without a GPU too',
    ending: '.zip',
    heeds: ['numbers'],
    known: {
      is: ({ inside }) => inside.includes('team.json'),
      told: 'is a trained team to play with: “Open a team’s file” under Play opens it',
      opens: 'play',
    },
    make: async ({ runStore }, runId, { numbers }) => (await import('./team-file')).teamZip(runStore, runId, numbers),
  },
};
