// TFRecord framing: records one behind the other, each between its length and two masked CRC-32C checksums, as
// TensorFlow's lib/io/record_writer writes them. It does not know what is in a record.

/** CRC-32C (Castagnoli), the reflected polynomial of RFC 3720. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] as number);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Rotated and shifted: a checksum of data that itself holds checksums would be weak. */
function maskedCrc(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

const lengthBytes = 8;
const crcBytes = 4;

export function recordFile(records: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const frame = lengthBytes + 2 * crcBytes;
  const file = new Uint8Array(records.reduce((sum, { length }) => sum + frame + length, 0));
  const view = new DataView(file.buffer);
  let at = 0;
  for (const record of records) {
    view.setBigUint64(at, BigInt(record.length), true);
    view.setUint32(at + lengthBytes, maskedCrc(file.subarray(at, at + lengthBytes)), true);
    file.set(record, at + lengthBytes + crcBytes);
    at += frame + record.length;
    view.setUint32(at - crcBytes, maskedCrc(record), true);
  }
  return file;
}
