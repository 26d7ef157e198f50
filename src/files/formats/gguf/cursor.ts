// Reads the numbers and texts of a GGUF header one after another. Every length a file claims is held against what is
// left of the file before anything is made of that length.
import { FormatError } from '../format-error';

/** The bytes at hand ended and the file goes on: read more of it and begin anew. */
export class NeedsMoreError extends Error {
  override name = 'NeedsMoreError';
}

export class Cursor {
  at = 0;
  private readonly view: DataView;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  /** `bytes` are the file's first; the whole file has `fileBytes`. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly fileBytes: number,
    private readonly fileName: string,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  fail(fault: string): never {
    throw new FormatError(this.fileName, fault);
  }

  /** Moves over `count` bytes and tells where they began. */
  private take(count: number, what: string): number {
    const start = this.at;
    if (count > this.fileBytes - start)
      this.fail(
        `is cut off or corrupt: ${what} takes ${count} bytes at byte ${start}, the file ends at byte ${this.fileBytes}`,
      );
    if (count > this.bytes.length - start) throw new NeedsMoreError();
    this.at = start + count;
    return start;
  }

  u8 = (what: string): number => this.view.getUint8(this.take(1, what));
  i8 = (what: string): number => this.view.getInt8(this.take(1, what));
  u16 = (what: string): number => this.view.getUint16(this.take(2, what), true);
  i16 = (what: string): number => this.view.getInt16(this.take(2, what), true);
  u32 = (what: string): number => this.view.getUint32(this.take(4, what), true);
  i32 = (what: string): number => this.view.getInt32(this.take(4, what), true);
  f32 = (what: string): number => this.view.getFloat32(this.take(4, what), true);
  f64 = (what: string): number => this.view.getFloat64(this.take(8, what), true);
  u64 = (what: string): number => this.whole(this.view.getBigUint64(this.take(8, what), true), what);
  i64 = (what: string): number => this.whole(this.view.getBigInt64(this.take(8, what), true), what);

  bool(what: string): boolean {
    const byte = this.u8(what);
    if (byte > 1) this.fail(`${what} is neither true nor false: byte ${byte}`);
    return byte === 1;
  }

  /** UTF-8, its length in 8 bytes before it. */
  text(what: string, limitBytes: number): string {
    const length = this.u64(`the length of ${what}`);
    if (length > limitBytes) this.fail(`${what} has ${length} bytes, the limit is ${limitBytes}`);
    const start = this.take(length, what);
    try {
      return this.decoder.decode(this.bytes.subarray(start, start + length));
    } catch {
      return this.fail(`${what} is not UTF-8 text`);
    }
  }

  /** A count of things of at least `leastBytes` each that follow in this file. */
  count(what: string, leastBytes: number, limit: number): number {
    const count = this.u64(`the number of ${what}`);
    if (count > limit) this.fail(`names ${count} ${what}, the limit is ${limit}`);
    if (count * leastBytes > this.fileBytes - this.at)
      this.fail(`is cut off or corrupt: it names ${count} ${what}, and only ${this.fileBytes - this.at} bytes follow`);
    return count;
  }

  private whole(value: bigint, what: string): number {
    if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER))
      this.fail(`${what} is ${value}, far beyond any file`);
    return Number(value);
  }
}
