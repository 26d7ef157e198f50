// The text of a file, stretch after stretch: UTF-8 only, without a byte order mark.
import type { ByteSource } from '../formats/byte-source';
import { FormatError } from '../formats/format-error';
import type { RowWishes } from './table';

export const stretchBytes = 1 << 20;

export async function* textStretches(source: ByteSource, { signal, onProgress }: RowWishes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < source.size; at += stretchBytes) {
    signal?.throwIfAborted();
    const end = Math.min(at + stretchBytes, source.size);
    const bytes = await source.read(at, end);
    yield decoded(() => decoder.decode(bytes, { stream: end < source.size }), source.name, end);
    onProgress?.(end);
  }
}

function decoded(decode: () => string, name: string, end: number): string {
  try {
    return decode();
  } catch {
    throw new FormatError(name, `is not UTF-8 text before byte ${end}: save it as UTF-8 and try again`);
  }
}
