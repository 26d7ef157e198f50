// Writes the sample files into golden/ beside it: `node --import tsx e2e/samples/problems/make-samples.ts`. Small files
// in the columns and containers that data sets of problems have. All questions, tasks and programs in them were made up
// for these files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** Part of a schema; `top` where it is a child of what it stands in, not of a neighbour. */
type Element = SchemaElement & { readonly top: boolean };
type Row = Readonly<Record<string, unknown>>;

const at = (name: string) => new URL(`golden/${name}`, import.meta.url);
mkdirSync(at('broken'), { recursive: true });
const write = (name: string, content: string | Uint8Array) => writeFileSync(at(name), content);
const jsonl = (rows: readonly unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;

// Parquet: schemas written out, so that lists and records are nested as in the data sets' own files
const text = (name: string, top = true): Element => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
  top,
});
const whole = (name: string, top = true): Element => ({ name, type: 'INT64', repetition_type: 'OPTIONAL', top });
const listOf = (name: string, element: (name: string) => Element, top = true): Element[] => [
  { name, num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST', top },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED', top: false },
  { ...element('element'), top: false },
];
const record = (name: string, children: readonly Element[]): Element[] => [
  { name, num_children: children.filter(({ top }) => top).length, repetition_type: 'OPTIONAL', top: true },
  ...children.map((child) => ({ ...child, top: false })),
];
function parquet(
  columns: readonly (Element | Element[])[],
  rows: readonly Row[],
  options: Partial<Parameters<typeof parquetWriteBuffer>[0]> = {},
) {
  const children = columns.flat();
  const root = { name: 'root', num_children: children.filter(({ top }) => top).length };
  const schema = [root, ...children.map(({ top: _, ...rest }) => rest)];
  const names = children.filter(({ top }) => top).map(({ name }) => name);
  const columnData = names.map((name) => ({ name, data: rows.map((row) => row[name] ?? null) }));
  return new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize: 4, ...options }));
}
// Maths
const aime = [3, 7, 12, 25, 40, 61, 88, 100].map((n, index) => ({
  id: BigInt(60 + index),
  problem: `Find the remainder when $${n}\\cdot ${n + 1}$ is divided by $1000$.`,
  solution: `The product is $${n * (n + 1)}$, so the remainder is $\\boxed{${(n * (n + 1)) % 1000}}$.`,
  answer: String((n * (n + 1)) % 1000),
  url: 'https://example.org/made-up',
  year: '2024',
}));
write(
  'aime-2024.parquet',
  parquet([whole('id'), text('problem'), text('solution'), text('answer'), text('url'), text('year')], aime),
);
write(
  'aime-2025.jsonl',
  jsonl(
    Array.from({ length: 6 }, (_, n) => ({
      question: `How many positive integers below $${60 + n}$ are multiples of $7$?`,
      answer: String(Math.floor((59 + n) / 7)),
    })),
  ),
);
const olympiad = Array.from({ length: 6 }, (_, n) => ({
  id: BigInt(1600 + n),
  question: `Solve $x^{2}=${(n + 2) ** 2}$ over the reals.`,
  solution: ['Take roots on both sides.'],
  final_answer: [`$${n + 2},-${n + 2}$`],
  context: n === 0 ? 'All numbers are real.' : null,
  modality: n === 5 ? 'Multimodal' : 'Text-only',
  is_multiple_answer: 'true',
  answer_type: 'Numerical',
  error: n === 1 ? '1e-2' : null,
  subfield: 'Algebra',
}));
write(
  'olympiadbench.parquet',
  parquet(
    [
      whole('id'),
      text('question'),
      listOf('solution', text),
      listOf('final_answer', text),
      text('context'),
      text('modality'),
      text('answer_type'),
      text('error'),
      text('subfield'),
    ],
    olympiad,
    { codec: 'GZIP', compressors: { GZIP: (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) } },
  ),
);
const gsm = Array.from({ length: 40 }, (_, n) => ({
  question: `Mira fills ${n + 2} boxes with ${n + 3} pears each and eats ${n} of all pears. How many pears are left?`,
  answer: `The boxes hold ${n + 2} * ${n + 3} = <<${n + 2}*${n + 3}=${(n + 2) * (n + 3)}>>${(n + 2) * (n + 3)} pears.\n#### ${(n + 2) * (n + 3) - n}`,
}));
write('gsm8k.jsonl', jsonl(gsm));
write('gsm8k.parquet', parquet([text('question'), text('answer')], gsm, { rowGroupSize: 16 }));
write(
  'own-columns.csv',
  `Aufgabe;Lösung;Stufe\r\n${Array.from({ length: 30 }, (_, n) => `"Was ist ${n} mal 3;\r\nund dazu 1?";${3 * n + 1};${1 + (n % 5)}`).join('\r\n')}\r\n`,
);
write('list.json', `${JSON.stringify(gsm.slice(0, 30), undefined, 2)}\n`);

