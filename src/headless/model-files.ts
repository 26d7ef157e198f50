// The models/ folder of this project on disk, and the parts of a model folder that pretraining starts from.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkFile, jsonObjectFrom } from '../files/formats/format-error';
import type { FetchFile } from '../files/formats/model-folder';
import { type BaseModel, readBaseModel } from '../lab/base-model';
import { type Tokenizer, tokenizerFrom } from '../learning/language/tokenizer';
import type { Recipe } from '../learning/pretraining/batches';
import { UsageError } from './arguments';
import { isMissing } from './whole-file';

// Both src/headless and the built dist/headless lie two folders deep.
const models = fileURLToPath(new URL('../../models/', import.meta.url));

export function modelFolder(name: string): string {
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.'))
    throw new UsageError(`a model is a folder's name under models/, got "${name}"`);
  return join(models, name);
}

export function baseModelFromDisk(name: string): Promise<BaseModel> {
  return readBaseModel(name, fetchIn(modelFolder(name)));
}

export interface PretrainingStart {
  readonly config: Readonly<Record<string, unknown>>;
  readonly tokenizerJson: Readonly<Record<string, unknown>>;
  readonly tokenizer: Tokenizer;
  readonly recipe: Recipe;
}

/** config.json, tokenizer.json and a recipe of a model that need not have weights yet. Throws a FormatError naming the file. */
export async function pretrainingStart(name: string, recipeFile = 'recipe.json'): Promise<PretrainingStart> {
  const fetchFile = fetchIn(modelFolder(name));
  const object = async (file: string) => {
    const bytes = await fetchFile(file).catch((error: unknown) => {
      throw new UsageError(`models/${name}/${file} cannot be read (${error instanceof Error ? error.message : String(error)})`);
    });
    return jsonObjectFrom(bytes, `models/${name}/${file}`);
  };
  // One after the other: of several missing files the same one is named every time.
  const config = await object('config.json');
  const tokenizerJson = await object('tokenizer.json');
  const recipe = await object(recipeFile);
  for (const knob of recipeNumbers)
    checkFile(typeof recipe[knob] === 'number', `models/${name}/${recipeFile}`, `has no number "${knob}"`);
  checkFile(Array.isArray(recipe['rowLengths']), `models/${name}/${recipeFile}`, 'has no list "rowLengths"');
  return { config, tokenizerJson, tokenizer: tokenizerFrom(tokenizerJson), recipe: recipe as unknown as Recipe };
}

const recipeNumbers = [
  'seed', 'steps', 'scenesPerStep', 'learningRate', 'warmupSteps', 'minLearningRateShare', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'gradientClip',
]; // biome-ignore format: a table

function fetchIn(folder: string): FetchFile {
  return async (file) => {
    try {
      return new Uint8Array(await readFile(join(folder, file)));
    } catch (error) {
      throw isMissing(error) ? new Error('there is no such file') : error;
    }
  };
}
