// Layouts of questions that are looked up: in passages (HotpotQA and those who took its columns: 2WikiMultihopQA,
// MuSiQue's paragraphs), in databases (Spider, BIRD; tables written out as CREATE and INSERT beside the question).
// Columns after hotpotqa.github.io, yale-lily.github.io/spider and the data sets' cards on Hugging Face
// (hotpotqa/hotpot_qa, xlangai/spider, gretelai/synthetic_text_to_sql).
import { inOneLine, rowsOf } from '../database/game';
import { sameAnswer } from '../passage-search/exact-match';
import type { DatabaseProblem, Passage, SearchProblem } from '../problems';
import { idOf, inWords, isRecord, jsonOf, optionalText, textOf } from './cells';
import { CellFault, type FieldCard, type FieldValues, type Layout, type ProblemRead, type RowContext } from './layout';

const mostAnswerChars = 200;
const mostPassages = 200;
const mostTitleChars = 300;
const mostPassageChars = 6000;
const mostQueryChars = 4000;
/** The most that a knob of the world lets be read. */
const mostRows = 20;
const passagesExpected = 'passages: a list of [title, [sentences]]';

const question: FieldCard = {
  name: 'Question',
  meaning: 'What is asked.',
  columns: ['question', 'sql_prompt', 'utterance', 'query'],
  needed: true,
};
const id: FieldCard = { name: 'Name', meaning: 'The row’s own name.', columns: ['_id', 'id', 'question_id'] };

const hotpotQa: Layout = {
  id: 'hotpotqa',
  name: 'HotpotQA',
  world: 'passage-search',
  usualSplits: 'by-problem',
  fields: {
    question: { ...question, columns: ['question', 'query'] },
    answer: {
      name: 'Answer',
      meaning: 'The right answer alone; never shown to an agent.',
      columns: ['answer'],
      needed: true,
    },
    context: {
      name: 'Passages',
      meaning: 'Those of all rows are searched together.',
      columns: ['context', 'paragraphs', 'passages'],
      needed: true,
    },
    supporting: {
      name: 'Needed passages',
      meaning: 'Titles of those that say the answer; a searcher earns by finding them.',
      columns: ['supporting_facts'],
    },
    id,
  },
  tells: (columns) =>
    columns.has('question') &&
    ((columns.has('context') && columns.has('supporting_facts')) || columns.has('paragraphs')),
  read: readSearch,
};

const spider: Layout = {
  id: 'spider',
  name: 'Spider',
  world: 'database',
  asksDatabases: true,
  usualSplits: 'by-problem',
  fields: {
    question: { ...question, columns: ['question', 'sql_prompt', 'utterance'] },
    query: {
      name: 'Query',
      meaning: 'The right SQL; what it brings is the answer. Never shown to an agent.',
      columns: ['query', 'sql', 'gold_sql', 'gold'],
      needed: true,
    },
    database: {
      name: 'Database',
      meaning: 'Which database is asked, a file given beside this one.',
      columns: ['db_id', 'database_id', 'database', 'db'],
    },
    script: {
      name: 'Tables',
      meaning: 'CREATE and INSERT statements, where they stand in the row.',
      columns: ['sql_context', 'script', 'tables'],
    },
    hint: { name: 'Hint', meaning: 'Stands after the question, as in BIRD.', columns: ['evidence'] },
    id,
  },
  tells: (columns) =>
    (columns.has('db_id') || columns.has('sql_context')) && (columns.has('query') || columns.has('sql')),
  read: readDatabase,
};

export const lookUpLayouts: readonly Layout[] = [hotpotQa, spider];

function readSearch(
  values: FieldValues,
  { row, source }: RowContext,
): ProblemRead & { readonly problem: SearchProblem } {
  const passages = passagesIn(jsonOf(values, 'context', passagesExpected));
  const answer = shortAnswer(values);
  const given = supportingTitles(values) ?? passages.filter(({ supports }) => supports).map(({ title }) => title);
  const unknown = given.find((title) => passages.every((passage) => passage.title !== title));
  if (unknown !== undefined)
    throw new CellFault('supporting', 'titles of passages of the same row', `"${unknown.slice(0, 60)}"`);
  const needed = [...new Set(given)];
  const problem: SearchProblem = {
    id: idOf(values, row),
    question: textOf(values, 'question', 'the question as text'),
    answer,
    needed,
    passages: passages.map(({ title, text }) => ({ title, text })),
    source,
  };
  const notes =
    needed.length === 0 ? ['does not say which passages are needed: queries earn nothing of their own'] : [];
  return { problem, notes };
}

