// The base model a run stands on: its files read and checked, its name, its hash (R2), its tokenizer. Where the files
// lie – a web server, a disk, the browser's storage – is the caller's. What the weights compute is the engine's.
import type { Language } from '../contract/language';
import { type NamedTensor } from '../contract/weights';
import { bytesSource } from '../files/formats/byte-source';
import { openModel, openOutline } from '../files/formats/model-folder';
import type { FileSet } from '../files/formats/model-parts';
import type { Wording } from '../learning/agents/role';
import { type Tokenizer, tokenizerFrom } from '../learning/language/tokenizer';
import { checkModel, namedBy } from './model-check';

export interface BaseModel {
  /** Folder under models/, "owner/name" of a hub, or the name of a file or folder that was loaded. */
  readonly name: string;
  /** As in config.json. */
  readonly config: Readonly<Record<string, unknown>>;
  /** tokenizer.json, parsed. */
  readonly tokenizerJson: Readonly<Record<string, unknown>>;
  readonly language: Language;
  readonly tokenizer: Tokenizer;
  /** All of them, f32, under their Hugging Face names. */
  readonly tensors: readonly NamedTensor[];
  readonly hash: string;
}

/** What is known of a model before its weights are read: enough to plan a run on it. */
export type BaseOutline = Pick<BaseModel, 'config' | 'tokenizer'>;

/** The wording that suits a model: full words for one that was trained to chat. */
export function wordingFor({ tokenizer }: Pick<BaseModel, 'tokenizer'>): Wording {
  return tokenizer.chat ? 'instruct' : 'compact';
}

export interface ReadingProgress {
  /** Bytes of the weights hashed, or tensors read. */
  readonly stage: 'hash' | 'tensors';
  readonly done: number;
  readonly total: number;
}

/** Reads the model, one tensor at a time. Throws a FormatError naming the file, field or tensor that is missing or
 *  wrong. */
export async function readBaseModel(
  name: string,
  files: FileSet,
  onProgress?: (progress: ReadingProgress) => void,
): Promise<BaseModel> {
  const parts = await openModel(files);
  const { config, tokenizerJson, language } = parts;
  const needed = checkModel(parts, files.name);
  const tokenizer = namedBy(files.name, () => tokenizerFrom(tokenizerJson, language));
  const hash = await parts.hash((done) => onProgress?.({ stage: 'hash', done, total: parts.bytes }));
  const tensors: NamedTensor[] = [];
  for (const tensor of needed) {
    tensors.push(await parts.tensors.read(tensor));
    onProgress?.({ stage: 'tensors', done: tensors.length, total: needed.length });
  }
  return { name, config, tokenizerJson, language, tokenizer, tensors, hash };
}

/** Reads all but the weights. Throws a FormatError naming the file or field that is missing or wrong. */
export async function readBaseOutline(files: FileSet): Promise<BaseOutline> {
  const { config, tokenizerJson, language } = await openOutline(files);
  return { config, tokenizer: namedBy(files.name, () => tokenizerFrom(tokenizerJson, language)) };
}

/** What is asked of the server for a model that lies beside the page: it offers no list of its files. */
export const shippedFiles = ['config.json', 'tokenizer.json', 'model.safetensors'];

/** The files of models/`name` that lie beside the page at `baseUrl`. */
export function filesBeside(baseUrl: string, name: string): FileSet {
  return {
    name: `models/${name}`,
    files: shippedFiles,
    open: async (file) => {
      const response = await fetch(new URL(`models/${name}/${file}`, baseUrl));
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      // A server that answers every address with the page itself would pass for a broken model otherwise.
      if (response.headers.get('content-type')?.startsWith('text/html')) throw new Error('the server has no such file');
      return bytesSource(new Uint8Array(await response.arrayBuffer()), file);
    },
  };
}
