// Database: a question to tables. The writer reads the question and the schema, not the rows, and writes queries, which
// really run in SQLite (run/sandbox/sqlite.ts); the answerer reads the results, and answers (../looking-up). A query
// that fails, takes too long or writes is a result with a reason.
import { valuesFrom } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import type { ProgramResult } from '../../agents/program-runner';
import { drawForSplit } from '../drawing';
import type { Environment, EnvironmentSettings, Picture } from '../environment';
import { type Asked, drawnFrom, type LookUpAction, lookUpWorld } from '../looking-up/looking-up';
import { wordsOfFacts } from '../passage-search/facts-in-words';
import { databaseCard } from './card';
import { afterQuery, type DatabaseState, inOneLine, isRight, mayAnswer, type Queried, runsFor, sqlOf } from './game';
import { databaseKnobs } from './knobs';
import { columnName, nameInSql } from './tables';
import { drawInEnglish } from './tables-in-english';
import { digits, drawInPairs, drawInWords, longestQuery } from './tables-in-words';
import { queryHelp, readQuery, writeQuery } from './wording';

/** A query is "" where nothing is asked. */
export type DatabaseAction = LookUpAction<string, 'writer'>;

function start(seed: number, settings: EnvironmentSettings): DatabaseState {
  const { facts, rows, queries, shown, told } = valuesFrom(databaseKnobs, settings);
  const random = rngFrom('database', seed, facts, rows);
  const draw = { words: drawInWords, pairs: drawInPairs, english: drawInEnglish }[facts];
  const { tables, asked } = drawForSplit({
    seed,
    draw: () => draw(random, rows),
    layout: (drawn) => layout({ tables: drawn.tables, question: drawn.asked.question }),
    what: 'a question to tables',
  });
  return Object.freeze({
    facts,
    tables: Object.freeze(tables),
    ...asked,
    queries,
    shown,
    told,
    queried: Object.freeze([]),
  });
}

/** "person(id, name, born)", a line for each table. */
function schemaOf({ tables }: Pick<DatabaseState, 'tables'>): Picture {
  return tables.map(({ name, columns }) => `${nameInSql(name)}(${columns.map(columnName).map(nameInSql).join(', ')})`);
}

/** Schema and question, which no two splits share. */
export function layout(state: Pick<DatabaseState, 'tables' | 'question'>): string {
  return `${schemaOf(state).join('\n')}\n${state.question}`;
}

function ask(
  state: DatabaseState,
  query: string,
  budget: number,
  result: ProgramResult | undefined,
): Asked<DatabaseState> {
  const idle = (why: string) => ({ state, legal: 0, progress: 0, why });
  if (query === '' || budget < 1) return idle('asked nothing');
  if (mayAnswer(state)) return idle('all queries are used up');
  const words = query.split(' ').length;
  const excess = inWords(state) ? Math.max(0, words - Math.min(mostWords(state), Math.floor(budget))) : 0;
  const { state: next, ran, worth } = afterQuery(state, query, result);
  const last = next.queried.at(-1) as Queried;
  const came = last.failed ?? `${last.count} ${last.count === 1 ? 'row' : 'rows'}`;
  return { state: next, legal: ran ? 1 : 0, progress: worth, why: `asked "${sqlOf(state, query)}": ${came}`, excess };
}

const inWords = ({ facts }: DatabaseState) => facts === 'words' || facts === 'pairs';
/** Of a query in words. */
const mostWords = ({ facts }: DatabaseState) => (facts === 'pairs' ? 2 : longestQuery);

function resultLines({ rows, count, failed }: Queried): Picture {
  if (failed !== undefined) return [`failed: ${failed}`];
  if (count === 0) return ['no rows'];
  return [
    ...rows.map((row) => `row: ${row}`),
    ...(count > rows.length ? [`and ${count - rows.length} more rows`] : []),
  ];
}

/** "see 7" for each row that is read, "see fail" where there is no result. */
function seenInWords({ queried }: DatabaseState): Picture {
  return queried.flatMap(({ rows, failed }) => {
    if (failed !== undefined) return ['see fail'];
    return rows.length === 0 ? ['see'] : rows.map((row) => `see ${row.replaceAll(' | ', ' ')}`);
  });
}

