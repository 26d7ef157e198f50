// Reads zip archives that a person brings back (an exported adapter, perhaps packed again by another program): stored
// and deflated entries, sizes from the central directory, checksums verified. No encryption, no zip64, no split
// archives. Whence: PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
import { type ByteSource, bytesSource, wholeStretch } from './byte-source';
import { checkFile } from './format-error';
import { unpacked } from './unpacked';
import type { ArchivedFile } from './zip';

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 };
const endBytes = 22;
const longestComment = 0xffff;

/** A file of an archive, before it is read. */
export interface ZipEntry {
  /** Path inside the archive, with "/" between folders. */
  readonly name: string;
  /** Its bytes, their checksum verified; a stored one stays where it lies. Rejects with a FormatError. */
  open(): Promise<ByteSource>;
}

/** All files of the archive, folders left out. None grows beyond the size that the directory gives it. Throws a
 *  FormatError naming `fileName`. */
export async function unzip(archive: Uint8Array, fileName: string): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for (const { name, open } of await zipEntries(bytesSource(archive, fileName))) {
    const source = await open();
    files.push({ name, bytes: await source.read(0, source.size) });
  }
  return files;
}

/** The same of an archive that need not fit into memory: what is read now is its directory. */
export async function zipEntries(archive: ByteSource): Promise<ZipEntry[]> {
  const directory = await directoryOf(archive);
  checkFile(directory, archive.name, 'is no zip archive, or is cut off: its directory is missing');
  const { records, count, at } = directory;
  checkFile(count !== 0xffff && at !== 0xffffffff, archive.name, 'is a zip64 archive, which cannot be read here');
  const entries = entriesIn(records);
  checkFile(entries.length >= count, archive.name, `entry ${entries.length + 1} of its directory is damaged`);
  return entries
    .slice(0, count)
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({ name: entry.name, open: () => contentOf(archive, entry) }));
}

/** The names of the files in it, as its directory lists them; none where it is no archive, or is cut off. */
export async function archivedNames(archive: ByteSource): Promise<string[]> {
  const directory = await directoryOf(archive);
  const names = directory ? entriesIn(directory.records).map(({ name }) => name) : [];
  return names.filter((name) => !name.endsWith('/'));
}

interface Directory {
  readonly records: Uint8Array;
  /** As the end of the archive gives them. */
  readonly count: number;
  readonly at: number;
}

async function directoryOf(archive: ByteSource): Promise<Directory | undefined> {
  const start = Math.max(0, archive.size - endBytes - longestComment);
  const tail = viewOf(await archive.read(start, archive.size));
  for (let end = tail.byteLength - endBytes; end >= 0; end--) {
    if (tail.getUint32(end, true) !== signatures.end) continue;
    const at = tail.getUint32(end + 16, true);
    const records = await archive.read(Math.min(at, start + end), start + end);
    return { records, count: tail.getUint16(end + 10, true), at };
  }
  return undefined;
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly size: number;
  /** Where its local header starts. */
  readonly local: number;
}

/** Up to the first record that is damaged. */
function entriesIn(records: Uint8Array): Entry[] {
  const view = viewOf(records);
  const entries: Entry[] = [];
  for (let at = 0; at + 46 <= view.byteLength && view.getUint32(at, true) === signatures.central; ) {
    const nameBytes = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(records.subarray(at + 46, at + 46 + nameBytes)),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function contentOf(archive: ByteSource, entry: Entry): Promise<ByteSource> {
  const { name, flags, method, packedBytes, size, local } = entry;
  const wants = (condition: boolean, wrong: string) => checkFile(condition, archive.name, `"${name}" ${wrong}`);
  wants((flags & 1) === 0, 'is encrypted');
  wants(method === 0 || method === 8, `is packed with method ${method}: only stored and deflate can be read`);
  const header = viewOf(local + 30 <= archive.size ? await archive.read(local, local + 30) : new Uint8Array(4));
  wants(header.getUint32(0, true) === signatures.local, 'is not where the directory says');
  const start = local + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  wants(start + packedBytes <= archive.size, 'is cut off');
  const inside = `${archive.name}: "${name}"`;
  const packed = stretchOf(archive, start, { name: inside, size: packedBytes });
  const content =
    method === 0 ? packed : bytesSource(await inflated(await packed.read(0, packedBytes), size, inside), inside);
  wants(content.size === size, `has ${content.size} bytes, its directory says ${size}`);
  wants((await crc32(content)) === entry.checksum, 'is damaged: its checksum does not match');
  return content;
}

function stretchOf(whole: ByteSource, start: number, { name, size }: Omit<ByteSource, 'read'>): ByteSource {
  const within = (at: number) => start + Math.min(at, size);
  return {
    name,
    size,
    read: async (from, to) => wholeStretch(await whole.read(within(from), within(to)), from, to, name),
  };
}

async function inflated(packed: Uint8Array, size: number, name: string): Promise<Uint8Array> {
  checkFile(
    size <= packed.length * 1032 + 64,
    name,
    'is damaged: it claims to be larger than anything that packs so small',
  );
  return unpacked(packed, { format: 'deflate-raw', limit: size, name });
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const stretchBytes = 1 << 23;

async function crc32(source: ByteSource): Promise<number> {
  let value = 0xffffffff;
  for (let at = 0; at < source.size; at += stretchBytes) {
    const stretch = await source.read(at, Math.min(at + stretchBytes, source.size));
    for (const byte of stretch) value = (crcTable[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  }
  return (value ^ 0xffffffff) >>> 0;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);
