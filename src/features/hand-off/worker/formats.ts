// What this feature adds to what a run can be taken home as.
import type { ExportFormats } from '../../../export/export-formats';

export const formats: ExportFormats = {
  'hand-off': {
    meaning: 'a folder with which PettingLLMs goes on on a cluster',
    ending: '.zip',
    heeds: ['numbers'],
    known: {
      is: ({ inside }) => inside.some((name) => /^[^/]+-pettingllms\/run\.sh$/.test(name)),
      told: 'is a run handed off to PettingLLMs: unzip it, and its README.md says how to go on there',
    },
    make: async (parts, runId, { numbers }) => (await import('./hand-off')).handOffOfRun(parts, runId, numbers),
  },
  python: {
    meaning: 'a folder with which TRL, verl and prime-rl go on: the world as a Python package, questions, adapters',
    ending: '.zip',
    heeds: ['numbers'],
    known: {
      is: ({ inside }) => inside.some((name) => /^[^/]+-python\/train_trl\.py$/.test(name)),
      told: 'is a run handed off to Python: unzip it, and its README.md says how TRL, verl or prime-rl go on',
    },
    make: async (parts, runId, { numbers }) => (await import('./python-folder')).pythonZip(parts, runId, numbers),
  },
};
