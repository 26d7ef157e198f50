// Rollouts as a table that other programs read: JSONL (a line for each branch) and Parquet (a row group for each step).
// Both are written step by step, so that no more than one step's tree is in memory.
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import {
  type Cell,
  type CellType,
  type RolloutColumn,
  type RolloutTree,
  rolloutColumns,
  rolloutColumnsText,
  rowsOf,
} from './rollout-columns';

export interface RolloutTable {
  /** Appends the rows of one step. */
  add(tree: RolloutTree): void;
  /** The file; nothing can be added afterwards. */
  end(): Uint8Array<ArrayBuffer>;
}

export interface TableOf {
  readonly runId: string;
  /** Names of all reward terms that occur. */
  readonly terms: readonly string[];
}

/** Members are named as Parquet's columns; those without a value are left out. JSON has no infinities: they are
 *  texts. */
export function rolloutJsonl({ runId, terms }: TableOf): RolloutTable {
  const columns = rolloutColumns(terms);
  const parts: Uint8Array[] = [];
  const finite = (_key: string, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  return {
    add: (tree) => {
      let lines = '';
      for (const row of rowsOf(runId, tree))
        lines += `${JSON.stringify(Object.fromEntries(columns.map(({ name, of }) => [name, of(row)])), finite)}\n`;
      parts.push(new TextEncoder().encode(lines));
    },
    end: () => joined(parts),
  };
}

/** What each column means stands in the file's own metadata, under "columns". */
export function rolloutParquet({ runId, terms }: TableOf): RolloutTable {
  const columns = rolloutColumns(terms);
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'rollouts', num_children: columns.length }, ...columns.flatMap(schemaOf)],
    kvMetadata: [
      { key: 'format', value: 'grove-rollouts 1' },
      { key: 'columns', value: rolloutColumnsText(columns) },
    ],
    createdBy: 'Grove',
  });
  return {
    add: (tree) => {
      const rows = [...rowsOf(runId, tree)];
      if (rows.length === 0) return;
      const columnData = columns.map(({ name, type, of }) => ({
        name,
        data: rows.map((row) => parquetCell(type, of(row))),
      }));
      writer.write({ columnData, rowGroupSize: rows.length });
    },
    end: () => {
      writer.finish();
      return new Uint8Array(bytes.getBuffer());
    },
  };
}

const elements = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  truth: { type: 'BOOLEAN' },
  integers: { type: 'INT32' },
  numbers: { type: 'DOUBLE' },
  texts: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const satisfies Record<CellType, object>;

function schemaOf({ name, type, optional }: RolloutColumn): SchemaElement[] {
  const element = elements[type];
  const repetition = optional ? 'OPTIONAL' : 'REQUIRED';
  if (!type.endsWith('s')) return [{ name, ...element, repetition_type: repetition }];
  return [
    { name, repetition_type: repetition, num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...element, repetition_type: 'REQUIRED' },
  ];
}

function parquetCell(type: CellType, cell: Cell): unknown {
  if (cell === undefined) return undefined;
  return type === 'integer' ? BigInt(cell as number) : cell;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
