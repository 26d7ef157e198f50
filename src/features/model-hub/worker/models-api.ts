// What page and trainer say to each other of models that are loaded and kept in this browser. Plain data both ways.
import type { CardFit } from '../../../contract/card-fit';
import type { Wording } from '../../../learning/agents/role';

/** Where a model comes from that is to be loaded: the hub, by its name there, files of this computer, or a folder of an
 *  archive. */
export type ModelSource =
  | { readonly kind: 'hub'; readonly name: string }
  | { readonly kind: 'files'; readonly name: string; readonly files: readonly File[] }
  | { readonly kind: 'archive'; readonly name: string; readonly file: File; readonly folder: string };

/** A model that can be trained on, beside the one that ships. */
export interface ModelSummary {
  /** As a run's configuration names it. */
  readonly name: string;
  readonly origin: 'hub' | 'files';
  /** Whether it is asked in full words, in a chat format of its own, or in the compact wording. */
  readonly wording: Wording;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
}

export interface ModelProgress {
  readonly name: string;
  /** look-up: headers are read and checked; download: bytes come in; check: they are verified. */
  readonly stage: 'look-up' | 'download' | 'check';
  /** Bytes, of all files together. */
  readonly done: number;
  readonly total: number;
  /** Once the headers are checked: what training it takes of the GPU's memory, in one line. */
  readonly fits?: string;
}

/** What cards have room for when a model is trained, before anything of it is fetched. */
export interface KnownModelFit {
  /** On the hub. */
  readonly name: string;
  /** As `cardsGib` (contract/card-fit.ts) has them; undefined where there is no room. */
  readonly fits: readonly (CardFit | undefined)[];
}

export interface ModelsApi {
  /** Models that were loaded and are kept in this browser, newest first. */
  models(): Promise<readonly ModelSummary[]>;
  /** Of models that a tab can train, small ones first. */
  knownModels(): Promise<readonly KnownModelFit[]>;
  /** The folders of an archive that hold a model; "" is its top. Rejects where there is none. */
  modelsIn(file: File): Promise<readonly string[]>;
  /** Loads a model and keeps it; how far it is comes as news. One at a time. Rejects with what is wrong and what to
   *  do. */
  addModel(source: ModelSource): Promise<ModelSummary>;
  /** Stops the loading at hand; what came is kept, to be gone on with. */
  cancelModel(): Promise<void>;
  removeModel(name: string): Promise<void>;
}
