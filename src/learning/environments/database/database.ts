// Database: a question to tables. The writer reads the question and the schema, not the rows, and writes queries, which
// really run in SQLite (run/sandbox/sqlite.ts); the answerer reads the results, and answers. Neither can do it alone:
// the writer does not answer, the answerer sees nothing that was not asked for – and not even the question, unless it
// is told. A query that fails, takes too long or writes is a result with a reason.
import { valuesFrom } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import type { ProgramResult } from '../../agents/program-runner';
import { drawForSplit } from '../drawing';
import {
  type Environment,
  type EnvironmentSettings,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerPart,
} from '../environment';
import { answerHelp, readAnswer, writeAnswer } from '../passage-search/wording';
import { linesOf } from '../text-lines';
import { databaseCard } from './card';
import { afterQuery, type DatabaseState, isRight, mayAnswer, type Queried, runsFor, sqlOf } from './game';
import { databaseKnobs } from './knobs';
import { columnName } from './tables';
import { drawInEnglish } from './tables-in-english';
import { digits, drawInWords, longestQuery } from './tables-in-words';
import { queryHelp, readQuery, writeQuery } from './wording';

export type DatabaseAction =
  /** "" where nothing is asked. */
  | { readonly player: 'writer'; readonly query: string }
  /** Nothing where nothing is answered. */
  | { readonly player: 'answerer'; readonly answer?: string };

type Part = PlayerPart<DatabaseState, DatabaseAction>;
const title = 'signals';
const nothing = { team: 0, legal: 0, progress: 0 } as const;

