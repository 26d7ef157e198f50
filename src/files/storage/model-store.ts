// Models that the browser keeps, in its own file system (OPFS): a folder for each, its files and a note that says what
// they are. A model counts as kept once its note says that it is whole; what a broken download left stays, to be gone
// on with. Files are written through synchronous handles, which only workers have: what was written is there after a
// crash, too.
import { blobSource } from '../formats/byte-source';
import { checkFile, jsonObjectFrom } from '../formats/format-error';
import type { FileSet } from '../formats/model-parts';
import { isQuotaExceeded, StorageFullError } from './storage-errors';

export interface ModelNote {
  /** "owner/name" of a hub, or the name of what was dropped. */
  readonly name: string;
  readonly origin: 'hub' | 'files';
  /** Of the hub's files. */
  readonly revision?: string;
  /** Whether it has a chat format. */
  readonly chats: boolean;
  readonly files: readonly { readonly file: string; readonly bytes: number }[];
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  readonly whole: boolean;
}

export interface StoredFile {
  size(): number;
  write(bytes: Uint8Array, at: number): void;
  truncate(bytes: number): void;
  /** Writes out and lets go of the file. */
  close(): void;
}

export interface ModelStore {
  /** Notes of all models, whole or not, newest first. */
  list(): Promise<ModelNote[]>;
  note(name: string): Promise<ModelNote | undefined>;
  putNote(note: ModelNote): Promise<void>;
  /** To write into; one at a time. */
  fileOf(name: string, file: string): Promise<StoredFile>;
  /** The files of a model, as far as they are there. */
  files(name: string): Promise<FileSet>;
  remove(name: string): Promise<void>;
}

const folderName = 'models';
const noteName = 'note.json';

/** `openRoot`: navigator.storage.getDirectory(). */
export function modelStoreIn(openRoot: () => Promise<FileSystemDirectoryHandle>): ModelStore {
  const folder = async () => (await openRoot()).getDirectoryHandle(folderName, { create: true });
  const home = async (name: string, create = false) =>
    (await folder()).getDirectoryHandle(encodeURIComponent(name), { create });
  const noteIn = async (place: FileSystemDirectoryHandle): Promise<ModelNote | undefined> => {
    const file = await unlessMissing(async () => (await place.getFileHandle(noteName)).getFile());
    if (!file) return undefined;
    return jsonObjectFrom(new Uint8Array(await file.arrayBuffer()), noteName) as unknown as ModelNote;
  };
  return {
    list: async () => {
      const notes: ModelNote[] = [];
      for await (const place of (await folder()).values()) {
        const note =
          place.kind === 'directory'
            ? await noteIn(place as FileSystemDirectoryHandle).catch(() => undefined)
            : undefined;
        if (note) notes.push(note);
      }
      return notes.sort((a, b) => b.addedAt - a.addedAt);
    },
    note: async (name) => {
      const place = await unlessMissing(() => home(name));
      return place && noteIn(place);
    },
    putNote: async (note) => {
      const place = await home(note.name, true);
      const file = await openFile(await place.getFileHandle(noteName, { create: true }));
      const text = new TextEncoder().encode(JSON.stringify(note));
      file.truncate(0);
      file.write(text, 0);
      file.close();
    },
    fileOf: async (name, file) => openFile(await (await home(name, true)).getFileHandle(file, { create: true })),
    files: async (name) => {
      const place = await unlessMissing(() => home(name));
      checkFile(place, name, 'is no longer in this browser’s storage: load it again');
      const files: string[] = [];
      for await (const entry of place.values())
        if (entry.kind === 'file' && entry.name !== noteName) files.push(entry.name);
      return { name, files, open: async (file) => blobSource(await (await place.getFileHandle(file)).getFile(), file) };
    },
    remove: async (name) => {
      await unlessMissing(async () => (await folder()).removeEntry(encodeURIComponent(name), { recursive: true }));
    },
  };
}

/** A worker's handle; the page's types know nothing of it. */
interface WritableHandle {
  createSyncAccessHandle(): Promise<{
    getSize(): number;
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
    truncate(bytes: number): void;
    flush(): void;
    close(): void;
  }>;
}

async function openFile(handle: FileSystemFileHandle): Promise<StoredFile> {
  if (!('createSyncAccessHandle' in handle))
    throw new Error(
      'this browser cannot write into its own storage piece by piece (createSyncAccessHandle), so it keeps no models: take a newer one',
    );
  const access = await (handle as unknown as WritableHandle).createSyncAccessHandle();
  return {
    size: () => access.getSize(),
    write: (bytes, at) => {
      let written = 0;
      try {
        written = access.write(bytes as Uint8Array<ArrayBuffer>, { at });
      } catch (cause) {
        if (!isQuotaExceeded(cause)) throw cause;
      }
      if (written < bytes.length) throw new StorageFullError('the model');
    },
    truncate: (bytes) => access.truncate(bytes),
    close: () => {
      access.flush();
      access.close();
    },
  };
}

async function unlessMissing<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}
