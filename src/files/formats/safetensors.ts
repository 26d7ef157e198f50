// safetensors: a header of JSON, then the tensors' bytes. Reading checks everything before it hands out a number.
// The one thing to get right: offsets count from the end of the header, the tensors fill the rest of the file exactly,
// without hole or overlap. It does not know what the tensors are for. Bytes are little-endian, as on every WebGPU
// machine. Whence: the format's specification (huggingface/safetensors, README) and its Rust reader's checks.
import { check } from '../../basics/check';
import type { NamedTensor } from '../../contract/weights';
import type { ByteSource } from './byte-source';
import { checkWritable, finiteTensor } from './finite-tensor';
import { checkFile, FormatError, jsonObjectFrom } from './format-error';
import type { TensorSource } from './tensor-source';
import { floatsFrom, isReadable, type ReadableType, type TensorType, tensorTypeBytes } from './tensor-types';

export interface TensorEntry {
  readonly name: string;
  readonly type: TensorType;
  readonly shape: readonly number[];
  /** Bytes from the end of the header. */
  readonly start: number;
  readonly end: number;
}

export interface SafetensorsFile {
  readonly fileName: string;
  /** In the order of their bytes. */
  readonly entries: readonly TensorEntry[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The named tensor as f32; may share the file's memory, so do not write into it. Throws when it is missing, of a
   *  type we do not read, or has numbers that are not finite. */
  tensor(name: string): NamedTensor;
  /** All tensors, in file order. */
  tensors(): NamedTensor[];
}

const lengthBytes = 8;
/** The specification's limit: a longer header is an attack or a wrong file. */
const headerLimitBytes = 100_000_000;

/** Reads and checks a whole safetensors file. Throws a FormatError naming `fileName`. */
export function readSafetensors(bytes: Uint8Array, fileName: string): SafetensorsFile {
  const bodyStart = bodyStartFrom(bytes.subarray(0, lengthBytes), bytes.length, fileName);
  const header = headerFrom(bytes.subarray(lengthBytes, bodyStart), bytes.length - bodyStart, fileName);
  const tensor = (name: string): NamedTensor => {
    const { type, shape, start, end } = header.readable(name);
    return finiteTensor(
      { name, shape, data: floatsFrom(type, bytes.subarray(bodyStart + start, bodyStart + end)) },
      fileName,
    );
  };
  return {
    fileName,
    entries: header.entries,
    metadata: header.metadata,
    tensor,
    tensors: () => header.entries.map((entry) => tensor(entry.name)),
  };
}

/** Reads and checks the header of a file of any size; its tensors are read when they are asked for. Rejects with a
 *  FormatError. */
export async function openSafetensors(source: ByteSource): Promise<TensorSource> {
  const lead = await source.read(0, Math.min(lengthBytes, source.size));
  const bodyStart = bodyStartFrom(lead, source.size, source.name);
  const header = headerFrom(await source.read(lengthBytes, bodyStart), source.size - bodyStart, source.name);
  return {
    places: header.entries,
    read: async (name) => {
      const { type, shape, start, end } = header.readable(name);
      const data = floatsFrom(type, await source.read(bodyStart + start, bodyStart + end));
      return finiteTensor({ name, shape, data }, source.name);
    },
  };
}

/** How numbers are written: their type, and the bytes of f32 numbers in it. */
export interface TensorEncoding {
  readonly type: ReadableType;
  bytesOf(floats: Float32Array): Uint8Array;
}

const asTheyAre: TensorEncoding = {
  type: 'F32',
  bytesOf: ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
};

/** A safetensors file of the tensors, in the order given. Throws when a name repeats, a shape does not fit its data or
 *  a number is not finite. */
export function writeSafetensors(
  tensors: readonly NamedTensor[],
  metadata: Readonly<Record<string, string>> = { format: 'pt' },
  encoding: TensorEncoding = asTheyAre,
): Uint8Array<ArrayBuffer> {
  const { type: dtype } = encoding;
  let offset = 0;
  const described: [string, unknown][] = [['__metadata__', metadata]];
  const names = new Set(['__metadata__']);
  for (const { name, shape, data } of tensors) {
    check(!names.has(name), `tensor names are unique in a safetensors file, got "${name}" twice`);
    check(
      sizeOf(shape) === data.length,
      `tensor "${name}" of shape [${shape}] has ${sizeOf(shape)} numbers, got ${data.length}`,
    );
    checkWritable({ name, data });
    names.add(name);
    const end = offset + data.length * tensorTypeBytes[dtype];
    described.push([name, { dtype, shape, data_offsets: [offset, end] }]);
    offset = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(described)));
  const headerBytes = Math.ceil(json.length / 8) * 8; // tensors then start on a multiple of 8
  const file = new Uint8Array(lengthBytes + headerBytes + offset);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerBytes), true);
  file.set(json, lengthBytes);
  file.fill(0x20, lengthBytes + json.length, lengthBytes + headerBytes);
  let at = lengthBytes + headerBytes;
  for (const { data } of tensors) {
    file.set(encoding.bytesOf(data), at);
    at += data.length * tensorTypeBytes[dtype];
  }
  return file;
}

