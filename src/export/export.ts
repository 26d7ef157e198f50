// What a run leaves the lab as: each role's adapter as a PEFT folder in a zip, the run as one JSON document, a recorded
// run for visitors. Which weights: those of the best checkpoint (V5), of a run without one those of the last.
import { check, present } from '../basics/check';
import { basePolicy } from '../contract/learner';
import type { AdapterCard } from '../files/formats/model-card';
import { peftFolder } from '../files/formats/peft';
import { type RecordedRun, type RunContent, writeRecordedRun, writeRunJson } from '../files/formats/run-json';
import { type ArchivedFile, zipOf } from '../files/formats/zip';
import type { Checkpoint } from '../files/storage/schema';
import type { RunConfig } from '../learning/config/run-config';
import { completed } from '../learning/config/stored';
import { firstWorld, wholeSettings, worldsOf } from '../learning/config/worlds';
import { allEnvironments } from '../learning/environments';
import type { StepTree } from '../learning/rollouts/transcript';
import type { BaseModel } from '../models/base-model';
import { showsPictures } from '../run/run-policies';
import type { LabRun, RunStore } from '../run/run-store';
import type { NumberType } from '../run/trainer-api';
import { encodings } from './number-types';

export interface ExportedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The checkpoint that stands for the run. Throws when there is none yet. */
export async function reportedCheckpoint(runStore: Pick<RunStore, 'checkpoints'>, runId: string): Promise<Checkpoint> {
  const found = (await runStore.checkpoints.load(runId, 'best')) ?? (await runStore.checkpoints.load(runId));
  return present(found, 'the run has no checkpoint yet: let it train for a step first');
}

/** The run's stored record. Throws when there is none. */
export async function storedRun(runStore: RunStore, runId: string): Promise<LabRun> {
  const run = present(await runStore.runs.get(runId), `there is no run "${runId}"`);
  return { ...run, config: completed(run.config) };
}

/** Throws when the base model at hand is another than the run's: its policies mean nothing there. */
export function checkBase(
  { baseHash }: Pick<LabRun, 'baseHash'>,
  { name, hash }: Pick<BaseModel, 'name' | 'hash'>,
): void {
  check(
    baseHash === hash,
    `the run stands on another base model (${baseHash.slice(0, 12)}…, "${name}" here is ${hash.slice(0, 12)}…): load that one`,
  );
}

/** Throws, for what shows no pictures, where the run's team sees its world as one. */
export function checkWithoutPictures({ config }: Pick<LabRun, 'config'>, what: string): void {
  check(
    !showsPictures(config),
    `${what} shows no pictures, and this team sees its world as one: it plays on WebGPU, in Grove, and leaves as adapters, merged models, a run or a bundle`,
  );
}

/** The files of one role's PEFT folder. */
export async function adapterFolder(
  runStore: RunStore,
  runId: string,
  role: string,
  numbers: NumberType = 'f32',
): Promise<ArchivedFile[]> {
  const run = await storedRun(runStore, runId);
  const { config } = run;
  const policy = policyOfRole(run, role);
  check(policy !== basePolicy, `the role "${role}" is spoken by the bare base model: there is no adapter to export`);
  check(
    config.trainable !== 'all-weights',
    'this run trains all weights: there is no adapter to export, export merged models instead',
  );
  const checkpoint = await reportedCheckpoint(runStore, runId);
  const { tensors } = present(checkpoint.policies[policy], `the checkpoint has no policy "${policy}"`);
  const { rank, loraAlpha: alpha } = config.settings;
  const card = cardOf(run, policy, checkpoint.step);
  return peftFolder({ tensors, rank, alpha, card, encoding: encodings[numbers] });
}

/** The policy that speaks for a role. Throws when the team has no such role. */
export function policyOfRole({ config }: LabRun, role: string): string {
  return present(
    config.policies[role],
    `the team has no role "${role}": it has ${Object.keys(config.policies).join(', ')}`,
  );
}

