// Bytes that lie somewhere – in memory, in a file on disk, on a server – and are read in stretches, so that a file of a
// gigabyte is never in memory at once. What the bytes mean is for others to know.
import { checkFile, FormatError } from './format-error';

export interface ByteSource {
  /** For messages: "model.safetensors". */
  readonly name: string;
  /** Bytes of the whole. */
  readonly size: number;
  /** The bytes from `start` to before `end`, always as many as asked for. Rejects with an error that names the file. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A source of bytes that are in memory already. */
export function bytesSource(bytes: Uint8Array, name: string): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (start, end) => wholeStretch(new Uint8Array(bytes.subarray(start, end)), start, end, name),
  };
}

/** A source of a Blob or File: nothing is read before it is asked for. */
export function blobSource(blob: Blob, name: string): ByteSource {
  return {
    name,
    size: blob.size,
    read: async (start, end) => {
      const stretch = await blob
        .slice(start, end)
        .arrayBuffer()
        .catch((cause: unknown) => {
          throw new FormatError(name, `cannot be read (${cause instanceof Error ? cause.message : String(cause)})`);
        });
      return wholeStretch(new Uint8Array(stretch), start, end, name);
    },
  };
}

/** The stretch as it was read, or a FormatError when it is shorter than asked for: a file can change while it is
 *  read. */
export function wholeStretch<T extends Uint8Array>(stretch: T, start: number, end: number, name: string): T {
  checkFile(
    stretch.length === end - start,
    name,
    `bytes ${start} to ${end} were wanted, ${stretch.length} came: is it cut off?`,
  );
  return stretch;
}

/** All bytes of a small file. Throws a FormatError, before anything is read, when there are more than `limitBytes`. */
export async function readWhole(source: ByteSource, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  checkFile(
    source.size <= limitBytes,
    source.name,
    `has ${source.size} bytes, at most ${limitBytes} are read for such a file`,
  );
  return source.read(0, source.size);
}
