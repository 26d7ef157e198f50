// What a question is asked about: tables that are made for it, the question, its answer, and the query that finds it.
// The tables of this kind in words that the shipped model knows are in tables-in-words.ts, those in English in
// tables-in-english.ts.
import type { Rng } from '../../../basics/rng';
import type { Table } from '../problems';
import { keywords } from './keywords';

export type Value = Table['rows'][number][number];

/** As the sandbox takes it (run/sandbox/sqlite.ts). */
export type { Table };

export interface Asked {
  readonly question: string;
  readonly answer: string;
  /** A query that brings the answer and nothing else, as it is written here. */
  readonly best: string;
}

export interface DrawnDatabase {
  readonly tables: readonly Table[];
  readonly asked: Asked;
}

export type DrawDatabase = (rng: Rng, rows: number) => DrawnDatabase;

/** "born" of "born INTEGER", "place of birth" of '"place of birth" TEXT'. */
export function columnName(definition: string): string {
  const [, quotedName] = /^"((?:[^"]|"")*)"/.exec(definition) ?? [];
  return quotedName?.replaceAll('""', '"') ?? definition.split(' ')[0] ?? '';
}

/** A name as it stands in SQL: quoted where it would be read as something else, as "drop" would. */
export function nameInSql(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The value of a row by its column's name. */
export function cellOf(table: Table, row: readonly Value[], column: string): Value {
  return row[table.columns.findIndex((definition) => columnName(definition) === column)] as Value;
}
