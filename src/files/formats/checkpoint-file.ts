// A checkpoint as one safetensors file that any tool can look into: the policies' tensors as "policy/name", the
// optimiser's moments as "policy//moment1" and "policy//moment2", everything else in the metadata.
import { z } from 'zod';
import '../../basics/without-eval';
import type { PolicySnapshot } from '../../contract/learner';
import type { NamedTensor } from '../../contract/weights';
import type { Checkpoint } from '../storage/schema';
import { checkFile, jsonFrom } from './format-error';
import { readSafetensors, writeSafetensors } from './safetensors';

const notesSchema = z.record(
  z.string(),
  z.object({ kind: z.enum(['adapter', 'all-weights']), updates: z.int().nonnegative(), tensors: z.array(z.string()) }),
);
type PolicyNote = z.infer<typeof notesSchema>[string];

/** The file's bytes. Throws, naming the tensor, where a number is not finite. */
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
  const read = notesSchema.safeParse(jsonFrom(new TextEncoder().encode(notes), fileName));
  checkFile(read.success, fileName, 'its notes on the policies are damaged');
  checkFile(/^\d{1,9}$/.test(step), fileName, () => `its step is no whole number: "${step}"`);
  const policies: Record<string, PolicySnapshot> = {};
  for (const [policy, { kind, updates, tensors }] of Object.entries(read.data)) {
    const own = tensors.map((name) => ({ ...file.tensor(`${policy}/${name}`), name }));
    const weights = own.reduce((sum, { data }) => sum + data.length, 0);
    const [moment1, moment2] = [file.tensor(`${policy}//moment1`).data, file.tensor(`${policy}//moment2`).data];
    checkFile(
      moment1.length === weights && moment2.length === weights,
      fileName,
      `policy "${policy}" has ${weights} weights: its moments need as many numbers, got ${moment1.length} and ${moment2.length}`,
    );
    policies[policy] = { kind, updates, tensors: own, moment1, moment2 };
  }
  const known = new Set(
    Object.entries(read.data).flatMap(([policy, { tensors }]) =>
      [...tensors, '/moment1', '/moment2'].map((name) => `${policy}/${name}`),
    ),
  );
  const stray = file.entries.find(({ name }) => !known.has(name));
  checkFile(
    stray === undefined,
    fileName,
    () =>
      `has a tensor "${stray?.name}" that its notes on the policies do not name: it was changed after it was written`,
  );
  return { step: Number(step), configHash, policies };
}
