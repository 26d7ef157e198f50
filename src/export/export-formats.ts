// What a run can be taken home as, one entry each. Features offer more.
import { check } from '../basics/check';
import type { BaseModel } from '../models/base-model';
import type { CatalogueParts } from '../run/run-catalogue';
import type { RunStore } from '../run/run-store';
import type { ExportRequest } from '../run/trainer-api';
import { type KnownFile, otherFiles } from './brought-file';
import { adaptersZip, adapterZip, type ExportedFile, runJson, storedRun } from './export';
import { mergedZip } from './merged-folder';
import { rolloutsFile } from './rollouts-export';
import { bundleFile } from './run-bundle';

export interface ExportParts extends CatalogueParts {
  readonly runStore: RunStore;
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
  /** How its file is told from others when somebody brings it back, and what reads it; absent where it is opened. */
  readonly known?: KnownFile;
  /** A base model alone in this format, where it can be. */
  makeBase?(base: BaseModel, modified: Date): Promise<ExportedFile>;
}

export type ExportFormats = Readonly<Record<string, ExportFormat>>;

export const exportFormats: ExportFormats = {
  adapter: {
    meaning: 'each LoRA adapter as a PEFT folder',
    ending: '.zip',
    heeds: ['role', 'numbers'],
    known: {
      is: ({ inside }) => inside.some((name) => /(^|\/)adapter_config\.json$/.test(name)),
      told: 'is a LoRA adapter, or several: PEFT loads them, and “Open a team’s file” under Play plays with them',
      opens: 'play',
    },
    make: ({ runStore }, runId, { role, numbers }) =>
      role === undefined ? adaptersZip(runStore, runId, numbers) : adapterZip(runStore, runId, role, numbers),
  },
  merged: {
    meaning: 'each policy as a whole Hugging Face model, its adapter in the weights',
    ending: '.zip',
    heeds: ['role', 'numbers'],
    known: {
      is: ({ inside }) =>
        ['config.json', 'model.safetensors'].every((part) => inside.some((name) => name.endsWith(part))),
      told: 'holds merged models: unzip it, and transformers loads each of its folders',
      opens: 'model',
    },
    make: async ({ runStore, readBase }, runId, { role, numbers = 'f32' }) =>
      mergedZip({ runStore, base: await baseOf(runId, { runStore, readBase }), numbers }, runId, role),
  },
  run: {
    meaning: 'configuration, reports and evaluations as one JSON document',
    ending: '.json',
    heeds: [],
    known: {
      is: ({ text }) => /^\s*\{\s*"format":\s*"grove-run"/.test(text),
      told: 'is a run as JSON, without weights and trees: any program reads it, and Setup takes its settings',
      opens: 'setup',
    },
    make: ({ runStore, now }, runId) => runJson(runStore, runId, now),
  },
  bundle: {
    meaning: 'the whole run with its checkpoints and trees, to be opened by another Grove',
    ending: '.zip',
    heeds: [],
    make: ({ runStore, now }, runId) => bundleFile(runStore, runId, now),
  },
  jsonl: {
    meaning: 'the kept rollouts, a line of JSON for each branch',
    ending: '.jsonl',
    heeds: [],
    known: {
      is: ({ text }) => /^\{"run_id":/.test(text),
      told: 'is a table of rollouts: pandas reads it (pandas.read_json with lines=True)',
    },
    make: ({ runStore }, runId) => rolloutsFile(runStore, runId, 'jsonl'),
  },
  parquet: {
    meaning: 'the kept rollouts as a Parquet table, a row for each branch',
    ending: '.parquet',
    heeds: [],
    known: {
      is: ({ text }) => text.startsWith('PAR1') && text.includes('group_deviation'),
      told: 'is a table of rollouts: pandas and DuckDB read it',
    },
    make: ({ runStore }, runId) => rolloutsFile(runStore, runId, 'parquet'),
  },
};

/** Everything that is told from a run when it is brought to the page: features' files first, which may hold others. */
export function knownFiles(offered: ExportFormats = {}): KnownFile[] {
  const formats = [...Object.values(offered), ...Object.values(exportFormats)];
  return [...formats.flatMap(({ known }) => known ?? []), ...otherFiles];
}

/** Makes the file. Throws when there is no such format, or when it does not heed what the request asks for. */
export async function exportRun(
  parts: ExportParts & { readonly formats?: ExportFormats | undefined },
  runId: string,
  request: ExportRequest,
): Promise<ExportedFile> {
  const formats = { ...exportFormats, ...parts.formats };
  const format = formats[request.format];
  check(format, `there is no format "${request.format}": known are ${Object.keys(formats).join(', ')}`);
  for (const wish of ['role', 'numbers'] as const)
    check(
      request[wish] === undefined || format.heeds.includes(wish),
      `the format "${request.format}" knows no "${wish}"`,
    );
  return format.make(parts, runId, request);
}

/** The base model of a kept run. */
export async function baseOf(
  runId: string,
  { runStore, readBase }: Pick<ExportParts, 'runStore' | 'readBase'>,
): Promise<BaseModel> {
  return readBase((await storedRun(runStore, runId)).config.model);
}
