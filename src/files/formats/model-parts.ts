// What a base model is made of, however its files are called: configuration, vocabulary, how its language is spoken,
// tensors that are read one at a time, a hash that names the weights. A Hugging Face folder and a GGUF file both become
// this.
import type { Language } from '../../contract/language';
import type { ByteSource } from './byte-source';
import type { TensorSource } from './tensor-source';

/** All but the weights. */
export interface ModelOutline {
  /** As in config.json. */
  readonly config: Readonly<Record<string, unknown>>;
  /** tokenizer.json, parsed. */
  readonly tokenizerJson: Readonly<Record<string, unknown>>;
  readonly language: Language;
}

export interface ModelParts extends ModelOutline {
  readonly tensors: TensorSource;
  /** Of the weights, as they are stored. */
  readonly bytes: number;
  /** SHA-256 of the weights' file as `sha256sum` prints it; of shards: of the lines "<hash>  <name>\n", sorted by name.
   *  Reads it all. */
  hash(onProgress?: (bytes: number) => void): Promise<string>;
}

/** The files of one model: in a folder, on a server, dropped on the page. */
export interface FileSet {
  /** For messages: "models/sprout". */
  readonly name: string;
  /** Names of all files there, without a folder before them. */
  readonly files: readonly string[];
  /** Rejects when the file cannot be read. Only files of the list are asked for. */
  open(file: string): Promise<ByteSource>;
}
