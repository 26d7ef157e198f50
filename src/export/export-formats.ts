// All that a run can be taken home as, one entry each: the page's menu and the command line read this table. A new format is an entry
// here and its name in trainer-api.
import { check } from '../basics/check';
import { handOffZip } from '../features/hand-off/worker/hand-off';
import { onnxZip } from '../features/onnx/worker/onnx-zip';
import { teamZip } from '../features/onnx/worker/team-file';
import type { BaseModel } from '../models/base-model';
import type { CatalogueParts } from '../run/run-catalogue';
import type { Shelf } from '../run/shelf';
import type { ExportFormatName, ExportRequest } from '../run/trainer-api';
import { adaptersZip, adapterZip, type ExportedFile, runJson, storedRun } from './export';
import { mergedZip } from './merged-folder';
import { rolloutsFile } from './rollouts-export';
import { bundleFile } from './run-bundle';

export interface ExportParts extends CatalogueParts {
  readonly shelf: Shelf;
  /** Reads a base model by its name in a run's configuration. */
  readonly readBase: (model: string) => Promise<BaseModel>;
  readonly now: Date;
}

export interface ExportFormat {
  /** One line for lists of formats. */
  readonly meaning: string;
  /** Of the file's name. */
  readonly ending: string;
  /** What of a request it heeds, beside the format. */
  readonly heeds: readonly ('role' | 'numbers')[];
  make(parts: ExportParts, runId: string, request: ExportRequest): Promise<ExportedFile>;
}

export const exportFormats: Readonly<Record<ExportFormatName, ExportFormat>> = {
  adapter: {
    meaning: 'each LoRA adapter as a PEFT folder',
    ending: '.zip',
    heeds: ['role'],
    make: ({ shelf }, runId, { role }) => (role === undefined ? adaptersZip(shelf, runId) : adapterZip(shelf, runId, role)),
  },
  merged: {
    meaning: 'each policy as a whole Hugging Face model, its adapter in the weights',
    ending: '.zip',
    heeds: ['role', 'numbers'],
    make: async ({ shelf, readBase }, runId, { role, numbers = 'f32' }) =>
      mergedZip({ shelf, base: await baseOf(runId, { shelf, readBase }), numbers }, runId, role),
  },
  run: {
    meaning: 'configuration, reports and evaluations as one JSON document',
    ending: '.json',
    heeds: [],
    make: ({ shelf, now }, runId) => runJson(shelf, runId, now),
  },
  bundle: {
    meaning: 'the whole run with its checkpoints and trees, to be opened by another Grove',
    ending: '.zip',
    heeds: [],
    make: ({ shelf, now }, runId) => bundleFile(shelf, runId, now),
  },
  jsonl: {
    meaning: 'the kept rollouts, a line of JSON for each branch',
    ending: '.jsonl',
    heeds: [],
    make: ({ shelf }, runId) => rolloutsFile(shelf, runId, 'jsonl'),
  },
  parquet: {
    meaning: 'the kept rollouts as a Parquet table, a row for each branch',
    ending: '.parquet',
    heeds: [],
    make: ({ shelf }, runId) => rolloutsFile(shelf, runId, 'parquet'),
  },
  'hand-off': {
    meaning: 'a folder with which PettingLLMs goes on on a cluster',
    ending: '.zip',
    heeds: ['numbers'],
    make: async ({ readBase, ...parts }, runId, { numbers = 'bf16' }) =>
      handOffZip({ ...parts, base: await baseOf(runId, { ...parts, readBase }), numbers }, runId),
  },
  onnx: {
    meaning: 'ONNX for onnxruntime: one graph with the adapters as inputs, or of --role a whole model for transformers.js',
    ending: '.zip',
    heeds: ['role'],
    make: async ({ shelf, readBase }, runId, { role }) =>
      onnxZip({ shelf, base: await baseOf(runId, { shelf, readBase }) }, runId, role),
  },
  team: {
    meaning: 'the team as one small file that plays everywhere, without a GPU too',
    ending: '.zip',
    heeds: [],
    make: ({ shelf }, runId) => teamZip(shelf, runId),
  },
};

/** Makes the file. Throws when the format does not heed what the request asks for. */
export async function exportRun(parts: ExportParts, runId: string, request: ExportRequest): Promise<ExportedFile> {
  const format = exportFormats[request.format];
  for (const wish of ['role', 'numbers'] as const)
    check(request[wish] === undefined || format.heeds.includes(wish), `the format "${request.format}" knows no "${wish}"`);
  return format.make(parts, runId, request);
}

async function baseOf(runId: string, { shelf, readBase }: Pick<ExportParts, 'shelf' | 'readBase'>): Promise<BaseModel> {
  return readBase((await storedRun(shelf, runId)).config.model);
}
