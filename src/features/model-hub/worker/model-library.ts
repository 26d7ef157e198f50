// The models a person can choose from, beside the one that ships: loaded from the hub by name, or from files or an
// archive that were brought to the page, and kept in this browser. A model is checked from its headers before anything
// large is fetched – architecture, tensors, tokenizer, memory, room – and once more when it is whole. Whatever fails,
// what was there before is untouched, and what was fetched stays to be gone on with. Network, storage, memory plan and
// clock are handed in.
import { type ByteSource, blobSource } from '../../../files/formats/byte-source';
import { checkFile } from '../../../files/formats/format-error';
import { sha256OfSource } from '../../../files/formats/hash';
import { modelFilesOf, openModel } from '../../../files/formats/model-folder';
import type { FileSet } from '../../../files/formats/model-parts';
import type { ModelNote, ModelStore, StoredFile } from '../../../files/storage/model-store';
import { tokenizerFrom } from '../../../learning/language/tokenizer';
import { checkModel, namedBy } from '../../../models/model-check';
import { download } from '../hub/download';
import { type Fetch, filesOnHub, findOnHub, type HubFile, hubNameFrom } from '../hub/hub';
import { archivedModel } from './model-archive';
import type { ModelProgress, ModelSource, ModelSummary } from './models-api';

