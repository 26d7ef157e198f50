// A browser's own file system (OPFS) in memory, for tests: as much of it as the model store uses, with a limit on its
// bytes.

class MissingError extends Error {
  override name = 'NotFoundError';
}

interface ScriptedFile {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Stands in for navigator.storage.getDirectory(). */
export function scriptedDirectory(limit = { bytes: Number.POSITIVE_INFINITY }): FileSystemDirectoryHandle {
  return directory('', limit) as unknown as FileSystemDirectoryHandle;
}

function directory(name: string, limit: { bytes: number }) {
  const entries = new Map<string, { kind: 'file' | 'directory'; name: string }>();
  const found = (wanted: string, make: (() => { kind: 'file' | 'directory'; name: string }) | undefined) => {
    const entry = entries.get(wanted) ?? make?.();
    if (!entry) throw new MissingError(`${wanted} is not there`);
    entries.set(wanted, entry);
    return entry;
  };
  return {
    kind: 'directory' as const,
    name,
    getDirectoryHandle: async (wanted: string, options?: { create?: boolean }): Promise<object> =>
      found(wanted, options?.create ? () => directory(wanted, limit) : undefined),
    getFileHandle: async (wanted: string, options?: { create?: boolean }) =>
      found(wanted, options?.create ? () => fileHandle(wanted, limit) : undefined),
    removeEntry: async (wanted: string) => {
      if (!entries.delete(wanted)) throw new MissingError(`${wanted} is not there`);
    },
    async *values() {
      yield* entries.values();
    },
  };
}

function fileHandle(name: string, limit: { bytes: number }) {
  const file: ScriptedFile = { bytes: new Uint8Array() };
  return {
    kind: 'file' as const,
    name,
    getFile: async () => new File([file.bytes], name),
    createSyncAccessHandle: async () => ({
      getSize: () => file.bytes.length,
      write: (bytes: Uint8Array, { at }: { at: number }) => {
        const grown = new Uint8Array(Math.max(file.bytes.length, at + bytes.length));
        if (grown.length > limit.bytes) throw Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
        grown.set(file.bytes);
        grown.set(bytes, at);
        file.bytes = grown;
        return bytes.length;
      },
      truncate: (bytes: number) => {
        file.bytes = file.bytes.slice(0, bytes);
      },
      flush: () => {},
      close: () => {},
    }),
  };
}
