// What a Parquet file says of itself, held against its size: where its columns lie, how many values and bytes their
// pages unpack to. hyparquet believes these numbers, and a wrong one would fill the memory. Format:
// https://parquet.apache.org/docs/file-format/
import { type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath } from 'hyparquet/src/schema.js';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import { checkFile } from '../formats/format-error';
import { limits } from './limits';
import { checkRuns, checkRunsOfPage, type PageLevels } from './parquet-runs';

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
      checkFile(
        !isFlat || values === inGroup,
        name,
        `a row group has ${inGroup} rows, its columns ${values}: it is damaged`,
      );
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
  readonly unpack: Unpack;
}

export type Unpack = (codec: string, packed: Uint8Array, bytes: number) => Uint8Array;

/** Of the columns that lie in these bytes of the file: their pages, all together and each by itself. */
export function checkPages(metadata: FileMetaData, { start, end, bytes, unpack }: Read, name: string): void {
  const tree = parquetSchema(metadata);
  for (const { columns } of metadata.row_groups) {
    for (const { meta_data: data } of columns) {
      if (!data) continue;
      const first = Number(data.dictionary_page_offset || data.data_page_offset);
      const last = first + Number(data.total_compressed_size);
      if (first < start || last > end) continue;
      const path = getTreePath(tree, data.path_in_schema);
      const levels = { repetition: getMaxRepetitionLevel(path), definition: getMaxDefinitionLevel(path) };
      const open = (packed: Uint8Array, size: number) =>
        data.codec === 'UNCOMPRESSED' ? packed : unpack(data.codec, packed, size);
      const column = { levels, open, isTruth: data.type === 'BOOLEAN', values: Number(data.num_values) };
      checkColumn(bytes.subarray(first - start, last - start), column, name);
    }
  }
}

interface ColumnFacts {
  readonly levels: PageLevels;
  readonly open: (packed: Uint8Array, bytes: number) => Uint8Array;
  readonly isTruth: boolean;
  readonly values: number;
}

function checkColumn(bytes: Uint8Array<ArrayBuffer>, column: ColumnFacts, name: string): void {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  let unpacked = 0;
  let values = 0;
  while (reader.offset < bytes.length - 1) {
    const header = deserializeTCompactProtocol(reader) as Record<string, unknown>;
    const [unpackedBytes, packedBytes] = [Number(header['field_2']), Number(header['field_3'])];
    const data = (header['field_5'] ?? header['field_8'] ?? header['field_7']) as
      | Readonly<Record<string, unknown>>
      | undefined;
    const inPage = Number(data?.['field_1'] ?? 0);
    const isPossible =
      unpackedBytes >= 0 && packedBytes >= 0 && inPage >= 0 && packedBytes <= bytes.length - reader.offset;
    checkFile(isPossible, name, 'a page of it does not fit into its column: it is damaged');
    const isDictionary = header['field_1'] === 2;
    if (!isDictionary) values += inPage;
    unpacked += unpackedBytes;
    checkFile(
      inPage <= mostValues && values <= column.values,
      name,
      'a column has more values than the file says: it is damaged',
    );
    checkFile(
      unpacked <= limits.columnBytes,
      name,
      `a column unpacks to more than ${limits.columnBytes >> 20} MB at once: write the file with smaller row groups`,
    );
    const body = bytes.subarray(reader.offset, reader.offset + packedBytes);
    if (!isDictionary && data)
      checkBody(body, { ...column, data, inPage, unpackedBytes, version: header['field_1'] === 3 ? 2 : 1 }, name);
    reader.offset += packedBytes;
  }
}

interface BodyFacts extends ColumnFacts {
  readonly data: Readonly<Record<string, unknown>>;
  readonly inPage: number;
  readonly unpackedBytes: number;
  readonly version: 1 | 2;
}

function checkBody(
  body: Uint8Array,
  { levels, open, isTruth, data, inPage, unpackedBytes, version }: BodyFacts,
  name: string,
): void {
  const encoding = data[version === 1 ? 'field_2' : 'field_4'];
  const hasDictionary = !isTruth && (encoding === 2 || encoding === 3 || encoding === 8);
  if (version === 1) {
    checkFile(
      !isTruth || encoding === 0,
      name,
      'has a column of truth values in an old encoding: write it as text or numbers',
    );
    checkRunsOfPage(open(body, unpackedBytes), { values: inPage, levels, hasDictionary }, name);
    return;
  }
  const [definition, repetition] = [Number(data['field_5']), Number(data['field_6'])];
  const isPossible =
    definition >= 0 && repetition >= 0 && definition + repetition <= Math.min(body.length, unpackedBytes);
  checkFile(isPossible, name, 'a page of it does not fit into its column: it is damaged');
  const widthOf = (most: number) => 32 - Math.clz32(most);
  // hyparquet reads a length of 0 as "the length comes first", so these bytes are looked at whole
  if (levels.repetition > 0)
    checkRuns(body.subarray(repetition === 0 ? 4 : 0), { width: widthOf(levels.repetition), values: inPage }, name);
  const from = repetition + (definition === 0 ? 4 : 0);
  if (levels.definition > 0)
    checkRuns(body.subarray(from), { width: widthOf(levels.definition), values: inPage }, name);
  if (!hasDictionary && encoding !== 3) return;
  const rest = body.subarray(definition + repetition);
  const page = data['field_7'] === false ? rest : open(rest, unpackedBytes - definition - repetition);
  if (isTruth) checkRuns(page.subarray(4), { width: 1, values: inPage }, name);
  else if (page[0]) checkRuns(page.subarray(1), { width: page[0], values: inPage }, name);
}
