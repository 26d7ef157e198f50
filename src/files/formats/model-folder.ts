// A base model from the files of a Hugging Face folder – config.json, tokenizer.json and the weights, in one file or in
// shards – or from one GGUF file. Where the files lie (a web server, a disk, a drop on the page) is the caller's. What
// the config means is the engine's. Only small files are read whole; of the weights, nothing but their headers.
import { type ByteSource, readWhole } from './byte-source';
import { checkFile, FormatError, jsonObjectFrom } from './format-error';
import { openGguf } from './gguf/open-gguf';
import { sha256Of, sha256OfSource } from './hash';
import { languageFactsFrom } from './language-facts';
import type { FileSet, ModelOutline, ModelParts } from './model-parts';
import { openSafetensors } from './safetensors';
import { joinedSources, type TensorSource } from './tensor-source';

const weightsName = 'model.safetensors';
const indexName = 'model.safetensors.index.json';
/** The longest are tokenizer.json of a quarter million tokens, about 35 MB. */
const jsonLimitBytes = 1 << 26;
const shardsLimit = 1000;

/** The names of the files a model is read from, of all that lie beside it. Throws a FormatError when there is no model
 *  among them. */
export function modelFilesOf({ name, files }: Pick<FileSet, 'name' | 'files'>): string[] {
  if (files.includes('config.json')) {
    const optional = ['tokenizer_config.json', 'chat_template.jinja', indexName].filter((file) => files.includes(file));
    // other weights beside these are the same model in other forms
    const weights = files.includes(weightsName)
      ? [weightsName]
      : files.filter((file) => /^model.*\.safetensors$/.test(file));
    return ['config.json', 'tokenizer.json', ...optional, ...weights].filter((file) => files.includes(file));
  }
  const ggufs = files.filter((file) => file.toLowerCase().endsWith('.gguf'));
  checkFile(
    ggufs.length > 0,
    name,
    `is no model: it has neither config.json nor a .gguf file (it has ${files.slice(0, 5).join(', ') || 'no files'})`,
  );
  checkFile(ggufs.length === 1, name, `has ${ggufs.length} .gguf files: name one of ${ggufs.slice(0, 20).join(', ')}`);
  return ggufs;
}

/** Opens the model. Rejects with a FormatError naming the file that is missing or wrong. */
export async function openModel(files: FileSet): Promise<ModelParts> {
  const [first] = modelFilesOf(files);
  if (first !== 'config.json') return openGguf(await opened(files, first ?? ''));
  const outline = await outlineOfFolder(files);
  return { ...outline, ...(await weightsOfFolder(files)) };
}

/** The same without a look at a folder's weights. */
export async function openOutline(files: FileSet): Promise<ModelOutline> {
  const [first] = modelFilesOf(files);
  return first === 'config.json' ? outlineOfFolder(files) : openGguf(await opened(files, first ?? ''));
}

/** A file of the folder that holds a JSON object. */
const jsonIn = async (files: FileSet, file: string) =>
  jsonObjectFrom(await readWhole(await opened(files, file), jsonLimitBytes), `${files.name}/${file}`);

async function outlineOfFolder(files: FileSet): Promise<ModelOutline> {
  const present = (file: string) => files.files.includes(file);
  // One after the other: of several missing files the same one is named every time.
  const config = await jsonIn(files, 'config.json');
  const tokenizerJson = await jsonIn(files, 'tokenizer.json');
  const tokenizerConfig = present('tokenizer_config.json') ? await jsonIn(files, 'tokenizer_config.json') : undefined;
  const chatTemplate = present('chat_template.jinja')
    ? new TextDecoder().decode(await readWhole(await opened(files, 'chat_template.jinja'), jsonLimitBytes))
    : undefined;
  const language = languageFactsFrom(
    {
      config,
      tokenizerJson,
      ...(tokenizerConfig ? { tokenizerConfig } : {}),
      ...(chatTemplate ? { chatTemplate } : {}),
    },
    files.name,
  );
  return { config, tokenizerJson, language };
}

type Weights = Omit<ModelParts, keyof ModelOutline>;

async function weightsOfFolder(files: FileSet): Promise<Weights> {
  const sharded = files.files.includes(indexName) && !files.files.includes(weightsName);
  return sharded ? openShards(files, await jsonIn(files, indexName)) : openOne(files);
}

async function openOne(files: FileSet): Promise<Weights> {
  const source = await opened(files, weightsName);
  return {
    tensors: await openSafetensors(source),
    bytes: source.size,
    hash: (onProgress) => sha256OfSource(source, onProgress),
  };
}

async function openShards(files: FileSet, index: Readonly<Record<string, unknown>>): Promise<Weights> {
  const indexFile = `${files.name}/${indexName}`;
  const { weight_map: weightMap } = index;
  checkFile(typeof weightMap === 'object' && weightMap !== null, indexFile, 'has no "weight_map"');
  const homes = Object.entries(weightMap as Record<string, unknown>);
  const named = homes.every(
    (home): home is [string, string] => typeof home[1] === 'string' && /^[\w.-]+\.safetensors$/.test(home[1]),
  );
  checkFile(homes.length > 0 && named, indexFile, 'its "weight_map" names no shards');
  const shards = [...new Set(homes.map(([, shard]) => String(shard)))].sort();
  checkFile(shards.length <= shardsLimit, indexFile, `names ${shards.length} shards, the limit is ${shardsLimit}`);
  const read: { shard: string; source: ByteSource; tensors: TensorSource }[] = [];
  for (const shard of shards) {
    const source = await opened(files, shard);
    read.push({ shard, source, tensors: await openSafetensors(source) });
  }
  const there = new Set(read.flatMap(({ shard, tensors }) => tensors.places.map(({ name }) => `${shard} ${name}`)));
  for (const [tensor, shard] of homes)
    checkFile(
      there.has(`${shard} ${tensor}`),
      indexFile,
      () => `places tensor "${tensor}" in ${shard}, which does not have it`,
    );
  return {
    tensors: joinedSources(read.map(({ tensors }) => tensors)),
    bytes: read.reduce((sum, { source }) => sum + source.size, 0),
    hash: async (onProgress) => {
      let lines = '';
      let before = 0;
      for (const { shard, source } of read) {
        const start = before;
        lines += `${await sha256OfSource(source, (done) => onProgress?.(start + done))}  ${shard}\n`;
        before += source.size;
      }
      return sha256Of(new TextEncoder().encode(lines));
    },
  };
}

async function opened(files: FileSet, file: string) {
  const name = `${files.name}/${file}`;
  checkFile(
    files.files.includes(file),
    name,
    'is missing: a model needs config.json, tokenizer.json and its weights, or one .gguf file',
  );
  try {
    return { ...(await files.open(file)), name };
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw new FormatError(name, `cannot be read (${cause instanceof Error ? cause.message : String(cause)})`);
  }
}