/** What a card says of one of the run's policies, as it was after `steps` steps. */
export function cardOf(run: LabRun, policy: string, steps: number): AdapterCard {
  const { config } = run;
  return {
    name: `${config.preset}-${policy}`,
    roles: Object.keys(config.policies).filter((role) => config.policies[role] === policy),
    environment: worldsInWords(config),
    baseModel: config.model,
    baseHash: run.baseHash,
    runName: run.name,
    steps,
    seed: config.settings.seed,
    settings: { ...wholeSettings(firstWorld(config), config.definitions), ...config.settings },
    ...(run.after ? { result: run.after } : {}),
    ...(run.before ? { untrained: run.before } : {}),
  };
}

/** The names of its worlds; of one that the run brought along the id. */
export function worldsInWords(config: RunConfig): string {
  const ids = new Set(worldsOf(config).map(({ environment }) => environment));
  return [...ids].map((id) => allEnvironments.find(({ card }) => card.id === id)?.card.name ?? id).join(', ');
}

/** One role's PEFT folder as a zip. */
export async function adapterZip(
  runStore: RunStore,
  runId: string,
  role: string,
  numbers?: NumberType,
): Promise<ExportedFile> {
  const files = await adapterFolder(runStore, runId, role, numbers);
  const run = await storedRun(runStore, runId);
  return { fileName: `${fileNameOf(run)}-${role}-adapter.zip`, bytes: await zipOf(files, new Date(run.changedAt)) };
}

/** Every role's PEFT folder in one zip, a folder for each. */
export async function adaptersZip(runStore: RunStore, runId: string, numbers?: NumberType): Promise<ExportedFile> {
  const run = await storedRun(runStore, runId);
  const files: ArchivedFile[] = [];
  for (const role of trainedRoles(run)) {
    for (const file of await adapterFolder(runStore, runId, role, numbers))
      files.push({ ...file, name: `${role}/${file.name}` });
  }
  return { fileName: `${fileNameOf(run)}-adapters.zip`, bytes: await zipOf(files, new Date(run.changedAt)) };
}

/** Roles whose policy is not the bare base model. */
export function trainedRoles({ config }: LabRun): string[] {
  return Object.keys(config.policies).filter((role) => config.policies[role] !== basePolicy);
}

/** The whole run as one JSON document. */
export async function runJson(runStore: RunStore, runId: string, exportedAt: Date): Promise<ExportedFile> {
  const run = await storedRun(runStore, runId);
  return { fileName: `${fileNameOf(run)}.json`, bytes: writeRunJson(await runContent(runStore, run, exportedAt)) };
}

export interface Recording {
  readonly trees: readonly StepTree[];
  readonly plays?: RecordedRun['plays'];
}

/** The run with some trees and plays: what the page shows where there is no GPU. */
export async function recordedRun(
  runStore: RunStore,
  runId: string,
  recording: Recording,
  exportedAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const content = await runContent(runStore, await storedRun(runStore, runId), exportedAt);
  return writeRecordedRun(content, recording.trees, recording.plays);
}

/** What a run's documents are made of. */
export async function runContent(runStore: RunStore, run: LabRun, exportedAt: Date): Promise<RunContent> {
  const {
    id,
    name,
    config,
    status,
    reason,
    tags,
    notes,
    baseHash,
    gpu,
    seconds,
    selfTest,
    coldStart,
    refusals,
    before,
    after,
    references,
    testReferences,
    asked,
  } = run;
  return {
    id,
    name,
    createdAt: new Date(run.createdAt).toISOString(),
    exportedAt: exportedAt.toISOString(),
    status,
    ...(reason ? { reason } : {}),
    ...(tags && tags.length > 0 ? { tags } : {}),
    ...(notes ? { notes } : {}),
    config,
    seed: config.settings.seed,
    baseModel: { name: config.model, sha256: baseHash },
    machine: { gpu: gpu ?? 'unknown', versions: { grove: '0.1.0' } },
    seconds,
    ...(selfTest ? { selfTest } : {}),
    ...(coldStart ? { coldStart } : {}),
    ...(refusals ? { refusals } : {}),
    steps: await runStore.metrics.list(id),
    evaluations: {
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
      ...(references ? { references } : {}),
      ...(testReferences ? { testReferences } : {}),
      ...(asked ? { asked } : {}),
    },
  };
}

/** Letters, digits and hyphens of the run's name. */
export function fileNameOf({ name, preset }: LabRun): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || preset
  );
}
