// A database in a file is hostile until checked: it is read to tables, or refused in one line that names it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Rng, rngFrom } from '../../basics/rng';
import { tried } from '../../export/hostile-files.fixture';
import { bytesSource } from '../formats/byte-source';
import { databaseOfScript, readDatabase } from './open-database';

const sample = (name: string) =>
  new Uint8Array(
    readFileSync(new URL(`../../../e2e/samples/problems/golden/database/harbours/${name}`, import.meta.url)),
  );
const read = (bytes: Uint8Array, name = 'harbours') => readDatabase(bytesSource(bytes, name));
const faultOf = (script: string) => tried(async () => databaseOfScript(script, 'it.sql'));

describe('a database', () => {
  it('has the same tables as a script and as a file of SQLite, whose rows lie on many pages', async () => {
    const tables = await read(sample('schema.sql'));
    expect(tables.map(({ name, columns, rows }) => [name, columns, rows.length])).toEqual([
      ['harbour', ['"harbour_id" INTEGER PRIMARY KEY', '"name of harbour" VARCHAR', '"depth" REAL', '"note" TEXT'], 6],
      ['boat', ['"id" int', '"name" text', '"crew" int', '"home" int'], 10],
      ['visit', ['"boat_id" INTEGER', '"harbour_id" INTEGER', '"tons" REAL'], 90],
    ]);
    expect(tables[0]?.rows[2]?.[3]).toMatch(/^Keeper's (long ){200}note$/);
    expect(await read(sample('harbours.sqlite'))).toEqual(tables);
  });

  it('is read from the ways in which scripts are written', () => {
    const script = `-- of a dump
      SET NAMES utf8; create table if not exists \`main\`.[odd name] ("a b" NVARCHAR(20) DEFAULT 'x;y', c DECIMAL(10,2) CHECK (c > 0),
      CONSTRAINT k PRIMARY KEY ("a b"), UNIQUE (c));
      insert or ignore into "Odd Name" (C, "a b") values (-1.5e2, 'it''s; -- no'), (+2, NULL), (TRUE, "dq"); /* end */`;
    expect(databaseOfScript(script, 'it.sql')).toEqual([
      {
        name: 'odd name',
        columns: ['"a b" NVARCHAR', '"c" DECIMAL'],
        rows: [
          ["it's; -- no", -150],
          [null, 2],
          ['dq', 1],
        ],
      },
    ]);
  });

  it.each([
    ['CREATE TABLE a (b INT); INSERT INTO a SELECT 1', 'otherwise than with VALUES'],
    ["CREATE TABLE a (b INT); INSERT INTO a VALUES (load_extension('x'))", 'the value "load_extension"'],
    ['CREATE TABLE a (b INT); INSERT INTO a VALUES (1, 2)', 'statement 2: has 2 values for 1 columns of "a"'],
    ['CREATE TABLE a (b INT); INSERT INTO c VALUES (1)', 'writes to "c", which no statement before it makes'],
    ['CREATE TABLE a (b INT); INSERT INTO a (d) VALUES (1)', 'names the column "d", which "a" has not'],
    ['CREATE TABLE a (b INT); UPDATE a SET b = 1', 'statement 2: begins with "UPDATE"'],
    ["ATTACH 'x' AS y", 'begins with "ATTACH"'],
    ['CREATE TABLE a (b INT); CREATE TABLE A (b INT)', 'makes the table "A" twice'],
    ['CREATE TABLE a (b INT, B INT)', 'names a column of "a" twice'],
    ['CREATE TABLE a AS SELECT 1', 'expected "("'],
    ['CREATE TABLE a (b INT', 'expected ")", got "its end"'],
    ['CREATE TABLE a (b INT)', 'has tables without rows'],
    ["SELECT 'open", 'is no SQL in line 1'],
    ['', 'has no tables'],
  ])('%s: %s', (script, why) => {
    expect(() => databaseOfScript(script, 'it.sql')).toThrow(why);
    expect(() => databaseOfScript(script, 'it.sql')).toThrow(/^it\.sql/);
  });

  it('is refused where it is larger than is played with', async () => {
    const rows = Array.from({ length: 10_001 }, () => '(1)').join(',');
    expect(() => databaseOfScript(`CREATE TABLE a (b INT); INSERT INTO a VALUES ${rows}`, 'it.sql')).toThrow('10000');
    const columns = Array.from({ length: 101 }, (_, n) => `c${n} INT`).join(',');
    expect(() => databaseOfScript(`CREATE TABLE a (${columns})`, 'it.sql')).toThrow('101 columns, at most 100');
    await expect(read(sample('harbours.sqlite').subarray(0, 3000))).rejects.toThrow('is it cut off?');
    await expect(read(new Uint8Array([0xff, 0xfe, 0]))).rejects.toThrow('neither a file of SQLite nor a script');
    await expect(read(new Uint8Array())).rejects.toThrow('harbours: is empty');
  });
});

describe('hostile databases are read or refused in one line', () => {
  const change = (bytes: Uint8Array, rng: Rng) => {
    const copy = bytes.slice(0, rng.number() < 0.2 ? rng.integer(bytes.length) : bytes.length);
    for (let flip = 0; flip < 1 + rng.integer(6) && copy.length > 0; flip++) {
      const at = rng.number() < 0.5 ? rng.integer(Math.min(copy.length, 200)) : rng.integer(copy.length);
      copy[at] = rng.pick([0, 255, 13, 5, rng.integer(256)]);
    }
    return copy;
  };
  it.each(['schema.sql', 'harbours.sqlite'])('%s, changed at random', async (name) => {
    const bytes = sample(name);
    const counts = { read: 0, refused: 0 };
    for (let round = 0; round < 1500; round++) counts[await tried(() => read(change(bytes, rngFrom(name, round))))]++;
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(50);
  });
  it('pages that lead in a circle end', async () => {
    const bytes = sample('harbours.sqlite');
    const view = new DataView(bytes.buffer);
    for (let page = 1; page < bytes.length / 512; page++)
      if (view.getUint8(page * 512) === 5) view.setUint32(page * 512 + 8, page + 1);
    expect(await tried(() => read(bytes))).toBe('refused');
    expect(await faultOf('CREATE TABLE a ('.repeat(5000))).toBe('refused');
  });
});
