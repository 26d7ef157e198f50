// Reads zip archives that a person brings back (an exported adapter, perhaps packed again by another program): stored
// and deflated entries, sizes from the central directory, checksums verified. No encryption, no zip64, no split
// archives. Whence: PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
import { checkFile } from './format-error';
import { unpacked } from './unpacked';
import type { ArchivedFile } from './zip';

const signatures = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 };
const endBytes = 22;
const longestComment = 0xffff;

/** All files of the archive, folders left out. None grows beyond the size that the directory gives it. Throws a
 *  FormatError naming `fileName`. */
export async function unzip(archive: Uint8Array, fileName: string): Promise<ArchivedFile[]> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOfCentralDirectory(view);
  checkFile(end !== undefined, fileName, 'is no zip archive, or is cut off: its directory is missing');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  checkFile(count !== 0xffff && at !== 0xffffffff, fileName, 'is a zip64 archive, which cannot be read here');
  const files: ArchivedFile[] = [];
  for (let entry = 0; entry < count; entry++) {
    checkFile(
      at + 46 <= end && view.getUint32(at, true) === signatures.central,
      fileName,
      `entry ${entry + 1} of its directory is damaged`,
    );
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameBytes));
    if (!name.endsWith('/')) files.push({ name, bytes: await contentOf({ archive, view, at, name, fileName }) });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

/** The names of the files in it, as its directory lists them; none where it is no archive, or is cut off. */
export function archivedNames(archive: Uint8Array): string[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOfCentralDirectory(view);
  if (end === undefined) return [];
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= end && view.getUint32(at, true) === signatures.central) {
    const nameBytes = view.getUint16(at + 28, true);
    names.push(new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameBytes)));
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names.filter((name) => !name.endsWith('/'));
}

interface Entry {
  readonly archive: Uint8Array;
  readonly view: DataView;
  /** Where its record in the central directory starts. */
  readonly at: number;
  readonly name: string;
  readonly fileName: string;
}

async function contentOf({ archive, view, at, name, fileName }: Entry): Promise<Uint8Array> {
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const checksum = view.getUint32(at + 16, true);
  const packedBytes = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const local = view.getUint32(at + 42, true);
  checkFile((flags & 1) === 0, fileName, `"${name}" is encrypted`);
  checkFile(
    method === 0 || method === 8,
    fileName,
    `"${name}" is packed with method ${method}: only stored and deflate can be read`,
  );
  checkFile(
    local + 30 <= archive.length && view.getUint32(local, true) === signatures.local,
    fileName,
    `"${name}" is not where the directory says`,
  );
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  checkFile(start + packedBytes <= archive.length, fileName, `"${name}" is cut off`);
  const packed = archive.subarray(start, start + packedBytes);
  const bytes = method === 0 ? new Uint8Array(packed) : await inflated(packed, size, `${fileName}: "${name}"`);
  checkFile(bytes.length === size, fileName, `"${name}" has ${bytes.length} bytes, its directory says ${size}`);
  checkFile(crc32(bytes) === checksum, fileName, `"${name}" is damaged: its checksum does not match`);
  return bytes;
}

async function inflated(packed: Uint8Array, size: number, name: string): Promise<Uint8Array> {
  checkFile(
    size <= packed.length * 1032 + 64,
    name,
    'is damaged: it claims to be larger than anything that packs so small',
  );
  return unpacked(packed, { format: 'deflate-raw', limit: size, name });
}

function endOfCentralDirectory(view: DataView): number | undefined {
  const earliest = Math.max(0, view.byteLength - endBytes - longestComment);
  for (let at = view.byteLength - endBytes; at >= earliest; at--) {
    if (view.getUint32(at, true) === signatures.end) return at;
  }
  return undefined;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