/** Where the tensors begin, from the file's first 8 bytes. */
function bodyStartFrom(lead: Uint8Array, fileBytes: number, fileName: string): number {
  checkFile(
    lead.length === lengthBytes,
    fileName,
    `is no safetensors file: expected at least 8 bytes, got ${fileBytes}`,
  );
  const headerBytes = new DataView(lead.buffer, lead.byteOffset, lengthBytes).getBigUint64(0, true);
  checkFile(
    headerBytes <= headerLimitBytes,
    fileName,
    `is no safetensors file: its first 8 bytes name a header of ${headerBytes} bytes, the limit is ${headerLimitBytes}`,
  );
  const bodyStart = lengthBytes + Number(headerBytes);
  checkFile(
    bodyStart <= fileBytes,
    fileName,
    `is cut off: its header ends at byte ${bodyStart}, the file at ${fileBytes}`,
  );
  return bodyStart;
}

interface Header {
  /** In the order of their bytes. */
  readonly entries: readonly TensorEntry[];
  readonly metadata: Readonly<Record<string, string>>;
  /** The entry of a tensor whose numbers can be read. Throws a FormatError when there is none. */
  readable(name: string): TensorEntry & { readonly type: ReadableType };
}

function headerFrom(json: Uint8Array, bodyBytes: number, fileName: string): Header {
  const { __metadata__: metadata, ...described } = jsonObjectFrom(json, `${fileName} (header)`);
  const entries = Object.entries(described).map(([name, entry]) => entryFrom(name, entry, fileName));
  entries.sort((a, b) => a.start - b.start || a.end - b.end);
  checkCoverage(entries, bodyBytes, fileName);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    entries,
    metadata: metadataFrom(metadata, fileName),
    readable: (name) => {
      const entry = byName.get(name);
      checkFile(
        entry,
        fileName,
        `has no tensor "${name}" (it has ${entries.length}, the first is "${entries[0]?.name ?? 'none'}")`,
      );
      const { type } = entry;
      checkFile(isReadable(type), fileName, `tensor "${name}" is ${type}: only F32, F16 and BF16 can be read`);
      return { ...entry, type };
    },
  };
}

function entryFrom(name: string, value: unknown, fileName: string): TensorEntry {
  const fail = (fault: string) => new FormatError(fileName, `tensor "${name}" ${fault}`);
  if (typeof value !== 'object' || value === null) throw fail('has no description in the header');
  const { dtype, shape, data_offsets: offsets } = value as Record<string, unknown>;
  if (typeof dtype !== 'string' || !Object.hasOwn(tensorTypeBytes, dtype))
    throw fail(`has an unknown type: ${JSON.stringify(dtype)}`);
  const type = dtype as TensorType;
  if (!areCounts(shape)) throw fail(`has a shape that is no list of whole numbers: ${JSON.stringify(shape)}`);
  if (!areCounts(offsets) || offsets.length !== 2)
    throw fail(`has offsets that are no [start, end]: ${JSON.stringify(offsets)}`);
  const [start = 0, end = 0] = offsets;
  if (end < start) throw fail(`ends (byte ${end}) before it starts (byte ${start})`);
  const expected = sizeOf(shape) * tensorTypeBytes[type];
  if (end - start !== expected)
    throw fail(`of shape [${shape}] and type ${type} takes ${expected} bytes, its offsets give ${end - start}`);
  return { name, type, shape, start, end };
}

function checkCoverage(entries: readonly TensorEntry[], bodyBytes: number, fileName: string): void {
  let reached = 0;
  for (const { name, start, end } of entries) {
    checkFile(
      end <= bodyBytes,
      fileName,
      `is cut off or corrupt: tensor "${name}" ends at byte ${end} of ${bodyBytes}`,
    );
    checkFile(
      start >= reached,
      fileName,
      `tensor "${name}" starts at byte ${start}, inside the one before it (ends at ${reached})`,
    );
    checkFile(
      start === reached,
      fileName,
      `bytes ${reached} to ${start}, before tensor "${name}", belong to no tensor`,
    );
    reached = end;
  }
  checkFile(reached === bodyBytes, fileName, `the last ${bodyBytes - reached} bytes belong to no tensor`);
}

function metadataFrom(value: unknown, fileName: string): Record<string, string> {
  if (value === undefined) return {};
  checkFile(
    typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string'),
    fileName,
    'its __metadata__ is not a table of texts',
  );
  return value as Record<string, string>;
}

function areCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0);
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, side) => product * side, 1);
}
