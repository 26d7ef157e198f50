// The state of a question to a database and its rules: the queries so far with their results, and the answer. Whatever
// is asked of the tables runs elsewhere, in SQLite; here it is said what must run and what follows. Knows nothing of
// wording.
import type { ProgramRequest, ProgramResult } from '../../agents/program-runner';
import { sameAnswer } from '../passage-search/exact-match';
import type { Asked, Table } from './tables';
import { sqlOfWords } from './tables-in-words';

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
  readonly facts: 'words' | 'english';
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

export function isRight({ said, answer }: DatabaseState): boolean {
  return said !== undefined && sameAnswer(said, answer);
}

/** The SQL that a query is, or stands for. */
export function sqlOf({ facts }: Pick<DatabaseState, 'facts'>, query: string): string {
  return facts === 'words' ? sqlOfWords(query.split(' ')) : query;
}

export function runsFor(state: DatabaseState, query: string): readonly ProgramRequest[] {
  return query === '' || mayAnswer(state)
    ? []
    : [{ language: 'sql', source: sqlOf(state, query), globals: { tables: state.tables }, seed: 0 }];
}

/** The state after a query, and what it is worth: half for its parts – the share of the best query's words that it
 *  names (the components of Spider, Yu et al. 2018) –, half where it brings the answer, shared among all the rows it
 *  brings (execution accuracy). */
export function afterQuery(state: DatabaseState, query: string, result: ProgramResult | undefined) {
  const lines = result?.end === 'finished' ? result.output.trimEnd().split('\n').slice(1) : [];
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
  const brings = lines.some((line) => sameAnswer(line, state.answer)) ? 1 / lines.length : 0;
  return {
    state: Object.freeze({ ...state, queried: Object.freeze([...state.queried, entry]) }),
    ran,
    worth: (share + brings) / 2,
  };
}

function partsOf(query: string): string[] {
  return query.toLowerCase().match(/[\p{L}\p{N}_]+|[<>=*]+/gu) ?? [];
}
