import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { type ByteSource, bytesSource } from '../formats/byte-source';
import { limits } from './limits';
import { openTable } from './open-table';
import { looksPacked, unpackedText } from './packed-text';
import type { RowWishes, TableRow } from './table';
import { stretchBytes } from './text-stretches';

const source = (text: string | Uint8Array, name = 'file') =>
  bytesSource(typeof text === 'string' ? new TextEncoder().encode(text) : text, name);

async function rowsOf(given: ByteSource, wishes: RowWishes = {}): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of (await openTable(given)).rows(wishes)) rows.push(row);
  return rows;
}

async function cellsOf(given: ByteSource): Promise<unknown[]> {
  return (await rowsOf(given)).map((row) => (row.kind === 'row' ? row.cells : row));
}

const parquet = (rows: number, options: object = {}) =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'question', data: Array.from({ length: rows }, (_, n) => `What is ${n}?`), type: 'STRING' },
        { name: 'number', data: Array.from({ length: rows }, (_, n) => BigInt(n)), type: 'INT64' },
      ],
      rowGroupSize: 10,
      ...options,
    }),
  );

describe('a table', () => {
  it('is known by what is in it, not by its name', async () => {
    const formats = await Promise.all(
      [source(parquet(3)), source('{"a": 1}\n{"a": 2}'), source('\uFEFF [{"a": 1}]'), source('a,b\n1,2')].map(
        openTable,
      ),
    );
    expect(formats.map(({ format }) => format)).toEqual(['parquet', 'jsonl', 'json', 'csv']);
  });

  it('tells its columns by the first rows', async () => {
    const { columns } = await openTable(source('{"a": "x", "b": 1}\n{"b": 2, "c": ["y"], "d": null}\n'));
    expect(columns).toEqual([
      { name: 'a', kind: 'text', example: 'x' },
      { name: 'b', kind: 'number', example: '1' },
      { name: 'c', kind: 'list', example: '["y"]' },
      { name: 'd', kind: 'empty', example: '' },
    ]);
  });

  it('is refused in one line that says what to do', async () => {
    const refused = async (given: ByteSource) => String(await openTable(given).catch((error: unknown) => error));
    expect(await refused(source(''))).toBe('FormatError: file: is empty');
    expect(await refused(source(new Uint8Array(gzipSync('a'))))).toContain('is packed with gzip: unpack it first');
    expect(await refused(source('PK\u0003\u0004'))).toContain('is a ZIP archive');
    expect(await refused(source(new Uint8Array([1, 2, 0, 4])))).toContain(
      'expected Parquet, JSONL, a JSON list of records, or CSV',
    );
    expect(await refused(source('{"a": \n'))).toMatch(/none of its first rows can be read: row 1 is not JSON/);
    expect(await refused(source(parquet(30).slice(0, 400)))).toContain('is it cut off?');
    expect(await refused(source(new Uint8Array([97, 44, 98, 10, 0xf6, 44, 49])))).toContain('is not UTF-8 text');
    expect(await refused(source('a,a\n1,2'))).toContain('names the column "a" twice');
  });
});