// Code
const sumOf = (n: number) => `Read two numbers, each on a line of its own, and print their sum and then ${n}.`;
const sumProgram = (n: number) => `a = int(input())\nb = int(input())\nprint(a + b)\nprint(${n})`;
const sumTests = (n: number, from: number) => ({
  input: [from, from + 1, from + 2].map((a) => `${a}\n${a * 2}\n`),
  output: [from, from + 1, from + 2].map((a) => `${a * 3}\n${n}\n`),
});
write(
  'apps.jsonl',
  jsonl([
    ...Array.from({ length: 25 }, (_, n) => ({
      problem_id: n,
      question: sumOf(n),
      solutions: JSON.stringify([`print input() + ${n}`, sumProgram(n)]),
      input_output: JSON.stringify({ inputs: sumTests(n, 1).input, outputs: sumTests(n, 1).output }),
      difficulty: 'introductory',
      url: '',
      starter_code: '',
    })),
    {
      problem_id: 25,
      question: 'Write a function that doubles a number.',
      solutions: JSON.stringify(['def twice(x):\n    return 2 * x']),
      input_output: JSON.stringify({ fn_name: 'twice', inputs: [[2], [-3], [0]], outputs: [[4], [-6], [0]] }),
      difficulty: 'interview',
      url: '',
      starter_code: 'def twice(x):\n\t',
    },
  ]),
);
const pairs = (name: string) => record(name, [...listOf('input', text).map(mark), ...listOf('output', text).map(mark)]);
const programs = (name: string) =>
  record(name, [...listOf('language', whole).map(mark), ...listOf('solution', text).map(mark)]);
/** In a record only the first element of a list is a child of it. */
function mark(element: Element, index: number): Element {
  return { ...element, top: index === 0 };
}
const contests = Array.from({ length: 24 }, (_, n) => ({
  name: `${1000 + n}_A. Sum and more`,
  description: sumOf(n),
  public_tests: { input: ['1\n2\n'], output: [`3\n${n}\n`] },
  private_tests: sumTests(n, 4),
  generated_tests: n % 2 === 0 ? sumTests(n, 20) : { input: [], output: [] },
  solutions: { language: [2n, 3n], solution: ['#include <cstdio>\nint main() { return 0; }', sumProgram(n)] },
  incorrect_solutions: { language: [3n], solution: [sumProgram(n).replace('a + b', 'a - b')] },
  input_file: n === 23 ? 'sum.in' : '',
}));
write(
  'codecontests.parquet',
  parquet(
    [
      text('name'),
      text('description'),
      pairs('public_tests'),
      pairs('private_tests'),
      pairs('generated_tests'),
      programs('solutions'),
      programs('incorrect_solutions'),
      text('input_file'),
    ],
    contests,
    { rowGroupSize: 10 },
  ),
);

