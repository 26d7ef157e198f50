// Text as LiveCodeBench packs it: JSON text, pickled by Python as one string, deflated by zlib, written in base64.
// Unpickling runs programs, so nothing is unpickled: the one string is read out, anything else is refused. Opcodes:
// Python's pickletools.
import { FormatError } from '../formats/format-error';

const mostBytes = 1 << 27;

/** Whether the text could be packed this way: zlib's header in base64. */
export function looksPacked(text: string): boolean {
  return /^e[AFJN][A-Za-z0-9+/=\s]*$/.test(text.slice(0, 400)) && text.length % 4 === 0;
}

/** Throws a FormatError, with `name` for what is packed. */
export async function unpackedText(packed: string, name: string): Promise<string> {
  const bytes = await inflated(bytesOf(packed, name), name);
  return pickledString(bytes) ?? utf8(bytes, name);
}

function bytesOf(packed: string, name: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  } catch {
    throw new FormatError(name, 'is neither JSON nor base64');
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > mostBytes) throw new FormatError(name, `unpacks to more than ${mostBytes >> 20} MB`);
      parts.push(read.value);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    if (error instanceof FormatError) throw error;
    throw new FormatError(name, 'is packed text that cannot be unpacked: is it cut off?');
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Undefined where the bytes are no pickle. */
function pickledString(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x80) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refused = () =>
    new FormatError('pickled tests', 'hold more than one text: they are not read, since unpickling runs programs');
  let text: string | undefined;
  const take = (from: number, length: number) => {
    if (text !== undefined || from + length > bytes.length) throw refused();
    text = utf8(bytes.subarray(from, from + length), 'pickled tests');
    return from + length;
  };
  for (let at = 2; at < bytes.length; ) {
    const opcode = bytes[at];
    if (opcode === 0x2e && text !== undefined) return text; // STOP
    if (
      at + 9 > bytes.length &&
      opcode !== 0x8c &&
      opcode !== 0x94 &&
      opcode !== 0x71 &&
      opcode !== 0x72 &&
      opcode !== 0x58
    )
      throw refused();
    if (opcode === 0x95)
      at += 9; // FRAME
    else if (opcode === 0x94)
      at += 1; // MEMOIZE
    else if (opcode === 0x71)
      at += 2; // BINPUT
    else if (opcode === 0x72)
      at += 5; // LONG_BINPUT
    else if (opcode === 0x8c && at + 2 <= bytes.length) at = take(at + 2, view.getUint8(at + 1));
    else if (opcode === 0x58 && at + 5 <= bytes.length) at = take(at + 5, view.getUint32(at + 1, true));
    else if (opcode === 0x8d) at = take(at + 9, Number(view.getBigUint64(at + 1, true)));
    else throw refused();
  }
  throw refused();
}

function utf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FormatError(name, 'holds no UTF-8 text');
  }
}