describe('rows', () => {
  it('of JSONL are its lines; a broken one does not end the file', async () => {
    const rows = await rowsOf(source('{"a": 1}\n\n{"a"\n[1]\n{"a": 2}'));
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 4, 5]);
    expect(rows[1]).toMatchObject({ kind: 'broken', fault: expect.stringContaining('is not JSON') });
    expect(rows[2]).toMatchObject({ kind: 'broken', fault: 'expected a record of named values, got a list' });
  });

  it('of a JSON list come one by one, whatever stands in their texts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1 }),
        async (given) => {
          fc.pre(given.every((record) => !('__proto__' in record)));
          expect(await cellsOf(source(JSON.stringify(given, undefined, 1)))).toEqual(JSON.parse(JSON.stringify(given)));
        },
      ),
      { numRuns: 50 },
    );
    const inherited = '[{}, {"toString": []}]'; // every record has one of its own kind
    expect(await cellsOf(source(inherited))).toEqual(JSON.parse(inherited));
    await expect(rowsOf(source('[{"a": 1}, {"a": 2}'))).rejects.toThrow('its list does not end');
    await expect(rowsOf(source('[{"a": 1}] and more'))).rejects.toThrow('something stands after the end of its list');
  });

  it('of CSV come with quotes, line breaks and other separators', async () => {
    expect(await cellsOf(source('a;b\r\n"x;\r\ny";"say ""so"""\r\n1;2\r\n'))).toEqual([
      { a: 'x;\r\ny', b: 'say "so"' },
      { a: '1', b: '2' },
    ]);
    const letters = fc.string({ unit: fc.constantFrom('a', 'ä', ',', '"', '\n', ' ') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ one: letters, two: letters }), { minLength: 1 }), async (given) => {
        const filled = given.map(({ one, two }) => ({ one: `x${one}x`, two: `x${two}x` }));
        expect(await cellsOf(source(Papa.unparse(filled, { newline: '\n' })))).toEqual(filled);
      }),
      { numRuns: 50 },
    );
    expect((await rowsOf(source('a,b\n1,2\n1,2,3')))[1]).toMatchObject({
      fault: 'has 3 cells, the first line names 2 columns',
    });
  });

  it('of Parquet come group after group, only the wanted columns, integers as numbers', async () => {
    const table = await openTable(source(parquet(25)));
    expect(table.rowCount).toBe(25);
    const rows = [];
    for await (const row of table.rows({ columns: ['number'] })) rows.push(row);
    expect(rows).toHaveLength(25);
    expect(rows[24]).toEqual({ kind: 'row', number: 25, cells: { number: 24 } });
  });

  it('are read in stretches: a large file is never in memory', async () => {
    const line = `${JSON.stringify({ question: 'ä'.repeat(50_000), answer: 1 })}\n`;
    const bytes = new TextEncoder().encode(line.repeat(60));
    let [largest, done] = [0, 0];
    const counted: ByteSource = {
      ...bytesSource(bytes, 'large.jsonl'),
      read: async (start, end) => {
        largest = Math.max(largest, end - start);
        return bytes.slice(start, end);
      },
    };
    const rows = await rowsOf(counted, { onProgress: (at) => (done = at) });
    expect(rows).toHaveLength(60);
    expect(rows.every(({ kind }) => kind === 'row')).toBe(true);
    expect(largest).toBe(stretchBytes);
    expect(done).toBe(bytes.length);
  });

  it('end where somebody stops them', async () => {
    const stop = new AbortController();
    const reading = rowsOf(source(`${'{"a": 1}\n'.repeat(300_000)}`), {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('that are larger or deeper than is read are broken, by name', async () => {
    const deep = `{"a": ${'['.repeat(40)}${']'.repeat(40)}}`;
    expect((await rowsOf(source(`{"b": 1}\n${deep}\n`)))[1]).toMatchObject({
      fault: `column "a" has more than ${limits.depth} lists or records within one another`,
    });
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`c${n}`, n])));
    expect((await rowsOf(source(`{"b": 1}\n${wide}\n`)))[1]).toMatchObject({
      fault: 'has 1001 columns, at most 1000 are read',
    });
  });
});

describe('packed text', () => {
  const pickled = (text: string) => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([Buffer.from([0x80, 4, 0x58]), length, bytes, Buffer.from([0x94, 0x2e])]);
  };

  it('is unpacked where it is one text', async () => {
    for (const bytes of [pickled('[{"input": "ä"}]'), Buffer.from('[{"input": "ä"}]')]) {
      const packed = deflateSync(bytes).toString('base64');
      expect(looksPacked(packed)).toBe(true);
      expect(await unpackedText(packed, 'tests')).toBe('[{"input": "ä"}]');
    }
    expect(looksPacked('[{"input": "1"}]')).toBe(false);
  });

  it('is refused where unpickling would run something', async () => {
    const program = deflateSync(Buffer.from('\x80\x04cos\nsystem\n(S"ls"\ntR.', 'latin1')).toString('base64');
    await expect(unpackedText(program, 'tests')).rejects.toThrow('they are not read, since unpickling runs programs');
    await expect(unpackedText(deflateSync(pickled('x')).toString('base64').slice(0, 12), 'tests')).rejects.toThrow(
      'cut off',
    );
  });
});
