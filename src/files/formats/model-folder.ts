// A Hugging Face model folder: config.json, tokenizer.json and the weights, in one file or in shards. Where the folder lies
// (a web server, a disk) is the caller's: it hands in how to fetch a file by name. What the config means is the engine's.
import { checkFile, FormatError, jsonObjectFrom } from './format-error';
import { sha256Of } from './hash';
import { type NamedTensor, readSafetensors } from './safetensors';

export interface ModelFolder {
  readonly config: Readonly<Record<string, unknown>>;
  /** tokenizer.json, parsed. */
  readonly tokenizerJson: Readonly<Record<string, unknown>>;
  readonly tensors: readonly NamedTensor[];
  /** SHA-256 of model.safetensors as `sha256sum` prints it; of shards: of the lines "<hash>  <name>\n", sorted by name. */
  readonly hash: string;
}

/** Rejects when the file is not there. */
export type FetchFile = (name: string) => Promise<Uint8Array>;

const weightsName = 'model.safetensors';
const indexName = 'model.safetensors.index.json';

/** Reads the whole folder; `folderName` is for messages. Throws a FormatError naming the file that is missing or wrong. */
export async function readModelFolder(fetchFile: FetchFile, folderName = 'model folder'): Promise<ModelFolder> {
  const fetched = (name: string) => fetchNamed(fetchFile, folderName, name);
  const [configBytes, tokenizerBytes, weights] = await Promise.all([
    fetched('config.json'),
    fetched('tokenizer.json'),
    readWeights(fetchFile, folderName),
  ]);
  return {
    config: jsonObjectFrom(configBytes, `${folderName}/config.json`),
    tokenizerJson: jsonObjectFrom(tokenizerBytes, `${folderName}/tokenizer.json`),
    ...weights,
  };
}

async function readWeights(fetchFile: FetchFile, folderName: string): Promise<Pick<ModelFolder, 'tensors' | 'hash'>> {
  let whole: Uint8Array;
  try {
    whole = await fetchFile(weightsName);
  } catch (cause) {
    return readShards(fetchFile, folderName, cause);
  }
  return { tensors: readSafetensors(whole, `${folderName}/${weightsName}`).tensors(), hash: await sha256Of(whole) };
}

async function readShards(
  fetchFile: FetchFile,
  folderName: string,
  whyNotWhole: unknown,
): Promise<Pick<ModelFolder, 'tensors' | 'hash'>> {
  const indexBytes = await fetchFile(indexName).catch(() => undefined);
  checkFile(
    indexBytes,
    `${folderName}/${weightsName}`,
    `cannot be read (${reasonOf(whyNotWhole)}), and there is no ${indexName} either`,
  );
  const indexFile = `${folderName}/${indexName}`;
  const { weight_map: weightMap } = jsonObjectFrom(indexBytes, indexFile);
  checkFile(typeof weightMap === 'object' && weightMap !== null, indexFile, 'has no "weight_map"');
  const placed = Object.entries(weightMap);
  checkFile(
    placed.length > 0 && placed.every(([, shard]) => typeof shard === 'string'),
    indexFile,
    'its "weight_map" names no shards',
  );
  const tensors: NamedTensor[] = [];
  let lines = '';
  for (const shard of [...new Set<string>(placed.map(([, name]) => name))].sort()) {
    const bytes = await fetchNamed(fetchFile, folderName, shard);
    const file = readSafetensors(bytes, `${folderName}/${shard}`);
    for (const [name, home] of placed) if (home === shard) tensors.push(file.tensor(name));
    lines += `${await sha256Of(bytes)}  ${shard}\n`;
  }
  return { tensors, hash: await sha256Of(new TextEncoder().encode(lines)) };
}

async function fetchNamed(fetchFile: FetchFile, folderName: string, name: string): Promise<Uint8Array> {
  try {
    return await fetchFile(name);
  } catch (cause) {
    throw new FormatError(`${folderName}/${name}`, `cannot be read (${reasonOf(cause)})`);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
