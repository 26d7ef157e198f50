// A GGUF file as the parts of a model, under Hugging Face's names. Only the header and the divisors of rotary
// frequencies are read at once; tensors are dequantised one at a time when they are asked for.
import type { NamedTensor } from '../../../contract/weights';
import type { ByteSource } from '../byte-source';
import { finiteTensor } from '../finite-tensor';
import { checkFile } from '../format-error';
import { sha256OfSource } from '../hash';
import type { ModelParts } from '../model-parts';
import { configFromGguf, divisorsName } from './config';
import { dequantise } from './dequantise';
import { type GgufTensor, readGgufHeader } from './header';
import { huggingFaceName, reorderedHeads, rowsBack } from './names';
import { languageOfGguf, tokenizerJsonFromGguf } from './vocabulary';

/** Reads and checks the header. Rejects with a FormatError that names the key or tensor at fault. */
export async function openGguf(source: ByteSource): Promise<ModelParts> {
  const { name: fileName } = source;
  const header = await readGgufHeader(source);
  const floatsOf = async ({ type, start, end }: GgufTensor) => dequantise(type, await source.read(start, end));
  const divisors = header.tensors.find(({ name }) => name === divisorsName);
  const config = configFromGguf(header, fileName, divisors && (await floatsOf(divisors)));
  const byName = new Map<string, GgufTensor>();
  for (const tensor of header.tensors) {
    if (tensor === divisors) continue;
    const name = huggingFaceName(tensor.name);
    checkFile(
      name,
      fileName,
      () => `tensor ${JSON.stringify(tensor.name)} belongs to no ${config['model_type']} model`,
    );
    byName.set(name, tensor);
  }
  const family = String(config['model_type']);
  const heads = { heads: Number(config['num_attention_heads']), kvHeads: Number(config['num_key_value_heads']) };
  const read = async (name: string): Promise<NamedTensor> => {
    const tensor = byName.get(name);
    checkFile(tensor, fileName, `has no tensor "${name}"`);
    const { shape } = tensor;
    const { data } = finiteTensor({ name: tensor.name, shape, data: await floatsOf(tensor) }, fileName);
    const reordered = reorderedHeads(name, family, heads);
    return { name, shape, data: reordered === undefined ? data : rowsBack(data, shape[0] ?? 1, reordered) };
  };
  return {
    config,
    tokenizerJson: tokenizerJsonFromGguf(header, fileName),
    language: languageOfGguf(header, fileName),
    tensors: { places: [...byName].map(([name, { shape, type }]) => ({ name, shape, type: type.name })), read },
    bytes: source.size,
    hash: (onProgress) => sha256OfSource(source, onProgress),
  };
}
