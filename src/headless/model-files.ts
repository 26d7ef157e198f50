// The models/ folder of this project on disk, and the parts of a model folder that pretraining starts from.
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NamedTensor } from '../contract/weights';
import { type ByteSource, wholeStretch } from '../files/formats/byte-source';
import { checkFile, jsonObjectFrom } from '../files/formats/format-error';
import type { FileSet } from '../files/formats/model-parts';
import { readSafetensors } from '../files/formats/safetensors';
import { type Tokenizer, tokenizerFrom } from '../learning/language/tokenizer';
import type { Recipe } from '../learning/pretraining/batches';
import { type BaseModel, type ReadingProgress, readBaseModel } from '../models/base-model';
import { UsageError } from './arguments';
import type { Progress } from './progress';
import { isMissing, readIfThere } from './whole-file';

// Both src/headless and the built dist/headless lie two folders deep.
const models = fileURLToPath(new URL('../../models/', import.meta.url));

export function modelFolder(name: string): string {
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.'))
    throw new UsageError(`a model is a folder's name under models/, got "${name}"`);
  return join(models, name);
}

/** A folder's name under models/, or a path: a folder as Hugging Face lays it out, or a .gguf file. */
export async function baseModelFromDisk(
  nameOrPath: string,
  onProgress?: (progress: ReadingProgress) => void,
): Promise<BaseModel> {
  if (!isPath(nameOrPath))
    return readBaseModel(nameOrPath, await filesIn(modelFolder(nameOrPath), `models/${nameOrPath}`), onProgress);
  const path = resolve(nameOrPath);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`there is no model at ${nameOrPath}: name a folder or a .gguf file`);
  const files = found.isDirectory() ? await filesIn(path, basename(path)) : onlyFile(path);
  return readBaseModel(nameOrPath, files, onProgress);
}

/** The tensors of a safetensors file that `--from` names. */
export async function weightsFrom(file: string): Promise<NamedTensor[]> {
  const bytes = await readIfThere(file);
  if (!bytes) throw new UsageError(`--from ${file}: there is no such file`);
  return readSafetensors(bytes, file).tensors();
}

/** Shows on the progress bar how far the reading is. */
export function readingOn(progress: Progress): (reading: ReadingProgress) => void {
  return ({ stage, done, total }) =>
    progress.bar(stage === 'hash' ? 'bytes of the model checked' : 'tensors of the model read', done, total);
}

/** "./smol", "/models/smol", "smol.gguf": anything that cannot be a folder's name under models/. */
function isPath(nameOrPath: string): boolean {
  return /[\\/]/.test(nameOrPath) || /\.gguf$/i.test(nameOrPath);
}

export interface PretrainingStart {
  readonly config: Readonly<Record<string, unknown>>;
  readonly tokenizerJson: Readonly<Record<string, unknown>>;
  readonly tokenizer: Tokenizer;
  readonly recipe: Recipe;
}

/** config.json, tokenizer.json and a recipe of a model that need not have weights yet. Throws a FormatError naming the
 *  file. */
export async function pretrainingStart(name: string, recipeFile = 'recipe.json'): Promise<PretrainingStart> {
  const folder = modelFolder(name);
  const object = async (file: string) => {
    const bytes = await readFile(join(folder, file)).catch((error: unknown) => {
      if (isMissing(error)) throw new UsageError(`models/${name}/${file} cannot be read (there is no such file)`);
      throw new UsageError(
        `models/${name}/${file} cannot be read (${error instanceof Error ? error.message : String(error)})`,
      );
    });
    return jsonObjectFrom(bytes, `models/${name}/${file}`);
  };
  // One after the other: of several missing files the same one is named every time.
  const config = await object('config.json');
  const tokenizerJson = await object('tokenizer.json');
  const tokenizer = tokenizerFrom(tokenizerJson);
  const rows = config['vocab_size'];
  checkFile(
    typeof rows === 'number' && rows >= tokenizer.size,
    `models/${name}/config.json`,
    `"vocab_size" is ${rows}, and tokenizer.json has ${tokenizer.size} tokens: set it to ${tokenizer.size}`,
  );
  const recipe = recipeFrom(await object(recipeFile), `models/${name}/${recipeFile}`);
  return { config, tokenizerJson, tokenizer, recipe };
}

/** The recipe in a file of any name. */
export async function recipeFromDisk(file: string): Promise<Recipe> {
  const bytes = await readIfThere(file);
  if (!bytes) throw new UsageError(`--recipe ${file}: there is no such file`);
  return recipeFrom(jsonObjectFrom(bytes, file), file);
}

function recipeFrom(recipe: Readonly<Record<string, unknown>>, name: string): Recipe {
  for (const knob of recipeNumbers) checkFile(typeof recipe[knob] === 'number', name, `has no number "${knob}"`);
  checkFile(Array.isArray(recipe['rowLengths']), name, 'has no list "rowLengths"');
  return recipe as unknown as Recipe;
}

const recipeNumbers = [
  'seed', 'steps', 'scenesPerStep', 'learningRate', 'warmupSteps', 'minLearningRateShare', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'gradientClip',
]; // biome-ignore format: a table

async function filesIn(folder: string, name: string): Promise<FileSet> {
  const files = await readdir(folder).catch((error: unknown): string[] => {
    if (isMissing(error)) return [];
    throw error;
  });
  return { name, files, open: (file) => fileSource(join(folder, file)) };
}

function onlyFile(path: string): FileSet {
  const file = basename(path);
  return { name: basename(dirname(path)), files: [file], open: () => fileSource(path) };
}

/** Reads stretches of a file; it is open only while one is read. */
export async function fileSource(path: string): Promise<ByteSource> {
  const name = basename(path);
  const { size } = await stat(path);
  return {
    name,
    size,
    read: async (start, end) => {
      const stretch = new Uint8Array(end - start);
      const file = await open(path, 'r');
      try {
        let filled = 0;
        while (filled < stretch.length) {
          const { bytesRead } = await file.read(stretch, filled, stretch.length - filled, start + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return wholeStretch(stretch.subarray(0, filled), start, end, name);
      } finally {
        await file.close();
      }
    },
  };
}

/** The words of the model that ships. */
export async function shippedTokenizer(): Promise<Tokenizer> {
  return tokenizerFrom(await shippedTokenizerJson());
}

export async function shippedTokenizerJson(): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await readFile(join(modelFolder('sprout'), 'tokenizer.json'), 'utf8'));
}
