// The header of a GGUF file, versions 2 and 3: metadata by key, and where each tensor lies. Everything is checked
// against the size of the file before it is used; nothing is allocated on the word of the file. It does not know what
// the keys and tensors mean. Whence: docs/gguf.md of ggml. Shapes there begin with the innermost side; here they are
// turned round, as in PyTorch.
import type { ByteSource } from '../byte-source';
import { checkFile } from '../format-error';
import { Cursor, NeedsMoreError } from './cursor';
import { type BlockType, blockTypes, nameOfType } from './types';

export type MetadataValue = string | number | boolean | readonly (string | number | boolean)[];

export interface GgufTensor {
  readonly name: string;
  readonly type: BlockType;
  /** Outermost first. */
  readonly shape: readonly number[];
  /** Bytes from the beginning of the file. */
  readonly start: number;
  readonly end: number;
}

export interface GgufHeader {
  readonly version: number;
  readonly metadata: ReadonlyMap<string, MetadataValue>;
  /** In the order of their bytes. */
  readonly tensors: readonly GgufTensor[];
}

const magic = 0x46554747; // "GGUF"
const firstReadBytes = 1 << 20;
/** The longest headers are vocabularies of a quarter million tokens and their merges, about 20 MB. */
const headerLimitBytes = 1 << 26;
const keyLimitBytes = 65_535; // the specification's
const tensorNameLimitBytes = 64; // the specification's
const textLimitBytes = 1 << 22;
const itemsLimit = 1 << 22;
const entriesLimit = 1 << 16;

/** Reads as much of the file as its header takes, and checks it. Rejects with a FormatError naming the file and the
 *  place. */
export async function readGgufHeader(source: ByteSource): Promise<GgufHeader> {
  let bytes = new Uint8Array();
  for (let length = firstReadBytes; ; length *= 2) {
    const more = await source.read(bytes.length, Math.min(length, headerLimitBytes, source.size));
    const longer = new Uint8Array(bytes.length + more.length);
    longer.set(bytes);
    longer.set(more, bytes.length);
    bytes = longer;
    try {
      return headerFrom(new Cursor(bytes, source.size, source.name), source);
    } catch (error) {
      if (!(error instanceof NeedsMoreError)) throw error;
      checkFile(length < headerLimitBytes, source.name, `has a header of more than ${headerLimitBytes} bytes`);
    }
  }
}

function headerFrom(cursor: Cursor, { name: fileName, size }: ByteSource): GgufHeader {
  checkFile(size >= 24, fileName, `is no GGUF file: expected at least 24 bytes, got ${size}`);
  checkFile(cursor.u32('the magic number') === magic, fileName, 'is no GGUF file: it does not begin with "GGUF"');
  const version = cursor.u32('the version');
  const swapped = version !== 0 && (version & 0xffff) === 0;
  checkFile(!swapped, fileName, 'is a big-endian GGUF file: convert it to little-endian');
  checkFile(version === 2 || version === 3, fileName, `is GGUF version ${version}: versions 2 and 3 can be read`);
  const tensorCount = cursor.count('tensors', 32, entriesLimit);
  const entryCount = cursor.count('metadata entries', 13, entriesLimit);
  const metadata = new Map<string, MetadataValue>();
  for (let index = 0; index < entryCount; index++) {
    const key = cursor.text(`key ${index} of the metadata`, keyLimitBytes);
    checkFile(!metadata.has(key), fileName, () => `has the metadata key ${quoted(key)} twice`);
    metadata.set(key, valueFrom(cursor, `metadata ${quoted(key)}`));
  }
  const alignment = metadata.get('general.alignment') ?? 32;
  checkFile(
    typeof alignment === 'number' && alignment >= 8 && alignment <= 1 << 16 && (alignment & (alignment - 1)) === 0,
    fileName,
    `metadata "general.alignment" is a power of two of at least 8, got ${JSON.stringify(alignment)}`,
  );
  const places = Array.from({ length: tensorCount }, (_, index) => placeFrom(cursor, index, fileName));
  const dataStart = alignedTo(cursor.at, alignment);
  return { version, metadata, tensors: laidOut(places, { dataStart, alignment, fileName, size }) };
}