export interface LibraryParts {
  readonly store: ModelStore;
  readonly send: Fetch;
  /** One line on the memory that training it takes; throws an ExpectationError when that is more than the adapter
   *  gives. */
  readonly memoryFor: (config: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Bytes that may still be stored; undefined where the browser does not say. */
  readonly roomBytes: () => Promise<number | undefined>;
  readonly wait: (ms: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Names of the models that ship. */
  readonly reserved: readonly string[];
  /** Address of the hub, where it is another. */
  readonly hub?: string;
}

export interface Loading {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ModelProgress) => void;
}

export interface ModelLibrary {
  /** Models that are whole, newest first. */
  list(): Promise<ModelSummary[]>;
  /** Loads a model and keeps it. Rejects with an error that names what is wrong and what to do. */
  add(source: ModelSource, loading: Loading): Promise<ModelSummary>;
  remove(name: string): Promise<void>;
  /** The files of a model that is kept. */
  files(name: string): Promise<FileSet>;
}

export function createModelLibrary(parts: LibraryParts): ModelLibrary {
  const { store } = parts;
  return {
    list: async () => (await store.list()).filter(({ whole }) => whole).map(summaryOf),
    add: async (source, loading) => {
      if (source.kind === 'hub') return addFromHub(parts, source.name, loading);
      const { kind, name } = source;
      const given = kind === 'files' ? dropped(source) : await archivedModel(source.file, source.folder, name);
      return addFromFiles(parts, given, loading);
    },
    remove: (name) => store.remove(name),
    files: (name) => keptFiles(store, name),
  };
}

/** The files of a model that is kept. Rejects where it is not, or not whole. */
export async function keptFiles(store: ModelStore, name: string): Promise<FileSet> {
  const note = await store.note(name);
  checkFile(note?.whole, name, 'is not in this browser’s storage: load it again under Setup');
  return store.files(name);
}

function summaryOf({ name, origin, chats, files, addedAt }: ModelNote): ModelSummary {
  return {
    name,
    origin,
    wording: chats ? 'instruct' : 'compact',
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    addedAt,
  };
}

async function addFromHub(parts: LibraryParts, text: string, loading: Loading): Promise<ModelSummary> {
  const { store, send, wait } = parts;
  const { signal, onProgress } = loading;
  onProgress({ name: text, stage: 'look-up', done: 0, total: 0 });
  const known = await store.note(hubNameFrom(text).name);
  if (known?.whole) return summaryOf(known);
  const asked: Fetch = (url, init) => send(url, { signal, ...init });
  const model = await findOnHub(text, asked, parts.hub);
  const { name, revision } = model;
  const remote = filesOnHub(model, asked);
  const { fits, chats } = await checked(parts, remote);
  onProgress({ name, stage: 'look-up', done: 0, total: 0, fits });
  const wanted = modelFilesOf(remote).map((file) => model.files.find((one) => one.file === file) as HubFile);
  if (known && known.revision !== revision) await store.remove(name); // the beginning of other files
  return kept(parts, { name, origin: 'hub', revision, chats, files: wanted }, loading, async (at, sink, tell) => {
    const file = wanted[at] as HubFile;
    await download({ file, sink, send: asked, signal, wait, onProgress: tell });
  });
}

function dropped({ name, files }: Extract<ModelSource, { kind: 'files' }>): FileSet {
  return {
    name,
    files: files.map((file) => file.name),
    open: async (wanted) => {
      const file = files.find((one) => one.name === wanted);
      checkFile(file, `${name}/${wanted}`, 'is missing');
      return blobSource(file, wanted);
    },
  };
}

async function addFromFiles(parts: LibraryParts, given: FileSet, loading: Loading): Promise<ModelSummary> {
  const { signal } = loading;
  const { name } = given;
  const known = await parts.store.note(name);
  const taken = parts.reserved.includes(name) || known?.whole;
  checkFile(
    !taken,
    name,
    'is the name of a model that is here already: rename the folder or file, or delete that model first',
  );
  loading.onProgress({ name, stage: 'look-up', done: 0, total: 0 });
  const { fits, chats } = await checked(parts, given);
  loading.onProgress({ name, stage: 'look-up', done: 0, total: 0, fits });
  const sources = await Promise.all(modelFilesOf(given).map((file) => given.open(file)));
  const wanted = sources.map(({ name: file, size: bytes }) => ({ file, bytes }));
  if (known) await parts.store.remove(name); // the beginning of other files
  return kept(parts, { name, origin: 'files', chats, files: wanted }, loading, (at, sink, tell) =>
    copied(sources[at] as ByteSource, sink, signal, tell),
  );
}

/** What can be said of a model from its headers. Rejects when it cannot be used here. */
async function checked({ memoryFor }: LibraryParts, files: FileSet): Promise<{ fits: string; chats: boolean }> {
  const opened = await openModel(files);
  checkModel(opened, files.name);
  const tokenizer = namedBy(files.name, () => tokenizerFrom(opened.tokenizerJson, opened.language));
  return { fits: await memoryFor(opened.config), chats: tokenizer.chat !== undefined };
}

interface Wanted extends Omit<ModelNote, 'addedAt' | 'whole'> {
  readonly files: readonly Pick<HubFile, 'file' | 'bytes' | 'sha256'>[];
}

/** Brings one file into its sink; `tell` hears how many of its bytes are there. */
type Bring = (at: number, sink: StoredFile, tell: (bytes: number) => void) => Promise<void>;

async function kept(
  parts: LibraryParts,
  wanted: Wanted,
  { signal, onProgress }: Loading,
  bring: Bring,
): Promise<ModelSummary> {
  const { store, roomBytes, now } = parts;
  const { name, files } = wanted;
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const room = await roomBytes();
  const there = await bytesThere(store, name);
  checkFile(
    room === undefined || total - there <= room,
    name,
    () =>
      `takes ${megabytes(total - there)} MB, and this browser has room for ${megabytes(room ?? 0)} MB: delete runs or other models, or free space on the disk`,
  );
  const note: ModelNote = {
    ...wanted,
    files: files.map(({ file, bytes }) => ({ file, bytes })),
    addedAt: now(),
    whole: false,
  };
  await store.putNote(note);
  let before = 0;
  for (const [at, { file, bytes }] of files.entries()) {
    const sink = await store.fileOf(name, file);
    try {
      await bring(at, sink, (done) => onProgress({ name, stage: 'download', done: before + done, total }));
    } finally {
      sink.close();
    }
    before += bytes;
  }
  await verified(store, wanted, (done) => onProgress({ name, stage: 'check', done, total }), signal);
  const whole = { ...note, whole: true };
  await store.putNote(whole);
  return summaryOf(whole);
}

/** Every file whose hash is known has it; a file that has not is thrown away, so that it is fetched anew. */
async function verified(
  store: ModelStore,
  { name, files }: Wanted,
  tell: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const stored = await store.files(name);
  let before = 0;
  for (const { file, bytes, sha256 } of files) {
    signal.throwIfAborted();
    const start = before;
    if (sha256 !== undefined) {
      const found = await sha256OfSource(await stored.open(file), (done) => tell(start + done));
      if (found !== sha256) {
        const sink = await store.fileOf(name, file);
        sink.truncate(0);
        sink.close();
      }
      checkFile(
        found === sha256,
        `${name}/${file}`,
        'was damaged on its way (its SHA-256 is another than the hub’s): load the model again',
      );
    }
    before += bytes;
  }
  await openModel(stored);
}

const stretchBytes = 1 << 23;

async function copied(
  source: ByteSource,
  sink: StoredFile,
  signal: AbortSignal,
  tell: (bytes: number) => void,
): Promise<void> {
  sink.truncate(0);
  for (let at = 0; at < source.size; at += stretchBytes) {
    signal.throwIfAborted();
    const end = Math.min(at + stretchBytes, source.size);
    sink.write(await source.read(at, end), at);
    tell(end);
  }
}

async function bytesThere(store: ModelStore, name: string): Promise<number> {
  if (!(await store.note(name))) return 0;
  const stored = await store.files(name);
  const sizes = await Promise.all(stored.files.map(async (file) => (await stored.open(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
