import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { codeRowOf, mathsRowOf, questionParquet } from './question-files';

const read = (bytes: Uint8Array) => parquetReadObjects({ file: bytes.slice().buffer });

it('a maths problem becomes question and solution', async () => {
  const rows = ['2 + 2?', 'Half of 7?'].map(
    (question, index) => mathsRowOf({ question, answer: ['4', '\\frac{7}{2}'][index], said: [] })!,
  );
  expect(await read(questionParquet(rows))).toEqual([
    { question: '2 + 2?', solution: '4' },
    { question: 'Half of 7?', solution: '\\frac{7}{2}' },
  ]);
});

it('a coding problem becomes question, what is read, what is printed, and a solution in Python', async () => {
  const cases = [
    { stdin: '1 2\n', stdout: '3\n' },
    { stdin: '', stdout: 'nothing – 世界' },
  ];
  const solutions = [
    { language: 'javascript', source: 'no' },
    { language: 'python', source: 'print(sum(map(int, input().split())))' },
  ];
  const row = codeRowOf({ problem: { statement: 'Add.', tests: { kind: 'stdin', cases }, solutions } })!;
  const bare = codeRowOf({ problem: { statement: 'Add more.', tests: { kind: 'stdin', cases: [cases[0]] } } })!;
  expect(await read(questionParquet([row, bare]))).toEqual([
    {
      question: 'Add.',
      test_input: ['1 2\n', ''],
      test_output: ['3\n', 'nothing – 世界'],
      solution: 'print(sum(map(int, input().split())))',
    },
    { question: 'Add more.', test_input: ['1 2\n'], test_output: ['3\n'], solution: '' },
  ]);
});

it('a problem whose tests call a function has no place there', () => {
  const tests = { kind: 'calls', name: 'add', cases: [{ arguments: [1, 2], result: 3 }] };
  expect(codeRowOf({ problem: { statement: 'Add.', tests } })).toBeUndefined();
  expect(mathsRowOf({ question: '' })).toBeUndefined();
});