function shortAnswer(values: FieldValues): string {
  const { answer } = values;
  const text = typeof answer === 'number' ? String(answer) : textOf(values, 'answer', 'a short answer as text');
  if (text.length > mostAnswerChars || sameAnswer(text, ''))
    throw new CellFault(
      'answer',
      `an answer of one to ${mostAnswerChars} characters, articles not counted`,
      inWords(text),
    );
  return text.replace(/\s+/g, ' ');
}

interface PassageRead extends Passage {
  readonly supports: boolean;
}

/** [[title, [sentences]]], { title: [], sentences: [[]] }, or records of a title and a text. */
function passagesIn(value: unknown): readonly PassageRead[] {
  const fault = (got: unknown) => new CellFault('context', passagesExpected, inWords(got));
  const list = isRecord(value) ? pairsIn(value) : value;
  if (!Array.isArray(list) || list.length === 0) throw fault(value);
  if (list.length > mostPassages)
    throw new CellFault('context', `at most ${mostPassages} passages`, `${list.length} of them`);
  return list.map((one: unknown) => {
    const [title, said, supports]: readonly unknown[] = isRecord(one)
      ? [one['title'], one['sentences'] ?? one['paragraph_text'] ?? one['text'], one['is_supporting']]
      : Array.isArray(one)
        ? one
        : [];
    const sentences: readonly unknown[] = Array.isArray(said) ? said : [said];
    if (typeof title !== 'string' || !sentences.every((sentence) => typeof sentence === 'string')) throw fault(one);
    const passage = { title: oneLine(title), text: oneLine(sentences.join(' ')), supports: supports === true };
    if (passage.title === '' || passage.text === '') throw fault(one);
    if (passage.title.length > mostTitleChars || passage.text.length > mostPassageChars)
      throw new CellFault('context', `passages of at most ${mostPassageChars} characters`, inWords(passage.title));
    return passage;
  });
}

/** Undefined where there are not as many sentences as titles. */
function pairsIn({ title: titles, sentences }: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(titles) || !Array.isArray(sentences) || titles.length !== sentences.length) return undefined;
  return titles.map((title: unknown, at) => [title, sentences[at] as unknown]);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** [[title, sentence]], or { title: [], sent_id: [] }; undefined where none are given. */
function supportingTitles(values: FieldValues): readonly string[] | undefined {
  if (values['supporting'] === undefined) return undefined;
  const expected = 'needed passages: a list of [title, sentence]';
  const given = jsonOf(values, 'supporting', expected);
  const titles: unknown = isRecord(given)
    ? given['title']
    : Array.isArray(given)
      ? given.map((one: unknown) => (Array.isArray(one) ? (one as readonly unknown[])[0] : one))
      : undefined;
  if (!Array.isArray(titles) || !titles.every((title) => typeof title === 'string'))
    throw new CellFault('supporting', expected, inWords(given));
  return titles.map(oneLine);
}

function readDatabase(
  values: FieldValues,
  { row, source, beside }: RowContext,
): ProblemRead & { readonly problem: DatabaseProblem } {
  const query = textOf(values, 'query', 'a query as text').replace(/\s*;\s*$/, '');
  if (query.length > mostQueryChars)
    throw new CellFault('query', `a query of at most ${mostQueryChars} characters`, `${query.length} of them`);
  const asked = textOf(values, 'question', 'the question as text');
  const hint = optionalText(values, 'hint');
  if (beside === undefined) throw new CellFault('database', 'a database that can be asked', 'none');
  if (beside instanceof CellFault) throw beside;
  const { result, database, tables } = beside;
  if (result.end !== 'finished') throw new CellFault('query', 'a query that SQLite runs', `"${result.why}"`);
  const rows = rowsOf(result);
  const answer = inOneLine(rows);
  if (rows.length === 0 || rows.length > mostRows || !/[^\s;|]/.test(answer))
    throw new CellFault('query', `a query that brings 1 to ${mostRows} rows`, `${rows.length} of them`);
  const problem: DatabaseProblem = {
    id: idOf(values, row),
    question: oneLine(hint === undefined ? asked : `${asked} (${hint})`),
    answer,
    query,
    database,
    tables,
    source,
  };
  return { problem, notes: [] };
}
