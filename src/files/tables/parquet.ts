// Parquet, by hyparquet: the row groups one after the other, of each only the columns that are wanted. Everything the
// file says of sizes is held against the file before anything is made of it (parquet-bounds).
import { type AsyncBuffer, type FileMetaData, parquetMetadata, parquetRead } from 'hyparquet';
import { compressors, decompressZstd } from 'hyparquet-compressors';
import type { ByteSource } from '../formats/byte-source';
import { checkFile, FormatError } from '../formats/format-error';
import { bounded } from './limits';
import { checkGroups, checkPages, type Unpack } from './parquet-bounds';
import type { Rows } from './table';

export interface ParquetTable {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly rows: Rows;
  /** The columns whose first values take few bytes to look at. */
  readonly quick: readonly string[];
}

const mostFooterBytes = 1 << 26;
const quickBytes = 1 << 24;

export async function openParquet(source: ByteSource): Promise<ParquetTable> {
  const metadata = await readFooter(source);
  const columns = topLevelNames(metadata);
  const first = metadata.row_groups[0];
  const isQuick = (name: string) =>
    (first?.columns ?? []).every(
      ({ meta_data: data }) => data?.path_in_schema[0] !== name || Number(data.total_compressed_size) <= quickBytes,
    );
  return {
    columns,
    rowCount: Number(metadata.num_rows),
    quick: columns.filter(isQuick),
    rows: async function* ({ columns: wanted, signal, onProgress }) {
      let before = 0;
      for (const group of metadata.row_groups) {
        signal?.throwIfAborted();
        const rowEnd = before + Number(group.num_rows);
        const cells = await readRows(source, metadata, { from: before, to: rowEnd, columns: wanted ?? columns });
        for (const [index, row] of cells.entries()) yield bounded(before + index + 1, plain(row));
        before = rowEnd;
        onProgress?.(Math.floor((before / Math.max(1, Number(metadata.num_rows))) * source.size));
      }
    },
  };
}

async function readFooter(source: ByteSource): Promise<FileMetaData> {
  const { name, size } = source;
  checkFile(size >= 12, name, `has ${size} bytes: too short for a Parquet file`);
  const end = await source.read(size - 8, size);
  const mark = new TextDecoder().decode(end.subarray(4));
  checkFile(mark !== 'PARE', name, 'is an encrypted Parquet file: write it without encryption');
  checkFile(mark === 'PAR1', name, 'is a Parquet file without its end: is it cut off?');
  const bytes = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  checkFile(
    bytes <= Math.min(size - 12, mostFooterBytes),
    name,
    `says that its footer has ${bytes} bytes: it is damaged`,
  );
  const footer = await source.read(size - 8 - bytes, size);
  const metadata = await orDamaged(name, async () => parquetMetadata(footer, { geoparquet: false }));
  await orDamaged(name, async () => checkGroups(metadata, source));
  return metadata;
}

function topLevelNames({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  let at = 1;
  const skip = () => {
    let left = schema[at++]?.num_children ?? 0;
    while (left > 0 && at < schema.length) left += (schema[at++]?.num_children ?? 0) - 1;
  };
  while (at < schema.length) {
    names.push(schema[at]?.name ?? '');
    skip();
  }
  return names;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly string[];
}

/** One column after the other: where hyparquet reads several at once and one fails, nobody hears of the others'
 *  failures. */
async function readRows(
  source: ByteSource,
  metadata: FileMetaData,
  { from, to, columns }: Stretch,
): Promise<unknown[]> {
  const file: AsyncBuffer = {
    byteLength: source.size,
    slice: async (start, end = source.size) => {
      checkFile(start >= 0 && start <= end && end <= source.size, source.name, 'points outside itself: it is damaged');
      const bytes = await source.read(start, end);
      checkPages(metadata, { start, end, bytes, unpack }, source.name);
      return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : new Uint8Array(bytes).buffer;
    },
  };
  const rows: Record<string, unknown>[] = Array.from({ length: to - from }, () => ({}));
  for (const column of columns) {
    const place = {
      file,
      metadata,
      compressors: unpackers,
      columns: [column],
      rowStart: from,
      rowEnd: to,
      geoparquet: false,
    };
    await orDamaged(source.name, () =>
      parquetRead({
        ...place,
        rowFormat: 'object',
        onComplete: (read) => {
          for (const [index, row] of rows.entries()) row[column] = read[index]?.[column];
        },
      }),
    );
  }
  return rows;
}

/** hyparquet's own take the size from the packed data; here it is the page's, which was checked. */
const unpackers = {
  ...compressors,
  ZSTD: (packed: Uint8Array, bytes: number) => decompressZstd(packed, new Uint8Array(bytes)),
};

const unpack: Unpack = (codec, packed, bytes) => {
  const unpacker = Object.entries(unpackers).find(([name]) => name === codec)?.[1];
  if (!unpacker) throw new Error(`compression ${codec}`);
  return unpacker(packed, bytes);
};

async function orDamaged<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatError || (error instanceof Error && error.name === 'AbortError')) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new FormatError(
      name,
      `cannot be read as Parquet: it is damaged or of an unknown kind (${why.slice(0, 200)})`,
    );
  }
}

/** Values as JSON has them. Integers beyond 2^53 become text; bytes are left out. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value))
    return value instanceof Uint8Array ? null : Array.from(value as unknown as ArrayLike<unknown>, plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
