// What leaves the lab as ONNX, zipped: a team as one graph that takes its adapters as inputs, one role's policy merged
// into the base model, or the base model as it is.
import { check } from '../../../basics/check';
import {
  adapterFolder,
  checkBase,
  checkWithoutPictures,
  type ExportedFile,
  fileNameOf,
  policyOfRole,
  reportedCheckpoint,
  storedRun,
} from '../../../export/export';
import { baseOf, type ExportParts } from '../../../export/export-formats';
import { mergedWeights } from '../../../export/merged-weights';
import { type ArchivedFile, zipOf } from '../../../files/formats/zip';
import type { BaseModel } from '../../../models/base-model';
import type { RunStore } from '../../../run/run-store';
import { onnxModelFolder, onnxTeamFolder } from './onnx-folder';
import { voices } from './team-file';

interface OnnxParts {
  readonly runStore: RunStore;
  readonly base: BaseModel;
}

/** The run's team with its adapters as inputs; of a `role`, its policy merged into the base model. */
export async function onnxZip({ runStore, base }: OnnxParts, runId: string, role?: string): Promise<ExportedFile> {
  const run = await storedRun(runStore, runId);
  const { config } = run;
  checkWithoutPictures(run, 'an ONNX graph');
  const checkpoint = await reportedCheckpoint(runStore, runId);
  checkBase(run, base);
  const about = `From the run "${run.name}" of Grove: ${checkpoint.step} steps of AT-GRPO on the base model ${config.model}.`;
  const zipped = async (part: string, files: readonly ArchivedFile[]) => ({
    fileName: `${fileNameOf(run)}-${part}onnx.zip`,
    bytes: await zipOf(files, new Date(run.changedAt)),
  });
  if (role === undefined) {
    check(
      config.trainable === 'adapter',
      'this run has no adapters to feed: name a role, and its weights are exported',
    );
    const adapters: ArchivedFile[] = [];
    for (const voice of voices(run)) {
      for (const file of await adapterFolder(runStore, runId, voice))
        adapters.push({ ...file, name: `${voice}/${file.name}` });
    }
    return zipped('', onnxTeamFolder(base, adapters, about));
  }
  const kept = checkpoint.policies[policyOfRole(run, role)];
  const { rank, loraAlpha: alpha } = config.settings;
  const tensors = kept ? mergedWeights(base.tensors, kept, { rank, alpha }) : base.tensors;
  return zipped(`${role}-`, onnxModelFolder({ ...base, tensors }, `${about} It speaks for the ${role} role.`));
}

/** The same, its base model read by the name in the run's configuration. */
export async function onnxZipOfRun(
  { runStore, readBase }: ExportParts,
  runId: string,
  role?: string,
): Promise<ExportedFile> {
  return onnxZip({ runStore, base: await baseOf(runId, { runStore, readBase }) }, runId, role);
}

/** The base model as it is. */
export async function baseOnnxZip(base: BaseModel, modified: Date): Promise<ExportedFile> {
  const files = onnxModelFolder(base, `The base model ${base.name} (weights' SHA-256 \`${base.hash}\`).`);
  return { fileName: 'model-onnx.zip', bytes: await zipOf(files, modified) };
}
