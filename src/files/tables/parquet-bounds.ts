// What a Parquet file says of itself, held against its size: where its columns lie, how many values and bytes their pages unpack to.
// hyparquet believes these numbers, and a wrong one would fill the memory. Format: https://parquet.apache.org/docs/file-format/
import { type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import { checkFile } from '../formats/format-error';
import { limits } from './limits';

const mostValues = 50_000_000;

export function checkGroups(metadata: FileMetaData, { name, size }: { name: string; size: number }): void {
  const { num_rows, row_groups, schema } = metadata;
  const tree = parquetSchema(metadata);
  const rows = Number(num_rows);
  checkFile(rows >= 0 && rows <= limits.rows, name, `says that it has ${rows} rows, at most ${limits.rows} are read`);
  checkFile(schema.length <= 10 * limits.columns, name, `has ${schema.length} columns, too many to read`);
  let sum = 0;
  for (const group of row_groups) {
    const inGroup = Number(group.num_rows);
    checkFile(inGroup >= 0, name, `says that a row group has ${inGroup} rows: it is damaged`);
    sum += inGroup;
    for (const { meta_data: data, file_path: elsewhere } of group.columns) {
      checkFile(data !== undefined && !elsewhere, name, 'keeps columns in other files: only whole files are read');
      const [values, start] = [Number(data.num_values), Number(data.dictionary_page_offset || data.data_page_offset)];
      checkFile(
        values >= 0 && values <= mostValues && start >= 0 && start + Number(data.total_compressed_size) <= size,
        name,
        `its column "${data.path_in_schema.join('.').slice(0, 60)}" does not fit into it: it is damaged`,
      );
      checkFile(isIn(tree, data.path_in_schema), name, 'has columns that it does not name: it is damaged');
      const isFlat = data.path_in_schema.length === 1;
      checkFile(!isFlat || values === inGroup, name, `a row group has ${inGroup} rows, its columns ${values}: it is damaged`);
    }
  }
  checkFile(sum === rows, name, `says that it has ${rows} rows, its groups have ${sum}: it is damaged`);
}

function isIn({ children }: SchemaTree, [first, ...rest]: readonly string[]): boolean {
  const child = children.find(({ element }) => element.name === first);
  return child !== undefined && (rest.length === 0 || isIn(child, rest));
}

interface Read {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Of the columns that lie in these bytes of the file: their pages together. */
export function checkPages({ row_groups }: FileMetaData, { start, end, bytes }: Read, name: string): void {
  for (const { columns } of row_groups) {
    for (const { meta_data: data } of columns) {
      if (!data) continue;
      const first = Number(data.dictionary_page_offset || data.data_page_offset);
      const last = first + Number(data.total_compressed_size);
      if (first < start || last > end) continue;
      checkColumn(bytes.subarray(first - start, last - start), Number(data.num_values), name);
    }
  }
}

function checkColumn(bytes: Uint8Array<ArrayBuffer>, mostOfPage: number, name: string): void {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  let unpacked = 0;
  let values = 0;
  while (reader.offset < bytes.length - 1) {
    const header = deserializeTCompactProtocol(reader) as Record<string, unknown>;
    const [unpackedBytes, packedBytes] = [Number(header['field_2']), Number(header['field_3'])];
    const data = (header['field_5'] ?? header['field_8'] ?? header['field_7']) as { readonly field_1?: unknown } | undefined;
    const inPage = Number(data?.field_1 ?? 0);
    const isPossible = unpackedBytes >= 0 && packedBytes >= 0 && inPage >= 0 && packedBytes <= bytes.length - reader.offset;
    checkFile(isPossible, name, 'a page of it does not fit into its column: it is damaged');
    if (header['field_7'] === undefined) values += inPage;
    unpacked += unpackedBytes;
    checkFile(inPage <= mostValues && values <= mostOfPage, name, 'a column has more values than the file says: it is damaged');
    checkFile(
      unpacked <= limits.columnBytes,
      name,
      `a column unpacks to more than ${limits.columnBytes >> 20} MB at once: write the file with smaller row groups`,
    );
    reader.offset += packedBytes;
  }
}
