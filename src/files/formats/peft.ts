// An adapter as a PEFT folder – adapter_model.safetensors, adapter_config.json, README.md – out of a policy's tensors
// and back. The patch encoder of a policy that is shown pictures lies beside it, in a file that PEFT does not read. The
// one thing to get right: the names, and that A is [rank, in], B is [out, rank], as in torch.nn.Linear.
import { check, present } from '../../basics/check';
import { patchTensor } from '../../contract/patches';
import type { NamedTensor } from '../../contract/weights';
import { checkFile } from './format-error';
import { type AdapterCard, modelCardOf } from './model-card';
import { type PeftSettings, peftConfigOf, peftSettingsFrom } from './peft-config';
import { loraPlaceOf, peftNameOf } from './peft-names';
import { readSafetensors, type TensorEncoding, writeSafetensors } from './safetensors';
import { unzip } from './unzip';
import type { ArchivedFile } from './zip';

const weightsName = 'adapter_model.safetensors';
const configName = 'adapter_config.json';
/** What patches are multiplied with: Grove reads it, PEFT does not. */
export const patchEncoderFile = 'patch_encoder.safetensors';

export interface PeftSource {
  /** A and B of each adapted layer; any usual form of their names (see peft-names.ts). And the patch encoder, where
   *  there is one. */
  readonly tensors: readonly NamedTensor[];
  readonly rank: number;
  readonly alpha: number;
  readonly card: AdapterCard;
  /** Of A and B; absent: as they are, in f32. */
  readonly encoding?: TensorEncoding;
}

/** The files of the folder. Throws an ExpectationError when the tensors are no LoRA adapter of that rank. */
export function peftFolder({ tensors, rank, alpha, card, encoding }: PeftSource): ArchivedFile[] {
  const encoder = tensors.filter(isPatchEncoder);
  const lora = tensors.filter((tensor) => !isPatchEncoder(tensor));
  const renamed = lora.map((tensor) => {
    const place = loraPlaceOf(tensor.name);
    check(
      place,
      `an adapter consists of LoRA matrices, got "${tensor.name}": export all-weights policies as a model instead`,
    );
    return { ...tensor, name: peftNameOf(place) };
  });
  const fault = adapterFault(renamed, rank);
  check(fault === undefined, fault ?? '');
  const config = peftConfigOf({ rank, alpha, baseModel: card.baseModel, targets: targetsOf(renamed) });
  const text = (content: string) => new TextEncoder().encode(content);
  return [
    { name: weightsName, bytes: writeSafetensors(renamed, undefined, encoding) },
    ...(encoder.length > 0 ? [{ name: patchEncoderFile, bytes: writeSafetensors(encoder) }] : []),
    { name: configName, bytes: text(`${JSON.stringify(config, null, 2)}\n`) },
    { name: 'README.md', bytes: text(modelCardOf({ ...card, ...(encoder.length > 0 ? { patchEncoderFile } : {}) })) },
  ];
}

export interface PeftAdapter extends PeftSettings {
  /** Under PEFT's names, and the patch encoder where the folder has one. */
  readonly tensors: readonly NamedTensor[];
}

/** What a policy is made of. */
export type AdapterWeights = Pick<PeftAdapter, 'rank' | 'alpha' | 'tensors'>;

/** Reads and checks a folder's files (they may lie one folder deep). Throws a FormatError; `folderName` is for its
 *  message. */
