// Unpacks gzip and deflate up to a limit: a few bytes of a hostile file can stand for gigabytes.
import { checkFile, FormatError } from './format-error';

export interface Unpacking {
  readonly format: 'gzip' | 'deflate-raw';
  /** Most bytes that may come out. */
  readonly limit: number;
  /** For messages. */
  readonly name: string;
}

/** Rejects with a FormatError when the bytes are damaged or become more than the limit. */
export async function unpacked(
  packed: Uint8Array,
  { format, limit, name }: Unpacking,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream(format));
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) {
        await reader.cancel();
        break;
      }
      parts.push(value);
    }
  } catch {
    throw new FormatError(name, 'is damaged: it does not unpack');
  }
  checkFile(size <= limit, name, `is damaged: it unpacks to more than the ${limit} bytes it should have`);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