/** As Python's pickle.dumps(text) with protocol 4, deflated, in base64. */
function packed(value: unknown): string {
  const bytes = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  const body = Buffer.concat([Buffer.from('X'), length, bytes, Buffer.from([0x94, 0x2e])]);
  const frame = Buffer.alloc(9);
  frame[0] = 0x95;
  frame.writeBigUInt64LE(BigInt(body.length), 1);
  return deflateSync(Buffer.concat([Buffer.from([0x80, 4]), frame, body])).toString('base64');
}
const printedCase = (n: number, a: number) => ({
  input: `${a}\n${a * 2}\n`,
  output: `${a * 3}\n${n}\n`,
  testtype: 'stdin',
});
const calledCase = (a: number) => ({ input: `${a}\n[${a}, 1]`, output: `${a + a + 1}`, testtype: 'functional' });
const live = Array.from({ length: 6 }, (_, n) => {
  const called = n === 5;
  return {
    question_title: `Sum ${n}`,
    question_content: called ? 'Return x plus the sum of the list.' : sumOf(n),
    platform: called ? 'leetcode' : 'atcoder',
    question_id: `abc${300 + n}_a`,
    contest_id: `abc${300 + n}`,
    contest_date: '2024-01-06T00:00:00',
    starter_code: called ? 'class Solution:\n    def total(self, x: int, more: List[int]) -> int:\n        ' : '',
    difficulty: 'easy',
    public_test_cases: JSON.stringify(called ? [calledCase(1)] : [printedCase(n, 1)]),
    private_test_cases:
      n === 0
        ? JSON.stringify([printedCase(0, 5), printedCase(0, 6)])
        : packed(JSON.stringify(called ? [calledCase(4), calledCase(9)] : [printedCase(n, 5), printedCase(n, 9)])),
    metadata: JSON.stringify(called ? { func_name: 'total' } : {}),
  };
});
write('livecodebench.jsonl', jsonl(live));
write(
  'tasks.json',
  `${JSON.stringify(
    Array.from({ length: 22 }, (_, n) => ({
      question: sumOf(n),
      test_input: sumTests(n, 2).input,
      test_output: sumTests(n, 2).output,
      solution: `\`\`\`python\n${sumProgram(n)}\n\`\`\``,
    })),
    undefined,
    1,
  )}\n`,
);

// Broken ones
const few = gsm.slice(0, 20).map((row) => JSON.stringify(row));
write(
  'broken/bad-rows.jsonl',
  `${[...few.slice(0, 5), '{"question": "cut of', JSON.stringify({ question: 'Without an answer?' }), JSON.stringify({ question: 'How?', answer: 'It depends.\nOn much.' }), '[1, 2]', few[0], ...few.slice(5)].join('\n')}\n`,
);
write('broken/uneven.csv', 'question,answer\nWhat is 1+1?,2\nWhat is 2+2,is it 4?,4\nWhat is 3+3?,6\n');
write('broken/cut-off.parquet', parquet([text('question'), text('answer')], gsm).subarray(0, 900));
write('broken/not-utf8.csv', Buffer.from('question,answer\nGr\xf6\xdfe von 2?,2\n', 'latin1'));
write('broken/open-list.txt', JSON.stringify(gsm.slice(0, 3)).slice(0, -20));
write(
  'broken/other-columns.csv',
  `city,people\n${Array.from({ length: 5 }, (_, n) => `Town ${n},${n * 100}`).join('\n')}\n`,
);
write(
  'broken/uneven-tests.jsonl',
  jsonl([
    {
      problem_id: 1,
      question: 'Print 1.',
      solutions: '',
      input_output: JSON.stringify({ inputs: ['a', 'b'], outputs: ['1'] }),
    },
  ]),
);
write(
  'broken/code-in-pickle.jsonl',
  jsonl([
    {
      ...live[1],
      private_test_cases: deflateSync(
        Buffer.from([0x80, 4, 0x63, 0x6f, 0x73, 0x0a, 0x73, 0x79, 0x73, 0x0a, 0x2e]),
      ).toString('base64'),
    },
  ]),
);

// Search: questions of two hops on passages, as HotpotQA writes them, and in columns as on Hugging Face
const keepers = [
  'Adda Brun',
  'Corin Vale',
  'Dela Marsh',
  'Edo Finn',
  'Fara Lund',
  'Goran Pike',
  'Hana Rook',
  'Ivo Sand',
];
const harbours = ['Brackmouth', 'Calder Bay', 'Dunhaven', 'Elmpool', 'Farness', 'Gullport'];
const towers = ['Amber', 'Birch', 'Copper', 'Dusk', 'Ember', 'Frost', 'Gale', 'Heron', 'Iris', 'Juniper'];
const tower = (index: number) => `${towers[index % towers.length]} Light ${1 + Math.floor(index / towers.length)}`;
const hotpot = Array.from({ length: 40 }, (_, index) => {
  const [keeper, harbour] = [keepers[index % keepers.length], harbours[index % harbours.length]] as const;
  const other = keepers[(index + 3) % keepers.length];
  return {
    _id: `made-up-${index + 1}`,
    question: `In which harbour was the keeper of the ${tower(index)} born?`,
    answer: `${harbours[keepers.indexOf(keeper as string) % harbours.length]}`,
    supporting_facts: [
      [tower(index), 0],
      [keeper, 0],
    ],
    context: [
      [tower(index), [`The ${tower(index)} is a lighthouse near ${harbour}.`, ` Its keeper is ${keeper}.`]],
      ...[keeper, other].map((name) => [
        name,
        [`${name} was born in ${harbours[keepers.indexOf(name as string) % harbours.length]}.`, ' The sea is near.'],
      ]),
    ],
    type: 'bridge',
    level: 'easy',
  };
});
write('hotpotqa.json', `${JSON.stringify(hotpot, null, 1)}\n`);
write(
  'hotpotqa.jsonl',
  jsonl(
    hotpot.map(({ _id, context, supporting_facts, ...row }) => ({
      id: _id,
      ...row,
      supporting_facts: {
        title: supporting_facts.map(([title]) => title),
        sent_id: supporting_facts.map(([, at]) => at),
      },
      context: { title: context.map(([title]) => title), sentences: context.map(([, sentences]) => sentences) },
    })),
  ),
);

// Database: questions with SQL, as Spider writes them, and the database they ask, as a script and as a file of SQLite:
// (echo "PRAGMA page_size=512; VACUUM;"; cat schema.sql) | sqlite3 harbours.sqlite
const boats = towers.map((name, index) => ({ id: index + 1, name, crew: 2 + (index % 5), home: 1 + (index % 6) }));
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const harbourSql = `PRAGMA foreign_keys = ON;
BEGIN TRANSACTION;
CREATE TABLE harbour (
  harbour_id INTEGER PRIMARY KEY, -- counted from 1
  "name of harbour" VARCHAR(40) NOT NULL,
  depth REAL DEFAULT 2.5,
  note TEXT
);
CREATE TABLE boat (id int, name text, crew int, home int, PRIMARY KEY (id), FOREIGN KEY (home) REFERENCES harbour(harbour_id));
${harbours.map((name, index) => `INSERT INTO harbour VALUES (${index + 1}, ${quoted(name)}, ${index + 1.5}, ${index === 2 ? quoted(`Keeper's ${'long '.repeat(200)}note`) : 'NULL'});`).join('\n')}
INSERT INTO boat (id, name, crew, home) VALUES
${boats.map(({ id, name, crew, home }) => `  (${id}, ${quoted(name)}, ${crew}, ${home})`).join(',\n')};
CREATE TABLE visit (boat_id INTEGER, harbour_id INTEGER, tons REAL);
INSERT INTO visit VALUES ${Array.from({ length: 90 }, (_, n) => `(${1 + (n % 10)}, ${1 + (n % 6)}, ${n * n - 40.25})`).join(', ')};
CREATE INDEX boat_home ON boat (home);
COMMIT;
`;
mkdirSync(at('database/harbours'), { recursive: true });
write('database/harbours/schema.sql', harbourSql);
const spiderRows = [
  ...boats.map(({ name }) => [`How many people are on the ${name}?`, `SELECT crew FROM boat WHERE name = '${name}'`]),
  ...boats.map(({ name }) => [
    `In which harbour does the ${name} lie?`,
    `SELECT T2."name of harbour" FROM boat AS T1 JOIN harbour AS T2 ON T1.home = T2.harbour_id WHERE T1.name = '${name}'`,
  ]),
  ...harbours.map((name) => [`How deep is ${name}?`, `SELECT depth FROM harbour WHERE "name of harbour" = '${name}'`]),
  ['How many boats are there?', 'SELECT count(*) FROM boat'],
  ['Which boats have more than five people?', 'SELECT name FROM boat WHERE crew > 5'],
  ['List boats and crew, the largest crew first.', 'SELECT name, crew FROM boat ORDER BY crew DESC, id LIMIT 3'],
  ['Which harbours have a note?', 'SELECT "name of harbour" FROM harbour WHERE note IS NOT NULL;'],
].map(([question, query]) => ({ db_id: 'harbours', query, question, query_toks: String(query).split(' ') }));
write('spider.json', `${JSON.stringify(spiderRows, null, 1)}\n`);
write(
  'text-to-sql.jsonl',
  jsonl(
    Array.from({ length: 40 }, (_, index) => ({
      id: index + 1,
      sql_prompt: `How much did customer ${index + 1} pay?`,
      sql_context: `CREATE TABLE paid (customer INT, amount INT); INSERT INTO paid (customer, amount) VALUES (${index + 1}, ${7 * index + 3}), (${index + 50}, 4);`,
      sql: `SELECT amount FROM paid WHERE customer = ${index + 1};`,
    })),
  ),
);
// hostile: each row is wrong in another way
const [oneHotpot, oneSpider] = [hotpot[0], spiderRows[0]];
write(
  'broken/hotpotqa.jsonl',
  jsonl([
    ...hotpot.slice(1, 5),
    { ...oneHotpot, context: 'passages' },
    { ...oneHotpot, context: [['title', [3]]] },
    { ...oneHotpot, context: { title: ['one', 'two'], sentences: [['x']] } },
    { ...oneHotpot, context: [['long', ['x'.repeat(7000)]]], supporting_facts: [] },
    { ...oneHotpot, supporting_facts: [['nowhere', 0]] },
    { ...oneHotpot, supporting_facts: 7 },
    { ...oneHotpot, answer: 'the' },
    { ...oneHotpot, answer: ['a', 'b'] },
  ]),
);
write(
  'broken/spider.jsonl',
  jsonl([
    ...spiderRows.slice(1, 5),
    { ...oneSpider, db_id: 'nowhere' },
    { ...oneSpider, db_id: '../harbours' },
    { ...oneSpider, query: 'DROP TABLE boat' },
    { ...oneSpider, query: 'SELECT size FROM boat' },
    { ...oneSpider, query: 'SELECT name FROM boat WHERE crew > 99' },
    { ...oneSpider, query: 'SELECT * FROM boat a, boat b' },
    { ...oneSpider, query: `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n` },
    { ...oneSpider, query: 7 },
    { question: 'no database', query: 'SELECT 1' },
  ]),
);
