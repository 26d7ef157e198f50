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
      question: `How many positive integers below ${60 + n} are multiples of 7?`,
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
