// A run as one JSON document: everything that describes it (R2) and everything it reported; a recorded run – the same
// with some steps' trees – which the page shows where there is no GPU (public/recorded-run.json); and the settings
// alone, of a run that is yet to begin. The configuration's settings are not judged here: learning/config does that.
import { z } from 'zod';
import '../../basics/without-eval';
import type { KnobValue } from '../../basics/knobs';
import { ownWords } from '../storage/schema';
import { checkFile, jsonFrom } from './format-error';
import {
  askedSchema,
  coldStartSchema,
  evaluationSchema,
  listOf,
  playsSchema,
  referencesSchema,
  refusalSchema,
  selfTestSchema,
  stepReportSchema,
  stepTreeSchema,
} from './run-parts';

const knobValue = z.union([z.number(), z.string(), z.boolean()]);

interface WorldShape {
  readonly environment: string;
  readonly environmentSettings: Readonly<Record<string, KnobValue>>;
  readonly share: number;
}

/** What is looked at of learning's RunConfig. */
export interface RunConfigShape {
  readonly preset: string;
  readonly model: string;
  readonly worlds?: readonly WorldShape[];
  /** The one world, or the first of several, of a run that was stored before there was always a list. */
  readonly environment?: string;
  readonly environmentSettings?: Readonly<Record<string, KnobValue>>;
  readonly team: string;
  readonly policies: Readonly<Record<string, string>>;
  readonly trainable?: 'none' | 'adapter' | 'all-weights';
  readonly frozen: readonly string[];
  readonly settings: Readonly<Record<string, KnobValue>>;
}

const worldSchema: z.ZodType<WorldShape> = z.looseObject({
  environment: z.string(),
  environmentSettings: z.record(z.string(), knobValue),
  share: z.number(),
});

/** Members not named here are kept as they are: a configuration may say more than this version knows. */
const configSchema: z.ZodType<RunConfigShape> = z
  .looseObject({
    preset: z.string(),
    model: z.string(),
    worlds: listOf(worldSchema).optional(),
    environment: z.string().optional(),
    environmentSettings: z.record(z.string(), knobValue).optional(),
    team: z.string(),
    policies: z.record(z.string(), z.string()),
    level: z.enum(['prompt-only', 'adapter', 'all-weights']).optional(), // of earlier versions
    trainable: z.enum(['none', 'adapter', 'all-weights']).optional(),
    frozen: listOf(z.string()),
    settings: z.record(z.string(), knobValue),
  })
  .refine(
    ({ worlds = [], environment, environmentSettings }) =>
      worlds.length > 0 || (environment !== undefined && environmentSettings !== undefined),
    { path: ['worlds'], error: 'names no world' },
  );

const runFormat = 'grove-run';
const recordedRunFormat = 'grove-recorded-run';
const settingsFormat = 'grove-settings';
const formatVersion = 1;

const runSchema = z.object({
  format: z.literal(runFormat),
  version: z.literal(formatVersion),
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  createdAt: z.iso.datetime(),
  exportedAt: z.iso.datetime(),
  status: z.enum(['ready', 'running', 'paused', 'finished', 'failed']),
  reason: z.string().optional(),
  /** A person's own words. */
  tags: listOf(z.string().max(ownWords.tagLength))
    .refine((tags) => tags.length <= ownWords.tags)
    .optional(),
  notes: z.string().max(ownWords.notesLength).optional(),
  config: configSchema,
  seed: z.int(),
  baseModel: z.object({ name: z.string(), sha256: z.string() }),
  /** Where it ran: the GPU in words, and the program's and other versions. */
  machine: z.object({ gpu: z.string(), versions: z.record(z.string(), z.string()) }),
  seconds: z.number().nonnegative(),
  selfTest: selfTestSchema.optional(),
  /** Fine-tuning before the first step. */
  coldStart: coldStartSchema.optional(),
  steps: listOf(stepReportSchema),
  refusals: listOf(refusalSchema).optional(),
  evaluations: z.object({
    before: evaluationSchema.optional(),
    after: evaluationSchema.optional(),
    /** On validation problems; on the test problems. */
    references: referencesSchema.optional(),
    testReferences: referencesSchema.optional(),
    asked: listOf(askedSchema).optional(),
  }),
});

