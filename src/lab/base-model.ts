// The base model a run stands on: its folder read and checked, its name, its hash (R2), its tokenizer. Where the folder lies – a web
// server, a disk – is the caller's. What the weights compute is the engine's.
import { type FetchFile, type ModelFolder, readModelFolder } from '../files/formats/model-folder';
import { type Tokenizer, tokenizerFrom } from '../learning/language/tokenizer';

export interface BaseModel extends ModelFolder {
  /** Folder under models/. */
  readonly name: string;
  readonly tokenizer: Tokenizer;
}

/** Reads the model. Throws a FormatError naming the file that is missing or wrong. */
export async function readBaseModel(name: string, fetchFile: FetchFile): Promise<BaseModel> {
  const folder = await readModelFolder(fetchFile, `models/${name}`);
  return { ...folder, name, tokenizer: tokenizerFrom(folder.tokenizerJson) };
}

/** Fetches the files of models/`name` that lie beside the page at `baseUrl`. */
export function fetchFrom(baseUrl: string, name: string): FetchFile {
  return async (file) => {
    const response = await fetch(new URL(`models/${name}/${file}`, baseUrl));
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    // A server that answers every address with the page itself would pass for a broken model otherwise.
    if (response.headers.get('content-type')?.startsWith('text/html')) throw new Error('the server has no such file');
    return new Uint8Array(await response.arrayBuffer());
  };
}
