// The state of a question to a database and its rules: the queries so far with their results, and the answer. Whatever
// is asked of the tables runs elsewhere, in SQLite; here it is said what must run and what follows. Knows nothing of
// wording.
import type { ProgramRequest, ProgramResult } from '../../agents/program-runner';
import { sameAnswer } from '../passage-search/exact-match';
import type { Asked, Table } from './tables';
import { sqlOfPair, sqlOfWords } from './tables-in-words';

export interface Queried {
  /** As it was written. */
  readonly query: string;
  /** Rows in words, values apart by " | ", no more than are shown; nothing where the query failed. */
  readonly rows: readonly string[];
  /** Rows there are. */
  readonly count: number;
  /** Why there is no result. */
  readonly failed?: string;
}

/** Tables, answer and best query are hidden from whoever writes queries; whoever answers sees results alone. */
export interface DatabaseState extends Asked {
  readonly facts: 'words' | 'pairs' | 'english' | 'file';
  readonly tables: readonly Table[];
  /** Before the answer is due. */
  readonly queries: number;
  /** Rows of a result that are read. */
  readonly shown: number;
  readonly told: boolean;
  readonly queried: readonly Queried[];
  /** The answer that was given. */
  readonly said?: string;
}

export function mayAnswer({ queried, queries }: DatabaseState): boolean {
  return queried.length >= queries;
}

export function isRight({ facts, said, answer, best }: DatabaseState): boolean {
  if (said === undefined) return false;
  return facts === 'file' ? sameRows(said, answer, isOrdered(best)) : sameAnswer(said, answer);
}

/** The SQL that a query is, or stands for. */
export function sqlOf({ facts }: Pick<DatabaseState, 'facts'>, query: string): string {
  if (facts === 'pairs') return sqlOfPair(query.split(' '));
  return facts === 'words' ? sqlOfWords(query.split(' ')) : query;
}

export function runsFor(state: DatabaseState, query: string): readonly ProgramRequest[] {
  return query === '' || mayAnswer(state)
    ? []
    : [{ language: 'sql', source: sqlOf(state, query), globals: { tables: state.tables }, seed: 0 }];
}

/** Lines of a result, without the names of its columns. */
export function rowsOf(result: ProgramResult | undefined): readonly string[] {
  return result?.end === 'finished' ? result.output.trimEnd().split('\n').slice(1) : [];
}

/** As an answer of several rows is written. */
export function inOneLine(rows: readonly string[]): string {
  return rows.join('; ');
}

/** Execution match: as many rows, and the same ones – in the same order where the query says one (`result_eq` of
 *  Spider's evaluation, github.com/taoyds/test-suite-sql-eval, but for columns, which stand as they were asked for). */
function sameRows(one: string, other: string, ordered: boolean): boolean {
  const [rows, others] = [rowsIn(one), rowsIn(other)];
  if (!ordered) [rows, others].forEach((list) => list.sort());
  return rows.length === others.length && rows.every((row, place) => row === others[place]);
}

function rowsIn(text: string): string[] {
  return text.split(';').map((row) => row.toLowerCase().replace(/\s+/g, ' ').trim());
}

function isOrdered(query: string): boolean {
  return /\border\s+by\b/i.test(query);
}

/** How many rows of the answer a query brings: all of them, or none. */
function rowsFound(lines: readonly string[], { answer, best }: DatabaseState): number {
  const wanted = rowsIn(answer);
  const brought = rowsIn(inOneLine(lines));
  if (brought.length === wanted.length) return sameRows(inOneLine(lines), answer, isOrdered(best)) ? lines.length : 0;
  const left = new Map<string, number>();
  for (const row of brought) left.set(row, (left.get(row) ?? 0) + 1);
  for (const row of wanted) left.set(row, (left.get(row) ?? 0) - 1);
  return [...left.values()].every((count) => count >= 0) ? Math.min(wanted.length, lines.length) : 0;
}

/** The state after a query, and what it is worth: half for its parts – the share of the best query's words that it
 *  names (the components of Spider, Yu et al. 2018) –, half where it brings the answer, shared among all the rows it
 *  brings (execution accuracy). */
export function afterQuery(state: DatabaseState, query: string, result: ProgramResult | undefined) {
  const lines = rowsOf(result);
  const ran = result?.end === 'finished';
  const entry: Queried = Object.freeze({
    query,
    rows: Object.freeze(lines.slice(0, state.shown)),
    count: lines.length,
    ...(ran ? {} : { failed: result?.why ?? 'it was not run' }),
  });
  const parts = [...new Set(partsOf(state.best))];
  const named = new Set(partsOf(query));
  const share = parts.filter((part) => named.has(part)).length / parts.length;
  const found =
    state.facts === 'file' ? rowsFound(lines, state) : Number(lines.some((line) => sameAnswer(line, state.answer)));
  return {
    state: Object.freeze({ ...state, queried: Object.freeze([...state.queried, entry]) }),
    ran,
    worth: (share + (found === 0 ? 0 : found / lines.length)) / 2,
  };
}

function partsOf(query: string): string[] {
  return query.toLowerCase().match(/[\p{L}\p{N}_]+|[<>=*]+/gu) ?? [];
}