/** "at path need root", a line for each table. */
function schemaInWords({ tables }: DatabaseState): Picture {
  return tables.map(({ name, columns }) => ['at', name, ...columns.slice(2).map(columnName)].join(' '));
}

/** Queries of one column of one table; in words, of one word: what can be written without a thought. */
function plainQueries(state: DatabaseState): readonly string[] {
  if (inWords(state)) return wordsSeen(state);
  return state.tables.flatMap(({ name, columns }) =>
    columns.map((column) => `SELECT ${nameInSql(columnName(column))} FROM ${nameInSql(name)}`),
  );
}

function wordsSeen({ tables, question }: DatabaseState): readonly string[] {
  const schema = tables.flatMap(({ name, columns }) => [name, ...columns.slice(2).map(columnName)]);
  return [...new Set([...schema, ...question.split(' ')])];
}

/** What random play answers, and a tenth of it is right in words. */
function answersIn({ facts, tables }: DatabaseState): readonly string[] {
  if (facts === 'words' || facts === 'pairs') return digits;
  return [...new Set(tables.flatMap(({ rows }) => rows.flatMap((row) => row.map(String))))];
}

/** The values that were read, and the digits, which need no reading; of a file, all rows of a result as well. */
function heardValues({ facts, queried }: DatabaseState): readonly string[] {
  const whole = facts === 'file' ? queried.map(({ rows }) => inOneLine(rows)) : [];
  const values = queried.flatMap(({ rows }) => rows.flatMap((row) => row.split(' | ')));
  return [...new Set([...digits, ...values, ...whole])].filter((value) => value.trim() !== '');
}

type DatabaseWorld = Environment<DatabaseState, DatabaseAction>;

/** `world`: where its problems come from. */
export function databaseOf(world: Pick<DatabaseWorld, 'card' | 'start' | 'problems'>): DatabaseWorld {
  return lookUpWorld<DatabaseState, string, 'writer'>({
    asker: 'writer',
    world: { ...world, layout },
    left: ({ queries, queried }) => queries - queried.length,
    isRight,
    inWords,
    knownWords: wordsOfFacts,
    programs: runsFor,
    ask,
    query: {
      help: queryHelp,
      symbolsPerMove: 20,
      write: writeQuery,
      read: readQuery,
      words: mostWords,
      form: (state) =>
        inWords(state)
          ? {
              help: `${mostWords(state)} of these words: together they stand for a SELECT`,
              button: 'Ask',
              words: wordsSeen(state),
            }
          : { help: 'one SELECT of SQLite', button: 'Run the query', begins: plainQueries(state)[0] ?? 'SELECT ' },
      plain: plainQueries,
      random: (state, moves, random) => {
        const count = inWords(state) ? Math.min(mostWords(state), moves) : Math.min(1, moves);
        return Array.from({ length: count }, () => drawnFrom(plainQueries(state), random)).join(' ');
      },
      best: ({ best }) => best,
    },
    lines: {
      given: (state) => schemaOf(state).map((line) => `table: ${line}`),
      givenInWords: schemaInWords,
      asked: (state) => state.queried.flatMap((one) => [`query: ${sqlOf(state, one.query)}`, ...resultLines(one)]),
      brought: ({ queried }) => queried.flatMap(resultLines),
      nothing: 'no result',
      seen: seenInWords,
    },
    answers: heardValues,
    answerForm: (state) =>
      inWords(state) ? { help: 'one digit', words: digits } : { help: '"answer:" and the answer' },
    alike: {
      /** Other rows, and so another answer. */
      asker: (state, random) => {
        const tables = state.tables.map((table) => ({ ...table, rows: table.rows.slice(1) }));
        return Object.freeze({ ...state, tables, answer: drawnFrom(answersIn(state), random) });
      },
      /** Other tables and another question may have brought the same results. */
      answerer: (state, random) => {
        const question = state.told ? state.question : `${state.question} ${drawnFrom(digits, random)}`;
        return Object.freeze({ ...state, question, tables: [], best: '', answer: drawnFrom(digits, random) });
      },
    },
  });
}

export const database = databaseOf({ card: databaseCard, start });