function start(seed: number, settings: EnvironmentSettings): DatabaseState {
  const { facts, rows, queries, shown, told } = valuesFrom(databaseKnobs, settings);
  const random = rngFrom('database', seed, facts, rows);
  const draw = facts === 'words' ? drawInWords : drawInEnglish;
  const { tables, asked } = drawForSplit({
    seed,
    draw: () => draw(random, rows),
    layout: (drawn) => `${schemaOf(drawn).join('\n')}\n${drawn.asked.question}`,
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
  return tables.map(({ name, columns }) => `${name}(${columns.map(columnName).join(', ')})`);
}

function layout(state: DatabaseState): string {
  return `${schemaOf(state).join('\n')}\n${state.question}`;
}

type Terms = Outcome<DatabaseState>['terms'];

function after(state: DatabaseState, terms: Terms, why: string, excess = 0): Outcome<DatabaseState> {
  const frames = terms.legal > 0 ? [pictureOf(state)] : [];
  return { state, terms, solved: isRight(state), done: state.said !== undefined, why, frames, excess };
}

function ask(state: DatabaseState, query: string, budget: number, result: ProgramResult | undefined) {
  if (query === '' || budget < 1) return after(state, nothing, 'asked nothing');
  if (mayAnswer(state)) return after(state, nothing, 'all queries are used up');
  const words = query.split(' ').length;
  const excess = state.facts === 'words' ? Math.max(0, words - Math.min(longestQuery, Math.floor(budget))) : 0;
  const { state: next, ran, worth } = afterQuery(state, query, result);
  const last = next.queried.at(-1) as Queried;
  const came = last.failed ?? `${last.count} ${last.count === 1 ? 'row' : 'rows'}`;
  return after(
    next,
    { team: 0, legal: ran ? 1 : 0, progress: worth },
    `asked "${sqlOf(state, query)}": ${came}`,
    excess,
  );
}

function answer(state: DatabaseState, said: string | undefined): Outcome<DatabaseState> {
  if (said === undefined) return after(state, nothing, 'answered nothing');
  if (state.said !== undefined || !mayAnswer(state)) return after(state, nothing, 'it is not time to answer');
  const next = Object.freeze({ ...state, said });
  const right = isRight(next) ? 1 : 0;
  const otherwise = right ? '' : `, but it was "${state.answer}"`;
  return after(next, { team: right, legal: 1, progress: right }, `answered "${said}"${otherwise}`);
}

function resultLines({ rows, count, failed }: Queried): Picture {
  if (failed !== undefined) return [`failed: ${failed}`];
  if (count === 0) return ['no rows'];
  return [
    ...rows.map((row) => `row: ${row}`),
    ...(count > rows.length ? [`and ${count - rows.length} more rows`] : []),
  ];
}

function linesForWriter(state: DatabaseState): Picture {
  const asked = state.queried.flatMap((one) => [`query: ${sqlOf(state, one.query)}`, ...resultLines(one)]);
  return [...schemaOf(state).map((line) => `table: ${line}`), `question: ${state.question}`, ...asked];
}

function linesForAnswerer(state: DatabaseState): Picture {
  const results = state.queried.flatMap(resultLines);
  return [...(state.told ? [`question: ${state.question}`] : []), ...(results.length === 0 ? ['no result'] : results)];
}

function pictureOf(state: DatabaseState): Picture {
  const said = state.said === undefined ? [] : [`answer: ${state.said}`];
  return linesOf([...linesForWriter(state), ...said].join('\n'));
}

const inLines = (lines: Picture) => lines.map((line) => `${line}\n`).join('');

/** "see 7" for each row that is read, "see fail" where there is no result. */
function seenInWords({ queried }: DatabaseState): Picture {
  return queried.flatMap(({ rows, failed }) => {
    if (failed !== undefined) return ['see fail'];
    return rows.length === 0 ? ['see'] : rows.map((row) => `see ${row.replaceAll(' | ', ' ')}`);
  });
}

/** "at path need root", a line for each table. */
function schemaInWords({ tables }: DatabaseState): Picture {
  return tables.map(({ name, columns }) => `at ${name} ${columns.slice(2).map(columnName).join(' ')}`);
}

const drawnFrom = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

/** Queries of one column of one table; in words, of one word: what can be written without a thought. */
function plainQueries(state: DatabaseState): readonly string[] {
  if (state.facts === 'words') return wordsSeen(state);
  return state.tables.flatMap(({ name, columns }) =>
    columns.map((column) => `SELECT ${columnName(column)} FROM ${name}`),
  );
}

function wordsSeen({ tables, question }: DatabaseState): readonly string[] {
  const schema = tables.flatMap(({ name, columns }) => [name, ...columns.slice(2).map(columnName)]);
  return [...new Set([...schema, ...question.split(' ')])];
}

/** What random play answers, and a tenth of it is right in words. */
function answersIn({ facts, tables }: DatabaseState): readonly string[] {
  if (facts === 'words') return digits;
  return [...new Set(tables.flatMap(({ rows }) => rows.flatMap((row) => row.map(String))))];
}

const writer: Part = {
  waits: mayAnswer,
  legal: (state) => (mayAnswer(state) ? [] : plainQueries(state).map((query) => ({ player: 'writer', query }))),
  random: (state, moves, random) => {
    const count = state.facts === 'words' ? Math.min(longestQuery, moves) : Math.min(1, moves);
    const parts = Array.from({ length: count }, () => drawnFrom(plainQueries(state), random));
    return { player: 'writer', query: parts.join(' ') };
  },
  solve: (state) => (mayAnswer(state) ? undefined : { player: 'writer', query: state.best }),
  picture: (state) => linesOf(linesForWriter(state).join('\n')),
  wording: {
    title,
    cue: 'listener',
    describe: (state) =>
      inLines(
        state.facts === 'words'
          ? [...schemaInWords(state), `hear ${state.question}`, ...seenInWords(state)]
          : linesForWriter(state),
      ),
    describeAfter: (state) => inLines(linesForWriter(state)),
    write: (action) => (action.player === 'writer' ? writeQuery(action.query) : ''),
    read: (text) => {
      const query = readQuery(text);
      return query === undefined ? undefined : { player: 'writer', query };
    },
    help: queryHelp,
    symbolsPerMove: 20,
    words: ({ facts }) => (facts === 'words' ? longestQuery : undefined),
  },
  byHand: {
    kind: 'write',
    form: (state) =>
      state.facts === 'words'
        ? {
            help: `${longestQuery} of these words: together they stand for a SELECT`,
            button: 'Ask',
            words: wordsSeen(state),
          }
        : { help: 'one SELECT of SQLite', button: 'Run the query', begins: plainQueries(state)[0] ?? 'SELECT ' },
  },
  /** Other rows, and so another answer. */
  alike: (state, random) => {
    const tables = state.tables.map((table) => ({ ...table, rows: table.rows.slice(1) }));
    return Object.freeze({ ...state, tables, answer: drawnFrom(answersIn(state), random) });
  },
  ceiling: () => 0,
};

const answerer: Part = {
  waits: (state) => !mayAnswer(state),
  legal: (state) =>
    state.said !== undefined || !mayAnswer(state)
      ? []
      : heardValues(state).map((one) => ({ player: 'answerer', answer: one })),
  random: (state, _moves, random) => ({ player: 'answerer', answer: drawnFrom(heardValues(state), random) }),
  solve: (state) => (mayAnswer(state) ? { player: 'answerer', answer: state.answer } : undefined),
  picture: (state) => linesOf(linesForAnswerer(state).join('\n')),
  wording: {
    title,
    cue: 'speaker',
    describe: (state) =>
      inLines(
        state.facts === 'words'
          ? [...(state.told ? [`hear ${state.question}`] : []), ...seenInWords(state)]
          : linesForAnswerer(state),
      ),
    describeAfter: (state) => inLines(linesForAnswerer(state)),
    write: (action) => (action.player === 'answerer' && action.answer !== undefined ? writeAnswer(action.answer) : ''),
    read: (text) => {
      const said = readAnswer(text);
      return said === undefined ? undefined : { player: 'answerer', ...(said === '' ? {} : { answer: said }) };
    },
    help: answerHelp,
    symbolsPerMove: 3,
    words: ({ facts }) => (facts === 'words' ? 1 : undefined),
  },
  byHand: {
    kind: 'write',
    form: (state) => ({
      help: state.facts === 'words' ? 'one digit' : '"answer:" and the answer',
      button: 'Answer',
      ...(state.facts === 'words' ? { words: digits } : {}),
    }),
  },
  /** Other tables and another question may have brought the same results. */
  alike: (state, random) => {
    const question = state.told ? state.question : `${state.question} ${drawnFrom(digits, random)}`;
    return Object.freeze({ ...state, question, tables: [], best: '', answer: drawnFrom(digits, random) });
  },
  ceiling: () => 0,
};

/** The values that were read, and the digits, which need no reading. */
function heardValues({ queried }: DatabaseState): readonly string[] {
  return [...new Set([...digits, ...queried.flatMap(({ rows }) => rows.flatMap((row) => row.split(' | ')))])].filter(
    (value) => value.trim() !== '',
  );
}

const moverOf = (state: DatabaseState) => (mayAnswer(state) ? answerer : writer);

export const database: Environment<DatabaseState, DatabaseAction> = {
  card: databaseCard,
  players: { writer, answerer },
  start,
  layout,
  canonical: layout,
  programs: (state, action) => (action.player === 'writer' ? runsFor(state, action.query) : []),
  act: (state, action, budget, results) =>
    action.player === 'writer' ? ask(state, action.query, budget, results?.[0]) : answer(state, action.answer),
  solved: isRight,
  remaining: (state) => {
    if (state.said !== undefined) return isRight(state) ? 0 : Number.POSITIVE_INFINITY;
    return 1 + state.queries - state.queried.length;
  },
  legal: (state) => moverOf(state).legal(state),
  random: (state, moves, random) => moverOf(state).random(state, moves, random),
  solve: (state) => moverOf(state).solve(state),
  picture: pictureOf,
  wording: {
    title,
    describe: (state) => inLines(pictureOf(state)),
    describeAfter: (state) => inLines(pictureOf(state)),
    write: (action) => (action.player === 'writer' ? writer.wording.write(action) : answerer.wording.write(action)),
    read: (text) => writer.wording.read(text) ?? answerer.wording.read(text),
    help: `${queryHelp}; or ${answerHelp}`,
    symbolsPerMove: 20,
  },
  calls: noCalls as Environment<DatabaseState, DatabaseAction>['calls'],
};