export function readPeftFolder(files: readonly ArchivedFile[], folderName: string): PeftAdapter {
  const bytesOf = (name: string) => {
    const file = files.find((candidate) => candidate.name === name || candidate.name.endsWith(`/${name}`));
    checkFile(
      file,
      folderName,
      `is no PEFT adapter: it has no ${name} (it has ${files.map((each) => each.name).join(', ') || 'no files'})`,
    );
    return file.bytes;
  };
  const settings = peftSettingsFrom(bytesOf(configName), `${folderName}/${configName}`);
  const weightsFile = `${folderName}/${weightsName}`;
  const tensors = readSafetensors(bytesOf(weightsName), weightsFile)
    .tensors()
    .map((tensor) => {
      const place = loraPlaceOf(tensor.name);
      checkFile(place, weightsFile, `"${tensor.name}" is no LoRA matrix of a decoder layer that can be used here`);
      return { ...tensor, name: peftNameOf(place) };
    });
  const fault = adapterFault(tensors, settings.rank);
  checkFile(fault === undefined, weightsFile, fault ?? '');
  const seeing = files.find(({ name }) => name === patchEncoderFile || name.endsWith(`/${patchEncoderFile}`));
  const encoder = seeing ? readSafetensors(seeing.bytes, `${folderName}/${patchEncoderFile}`).tensors() : [];
  checkFile(encoder.every(isPatchEncoder), `${folderName}/${patchEncoderFile}`, `holds one tensor, "${patchTensor}"`);
  return { ...settings, tensors: [...tensors, ...encoder] };
}

/** The same of a zip. Throws a FormatError naming `fileName`. */
export async function readPeftZip(archive: Uint8Array, fileName: string): Promise<PeftAdapter> {
  return readPeftFolder(await unzip(archive, fileName), fileName);
}

/** The adapter's tensors under the names and in the order of a policy's own. Throws an ExpectationError where they do
 *  not fit it. */
export function tensorsFor(
  policy: readonly Omit<NamedTensor, 'data'>[],
  adapter: Pick<PeftAdapter, 'tensors'>,
): NamedTensor[] {
  const byName = new Map(adapter.tensors.map((tensor) => [tensor.name, tensor]));
  const places = new Set(policy.map(({ name }) => present(nameIn(name), `"${name}" is no LoRA matrix`)));
  const stray = adapter.tensors.find(({ name }) => !places.has(name));
  check(
    stray === undefined,
    () =>
      `the policy has ${policy.length} adapter tensors, the file ${adapter.tensors.length}, and there is no place for its "${stray?.name}": it was made for another model or other layers`,
  );
  return policy.map(({ name, shape }) => {
    const found = byName.get(nameIn(name) ?? '');
    check(found, `the adapter has no tensor for "${name}"`);
    check(
      `${found.shape}` === `${shape}`,
      `"${name}" has shape [${shape}], the adapter's [${found.shape}]: it was made for another model or rank`,
    );
    return { name, shape, data: found.data };
  });
}

const isPatchEncoder = ({ name }: Pick<NamedTensor, 'name'>): boolean => name === patchTensor;

/** A policy's tensor as an adapter read from a folder names it. */
function nameIn(name: string): string | undefined {
  const place = loraPlaceOf(name);
  return place ? peftNameOf(place) : name === patchTensor ? name : undefined;
}

/** One sentence when the tensors (under PEFT's names) are no whole adapter of that rank. */
function adapterFault(tensors: readonly NamedTensor[], rank: number): string | undefined {
  if (tensors.length === 0) return 'an adapter has at least one pair of tensors, got none';
  const names = new Set(tensors.map((tensor) => tensor.name));
  if (names.size !== tensors.length) return 'a LoRA matrix occurs twice';
  for (const { name, shape } of tensors) {
    const place = loraPlaceOf(name);
    if (place === undefined) return `"${name}" is no LoRA matrix`;
    const inRank = place.matrix === 'A' ? shape[0] : shape[1];
    const expected = place.matrix === 'A' ? `[${rank}, in]` : `[out, ${rank}]`;
    if (shape.length !== 2 || inRank !== rank) return `"${name}" has shape [${shape}], expected ${expected}`;
    const partner = peftNameOf({ ...place, matrix: place.matrix === 'A' ? 'B' : 'A' });
    if (!names.has(partner)) return `"${name}" has no partner "${partner}"`;
  }
  return undefined;
}

function targetsOf(tensors: readonly NamedTensor[]): string[] {
  return [...new Set(tensors.map((tensor) => loraPlaceOf(tensor.name)?.target ?? ''))].sort();
}
