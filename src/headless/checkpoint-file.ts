// A checkpoint as one safetensors file that any tool can look into: the policies' tensors as "policy/name", the optimiser's moments as
// "policy//moment1" and "policy//moment2", everything else in the metadata.
import { checkFile } from '../files/formats/format-error';
import { type NamedTensor, readSafetensors, writeSafetensors } from '../files/formats/safetensors';
import type { Checkpoint, StoredPolicy } from '../files/storage/schema';

interface PolicyNote {
  readonly kind: StoredPolicy['kind'];
  readonly updates: number;
  readonly tensors: readonly string[];
}

export function checkpointBytes({ step, configHash, policies }: Checkpoint): Uint8Array {
  const tensors: NamedTensor[] = [];
  const notes: Record<string, PolicyNote> = {};
  for (const [policy, { kind, updates, tensors: own, moment1, moment2 }] of Object.entries(policies)) {
    notes[policy] = { kind, updates, tensors: own.map(({ name }) => name) };
    for (const tensor of own) tensors.push({ ...tensor, name: `${policy}/${tensor.name}` });
    tensors.push({ name: `${policy}//moment1`, shape: [moment1.length], data: moment1 });
    tensors.push({ name: `${policy}//moment2`, shape: [moment2.length], data: moment2 });
  }
  return writeSafetensors(tensors, {
    format: 'grove-checkpoint',
    step: String(step),
    configHash,
    policies: JSON.stringify(notes),
  });
}

/** Throws a FormatError naming the file. */
export function checkpointFrom(bytes: Uint8Array, fileName: string): Checkpoint {
  const file = readSafetensors(bytes, fileName);
  const { format, step, configHash, policies: notes } = file.metadata;
  checkFile(format === 'grove-checkpoint' && step && configHash && notes, fileName, 'is no checkpoint of a run');
  const policies: Record<string, StoredPolicy> = {};
  for (const [policy, { kind, updates, tensors }] of Object.entries(JSON.parse(notes) as Record<string, PolicyNote>)) {
    policies[policy] = {
      kind,
      updates,
      tensors: tensors.map((name) => ({ ...file.tensor(`${policy}/${name}`), name })),
      moment1: file.tensor(`${policy}//moment1`).data,
      moment2: file.tensor(`${policy}//moment2`).data,
    };
  }
  return { step: Number(step), configHash, policies };
}
