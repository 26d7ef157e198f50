// A run's policies as whole Hugging Face models: for trainers and servers that take no adapter.
import { check, present } from '../basics/check';
import { basePolicy } from '../contract/learner';
import { patchTensor } from '../contract/patches';
import { huggingFaceFolder } from '../files/formats/hugging-face-folder';
import { baseCardOf, mergedCardOf } from '../files/formats/model-card';
import { patchEncoderFile } from '../files/formats/peft';
import { writeSafetensors } from '../files/formats/safetensors';
import { type ArchivedFile, zipOf } from '../files/formats/zip';
import type { BaseModel } from '../models/base-model';
import { policiesOf } from '../run/run-policies';
import type { LabRun, RunStore } from '../run/run-store';
import type { NumberType } from '../run/trainer-api';
import {
  cardOf,
  checkBase,
  type ExportedFile,
  fileNameOf,
  policyOfRole,
  reportedCheckpoint,
  storedRun,
} from './export';
import { mergedWeights } from './merged-weights';
import { encodings, numberNames } from './number-types';

export interface Merging {
  readonly runStore: RunStore;
  readonly run: LabRun;
  readonly base: BaseModel;
  readonly numbers: NumberType;
}

/** One policy, as the reported checkpoint has it; "base" is the base model as it is. Throws when it is not the run's
 *  base model. */
export async function mergedFolder({ runStore, run, base, numbers }: Merging, policy: string): Promise<ArchivedFile[]> {
  const { config } = run;
  checkBase(run, base);
  const { rank, loraAlpha: alpha } = config.settings;
  const merge = async () => {
    const { policies, step } = await reportedCheckpoint(runStore, run.id);
    const snapshot = present(policies[policy], `the run's checkpoint has no policy "${policy}"`);
    const encoder = snapshot.tensors.filter(({ name }) => name === patchTensor);
    return { tensors: mergedWeights(base.tensors, snapshot, { rank, alpha }), encoder, step };
  };
  const isBase = policy === basePolicy;
  const { tensors, encoder, step } = isBase ? { tensors: base.tensors, encoder: [], step: 0 } : await merge();
  const about = { ...cardOf(run, policy, step), ...(encoder.length > 0 ? { patchEncoderFile } : {}) };
  const card = (isBase ? baseCardOf : mergedCardOf)(about, numberNames[numbers]);
  const files = huggingFaceFolder({ ...base, tensors, encoding: encodings[numbers], card });
  return encoder.length === 0 ? files : [...files, { name: patchEncoderFile, bytes: writeSafetensors(encoder) }];
}

/** Every trained policy in a folder of its own, or a role's alone at the top of the zip. */
export async function mergedZip(merging: Omit<Merging, 'run'>, runId: string, role?: string): Promise<ExportedFile> {
  const run = await storedRun(merging.runStore, runId);
  const policies = role === undefined ? policiesOf(run.config) : [policyOfRole(run, role)];
  check(policies.length > 0, 'this run trains nothing: there is no policy to merge into the base model');
  const files: ArchivedFile[] = [];
  for (const policy of policies)
    for (const file of await mergedFolder({ ...merging, run }, policy))
      files.push(role === undefined ? { ...file, name: `${policy}/${file.name}` } : file);
  return {
    fileName: `${fileNameOf(run)}${role === undefined ? '' : `-${role}`}-merged.zip`,
    bytes: await zipOf(files, new Date(run.changedAt)),
  };
}