const recordedRunSchema = z.object({
  format: z.literal(recordedRunFormat),
  version: z.literal(formatVersion),
  run: runSchema,
  trees: listOf(stepTreeSchema),
  plays: playsSchema.optional(),
});

const settingsSchema = z.object({
  format: z.literal(settingsFormat),
  version: z.literal(formatVersion),
  config: configSchema,
});

export type RunDocument = z.infer<typeof runSchema>;
export type RecordedRun = z.infer<typeof recordedRunSchema>;
/** What the writer fills in by itself is left out. */
export type RunContent = Omit<RunDocument, 'format' | 'version'>;

/** The document's bytes. */
export function writeRunJson(run: RunContent): Uint8Array<ArrayBuffer> {
  return jsonOf(documentOf(run), 2);
}

/** Throws a FormatError that names the file and the first member at fault. */
export function readRunJson(bytes: Uint8Array, fileName: string): RunDocument {
  return parsed(runSchema, runFormat, bytes, fileName);
}

/** The bytes of a recorded run, without spaces: trees are long. */
export function writeRecordedRun(
  run: RunContent,
  trees: RecordedRun['trees'],
  plays?: RecordedRun['plays'],
): Uint8Array<ArrayBuffer> {
  return jsonOf({ format: recordedRunFormat, version: formatVersion, run: documentOf(run), trees, plays }, 0);
}

/** Throws as `readRunJson` does. */
export function readRecordedRun(bytes: Uint8Array, fileName: string): RecordedRun {
  return parsed(recordedRunSchema, recordedRunFormat, bytes, fileName);
}

/** The bytes of a configuration by itself. */
export function writeSettingsJson(config: RunConfigShape): Uint8Array<ArrayBuffer> {
  return jsonOf({ format: settingsFormat, version: formatVersion, config }, 2);
}

/** The configuration of a file of settings, or of a run as JSON. Throws as `readRunJson` does. */
export function readSettingsJson(bytes: Uint8Array, fileName: string): RunConfigShape {
  return saysRun(jsonFrom(bytes, fileName))
    ? readRunJson(bytes, fileName).config
    : parsed(settingsSchema, settingsFormat, bytes, fileName).config;
}

/** Whether a document says that it is one of settings, or of a run. */
export function saysSettings(document: unknown): boolean {
  return isFormat(document, settingsFormat) || saysRun(document);
}

/** Whether a document says that it is a run. */
export function saysRun(document: unknown): boolean {
  return isFormat(document, runFormat);
}

function isFormat(document: unknown, format: string): boolean {
  return (document as { readonly format?: unknown } | null)?.format === format;
}

function documentOf(run: RunContent): RunDocument {
  return { format: runFormat, version: formatVersion, ...run };
}

function jsonOf(value: unknown, indent: number): Uint8Array<ArrayBuffer> {
  const finite = (_key: string, member: unknown) =>
    typeof member === 'number' && !Number.isFinite(member) ? String(member) : member;
  return new TextEncoder().encode(`${JSON.stringify(value, finite, indent)}\n`);
}

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  format: string,
  bytes: Uint8Array,
  fileName: string,
): z.infer<Schema> {
  const json = jsonFrom(bytes, fileName);
  const { format: found, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  checkFile(found === format, fileName, `expected "format": "${format}", got ${JSON.stringify(found) ?? 'none'}`);
  checkFile(
    version === formatVersion,
    fileName,
    `is of version ${JSON.stringify(version)}, this Grove reads version ${formatVersion}: open it in a newer one`,
  );
  const result = schema.safeParse(json);
  checkFile(result.success, fileName, () => {
    const issue = result.error?.issues[0];
    return `${issue?.path.map(String).join('.') || 'the document'}: ${issue?.message ?? 'is wrong'}`;
  });
  return result.data;
}