function valueFrom(cursor: Cursor, what: string): MetadataValue {
  const type = cursor.u32(`the type of ${what}`);
  if (type !== arrayType) return scalarFrom(cursor, type, what);
  const itemType = cursor.u32(`the item type of ${what}`);
  if (itemType === arrayType) cursor.fail(`${what} is a list of lists: such metadata is not read`);
  const count = cursor.count(
    `items of ${what}`,
    scalarBytes[itemType] ?? cursor.fail(`${what} has items of unknown type ${itemType}`),
    itemsLimit,
  );
  const items: (string | number | boolean)[] = [];
  for (let index = 0; index < count; index++) items.push(scalarFrom(cursor, itemType, what));
  return items;
}

const arrayType = 9;
/** Least bytes of a value of each type; of a text, those of its length. */
const scalarBytes: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  8: 8,
  10: 8,
  11: 8,
  12: 8,
};

function scalarFrom(cursor: Cursor, type: number, what: string): string | number | boolean {
  switch (type) {
    case 0:
      return cursor.u8(what);
    case 1:
      return cursor.i8(what);
    case 2:
      return cursor.u16(what);
    case 3:
      return cursor.i16(what);
    case 4:
      return cursor.u32(what);
    case 5:
      return cursor.i32(what);
    case 6:
      return cursor.f32(what);
    case 7:
      return cursor.bool(what);
    case 8:
      return cursor.text(what, textLimitBytes);
    case 10:
      return cursor.u64(what);
    case 11:
      return cursor.i64(what);
    case 12:
      return cursor.f64(what);
    default:
      return cursor.fail(`${what} has the unknown type ${type}`);
  }
}

interface Place {
  readonly name: string;
  readonly type: BlockType;
  readonly shape: readonly number[];
  readonly bytes: number;
  /** From the beginning of the tensors. */
  readonly offset: number;
}

function placeFrom(cursor: Cursor, index: number, fileName: string): Place {
  const name = cursor.text(`the name of tensor ${index}`, tensorNameLimitBytes);
  const what = `tensor ${quoted(name)}`;
  const sides = cursor.u32(`the number of sides of ${what}`);
  checkFile(sides >= 1 && sides <= 4, fileName, () => `${what} has ${sides} sides: 1 to 4 are possible`);
  const shape = Array.from({ length: sides }, () => cursor.u64(`a side of ${what}`)).reverse();
  checkFile(
    shape.every((side) => side >= 1),
    fileName,
    () => `${what} has shape [${shape}]: every side is at least 1`,
  );
  const typeId = cursor.u32(`the type of ${what}`);
  const type = blockTypes.get(typeId);
  const readable = [...blockTypes.values()].map((one) => one.name).join(', ');
  checkFile(
    type,
    fileName,
    () => `${what} is of type ${nameOfType(typeId)}, which is not read: take a file of ${readable}`,
  );
  const inner = shape.at(-1) ?? 1;
  checkFile(
    inner % type.numbers === 0,
    fileName,
    () => `${what} has rows of ${inner}, no multiple of ${type.name}'s ${type.numbers}`,
  );
  const numbers = shape.reduce((product, side) => product * side, 1);
  const bytes = (numbers / type.numbers) * type.bytes;
  checkFile(Number.isSafeInteger(bytes), fileName, () => `${what} of shape [${shape}] would be larger than any file`);
  return { name, type, shape, bytes, offset: cursor.u64(`the offset of ${what}`) };
}

interface Layout {
  readonly dataStart: number;
  readonly alignment: number;
  readonly fileName: string;
  readonly size: number;
}

/** The tensors' places in the file: aligned, inside it, none inside another, no name twice. */
function laidOut(places: readonly Place[], { dataStart, alignment, fileName, size }: Layout): GgufTensor[] {
  const names = new Set<string>();
  let reached = 0;
  return [...places]
    .sort((a, b) => a.offset - b.offset)
    .map(({ name, type, shape, bytes, offset }) => {
      const what = `tensor ${quoted(name)}`;
      checkFile(!names.has(name), fileName, `has ${what} twice`);
      names.add(name);
      checkFile(
        offset % alignment === 0,
        fileName,
        `${what} starts at ${offset}, no multiple of the alignment ${alignment}`,
      );
      checkFile(
        offset >= reached,
        fileName,
        `${what} starts at ${offset}, inside the one before it (ends at ${reached})`,
      );
      reached = offset + bytes;
      const end = dataStart + reached;
      checkFile(end <= size, fileName, `is cut off or corrupt: ${what} ends at byte ${end}, the file at byte ${size}`);
      return { name, type, shape, start: dataStart + offset, end };
    });
}

const alignedTo = (at: number, alignment: number): number => Math.ceil(at / alignment) * alignment;
const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
