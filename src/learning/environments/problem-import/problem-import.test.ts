import { describe, expect, it } from 'vitest';
import type { CodeProblem, MathsProblem } from '../problems';
import { detectLayout, layoutById, layouts, missingFields, usualMapping } from './detect';
import { newProblemImport } from './import';
import type { Cells, ColumnMapping } from './layout';
import { mostListed, refusalOf, reportLines } from './report';

const columnsOf = (rows: readonly Cells[]) => [...new Set(rows.flatMap((cells) => Object.keys(cells)))];

function imported(rows: readonly Cells[], as: { layout?: string; mapping?: ColumnMapping } = {}) {
  const detected = detectLayout(columnsOf(rows), rows);
  const layout = as.layout ? layoutById(as.layout) : detected.layout;
  const taking = newProblemImport({
    layout,
    mapping: as.mapping ?? usualMapping(layout, columnsOf(rows)),
    source: 'rows',
  });
  rows.forEach((cells, index) => {
    taking.take({ kind: 'row', number: index + 1, cells });
  });
  return { layout: layout.id, problems: taking.problems(), report: taking.report() };
}

const maths = (rows: readonly Cells[]) => imported(rows).problems as readonly MathsProblem[];
const code = (cells: Cells, layout?: string) => imported([cells], layout ? { layout } : {}).problems[0] as CodeProblem;
const faultOf = (cells: Cells, layout?: string) => imported([cells], layout ? { layout } : {}).report.faults[0];

describe('the layout', () => {
  it.each<[string, readonly Cells[]]>([
    ['aime', [{ ID: '2024-I-1', Problem: 'Find x.', Solution: 'Since …', Answer: 204 }]],
    ['aime', [{ problem: 'Find x.', solution: 'so \\boxed{025}', url: 'u' }]],
    ['aime', [{ question: 'How many $n < 9$ are odd?', answer: '4' }]],
    ['questions', [{ question: 'What is 3 + 4?', answer: '7' }]],
    ['gsm8k', [{ question: 'How many?', answer: 'Two.\n#### 2' }]],
    ['olympiadbench', [{ question: 'Solve.', final_answer: ['$2$'], modality: 'Text-only' }]],
    ['questions', [{ problem: 'Solve.', answer: '\\frac{1}{2}', difficulty: '3/8' }]],
    ['apps', [{ question: 'Sum.', input_output: '{}', solutions: '[]' }]],
    ['codecontests', [{ description: 'Sum.', private_tests: {}, public_tests: {} }]],
    ['livecodebench', [{ question_content: 'Sum.', public_test_cases: '[]', private_test_cases: '[]' }]],
    ['tasks', [{ question: 'Sum.', test_input: ['1'], test_output: ['2'], solution: 'x' }]],
  ])('%s is found by its columns and first rows', (id, rows) => {
    const { layout, confidence } = detectLayout(columnsOf(rows), rows);
    expect([layout.id, confidence]).toEqual([id, id === 'questions' ? 'likely' : 'sure']);
  });

  it('is unknown where needed columns are missing, and a mapping can be given', () => {
    const rows = [{ Aufgabe: '1 + 1?', Ergebnis: '2' }];
    const { layout, mapping, confidence } = detectLayout(columnsOf(rows), rows, 'maths');
    expect([confidence, missingFields(layout, mapping)]).toEqual(['unknown', ['question', 'answer']]);
    const { problems } = imported(rows, { layout: 'questions', mapping: { question: 'Aufgabe', answer: 'Ergebnis' } });
    expect(problems).toEqual([{ id: 'row-1', question: '1 + 1?', answer: '2', source: 'questions' }]);
  });

  it('takes no column twice', () => {
    for (const layout of layouts) {
      const columns = Object.values(layout.fields).flatMap((field) => field.columns);
      const mapped = Object.values(usualMapping(layout, [...new Set(columns)]));
      expect(new Set(mapped).size).toBe(mapped.length);
    }
  });
});

describe('maths rows', () => {
  it('have the answer alone, out of worked solutions, lists and dollars', () => {
    const answers = ['12', 12, '$\\frac{7}{2}$', 'so \\boxed{(1, 2)}', 'a\nb\n#### 1,000', ['$2$', '$-2$'], "['$3$']"];
    const rows = answers.map((answer, index) => ({ question: `${index}?`, answer }));
    expect(maths(rows).map(({ answer }) => answer)).toEqual([
      '12',
      '12',
      '\\frac{7}{2}',
      '(1, 2)',
      '1,000',
      '2, -2',
      '3',
    ]);
  });

  it('keep their name and level', () => {
    const rows = ['Level 4', 2, '8/8', 'hard'].map((level, index) => ({
      id: index,
      question: `${index}?`,
      answer: '1',
      level,
    }));
    expect(maths(rows).map(({ id, level }) => [id, level])).toEqual([
      ['0', 4],
      ['1', 2],
      ['2', 1],
      ['3', undefined],
    ]);
  });

  it('without a short answer, with pictures, or for people to judge are faults by column', () => {
    expect(faultOf({ question: '?', answer: 'It depends.\nOn much.' })).toMatchObject({
      row: 1,
      column: 'answer',
      got: '"It depends. On much."',
    });
    expect(faultOf({ question: ' ', answer: '1' })).toMatchObject({
      column: 'question',
      expected: 'the question as text',
      got: 'nothing',
    });
    const olympiad = { question: '?', final_answer: ['1'] };
    expect(faultOf({ ...olympiad, modality: 'Multimodal' })).toMatchObject({ column: 'modality' });
    expect(faultOf({ ...olympiad, answer_type: 'Need_human_evaluate' })).toMatchObject({ column: 'answer_type' });
    expect(faultOf({ ...olympiad, final_answer: null })).toMatchObject({ column: 'final_answer', got: 'nothing' });
  });

  it('of OlympiadBench have what several share before the question, and say where a tolerance was given', () => {
    const { problems, report } = imported([
      { question: 'Find b.', final_answer: ['1'], context: 'Let a = 1.', error: '1e-2' },
    ]);
    expect(problems[0]).toMatchObject({ question: 'Let a = 1.\n\nFind b.' });
    expect(report.notes).toEqual([{ note: 'a tolerance is given; the answer is judged exactly', rows: 1 }]);
  });
});

describe('code rows', () => {
  it('of APPS read and print, or are called with results out of their lists', () => {
    const printed = {
      question: 'Sum.',
      input_output: JSON.stringify({ inputs: ['1\n2', ['3', '4']], outputs: ['3\n', ['7']] }),
    };
    expect(code(printed).tests).toEqual({
      kind: 'stdin',
      cases: [
        { stdin: '1\n2', stdout: '3\n' },
        { stdin: '3\n4', stdout: '7' },
      ],
    });
    const called = {
      question: 'Twice.',
      input_output: JSON.stringify({ fn_name: 'twice', inputs: [[2]], outputs: [[4]] }),
    };
    expect(code(called).tests).toEqual({ kind: 'calls', name: 'twice', cases: [{ arguments: [2], result: 4 }] });
    const evil = {
      question: 'Run.',
      input_output: JSON.stringify({ fn_name: 'x(); y', inputs: [[2]], outputs: [[4]] }),
    };
    expect(faultOf(evil)).toMatchObject({ column: 'input_output', expected: 'the name of a function' });
  });

  it('of CodeContests hide private and generated tests, show public ones, take Python 3 and its wrong solutions', () => {
    const problem = code({
      name: '1_A',
      description: 'Sum.',
      public_tests: { input: ['1'], output: ['1'] },
      private_tests: { input: ['2'], output: ['2'] },
      generated_tests: [{ input: '3', output: '3' }],
      solutions: { language: [2, 3, 3], solution: ['int main(){}', 'print(input())  # long', 'print(input())'] },
      incorrect_solutions: { language: [3], solution: ['print(1)'] },
    });
    expect(problem).toMatchObject({
      id: '1_A',
      examples: { kind: 'stdin', cases: [{ stdin: '1', stdout: '1' }] },
      tests: {
        cases: [
          { stdin: '2', stdout: '2' },
          { stdin: '3', stdout: '3' },
        ],
      },
      solutions: [{ language: 'python', source: 'print(input())' }],
      mutants: [{ language: 'python', source: 'print(1)' }],
    });
  });

  it('of LiveCodeBench are called by the name in their metadata', () => {
    const tests = JSON.stringify([{ input: '2\n[1]', output: '3', testtype: 'functional' }]);
    const row = {
      question_content: 'Add.',
      public_test_cases: tests,
      private_test_cases: tests,
      metadata: '{"func_name": "add"}',
    };
    expect(code(row).tests).toEqual({ kind: 'calls', name: 'add', cases: [{ arguments: [2, [1]], result: 3 }] });
    expect(faultOf({ ...row, metadata: '{}' })).toMatchObject({ column: 'metadata' });
  });

  it('never have hidden tests among the shown ones unless there are no others, and then say so', () => {
    const { problems, report } = imported([
      { description: 'Sum.', public_tests: { input: ['1'], output: ['1'] }, private_tests: { input: [], output: [] } },
    ]);
    expect(problems[0]).not.toHaveProperty('examples');
    expect(report.notes.map(({ note }) => note)).toContain(
      'has only tests that its statement may show; they are the hidden ones here',
    );
  });

  it('are cut to what is played, and say so', () => {
    const numbers = Array.from({ length: 40 }, (_, n) => `${n}`);
    const { problems, report } = imported([
      { question: 'Echo.', test_input: [...numbers, 'x'.repeat(70_000)], test_output: [...numbers, 'x'] },
    ]);
    expect((problems[0] as CodeProblem).tests.cases).toHaveLength(32);
    expect(report.notes.map(({ note }) => note)).toEqual(
      expect.arrayContaining(['only the first 32 tests are kept', 'tests of more than 65536 characters are left out']),
    );
  });

  it('with tests that do not fit together are faults', () => {
    const uneven = { question: 'Sum.', test_input: ['1', '2'], test_output: ['1'] };
    expect(faultOf(uneven)).toMatchObject({ column: 'test_input', got: '2 inputs and 1 outputs' });
    expect(faultOf({ question: 'Sum.', input_output: '' })).toMatchObject({ column: 'input_output', got: 'nothing' });
    expect(faultOf({ question: 'Sum.', input_output: '{"inputs": [], "outputs": []}' })).toMatchObject({
      expected: 'at least one test',
      got: 'none',
    });
  });
});

describe('the report', () => {
  const good = (n: number) => ({ question: `${n} + 1?`, answer: `${n + 1}` });

  it('counts every row once and lists the first hundred faults', () => {
    const rows = [
      ...Array.from({ length: 20 }, (_, n) => good(n)),
      good(3),
      ...Array.from({ length: 130 }, () => ({ question: '?', answer: '' })),
    ];
    const { report } = imported(rows, { layout: 'questions' });
    expect(report).toMatchObject({ rows: 151, problems: 20, bad: 130, duplicates: 1, repeated: [{ row: 21, of: 4 }] });
    expect(report.faults).toHaveLength(mostListed);
    expect(reportLines(report)).toContain('… and 30 more bad rows');
    expect(reportLines(report)[1]).toMatch(/^row 22, column "answer": expected a short answer.*, got nothing$/);
  });

  it('calls the same question with another answer a fault', () => {
    const { report } = imported([good(1), { question: '1 + 1?', answer: '3' }], { layout: 'questions' });
    expect(report.faults).toEqual([
      { row: 2, column: 'answer', expected: 'the answer of row 1, which asks the same', got: '"3"' },
    ]);
  });

  it('refuses a file with more than one bad row in twenty unless somebody accepts it', () => {
    const told = { rows: 100, problems: 95, bad: 5, faults: [], duplicates: 0, repeated: [], notes: [] };
    expect(refusalOf(told, 'leave-out-few')).toBeUndefined();
    expect(refusalOf(told, 'none')).toBe('5 of 100 rows are bad');
    const worse = { ...told, problems: 94, bad: 6 };
    expect(refusalOf(worse, 'leave-out-few')).toBe('6 of 100 rows (6.0 %) are bad, more than 5 %');
    expect(refusalOf(worse, 'leave-out')).toBeUndefined();
    expect(refusalOf({ ...told, problems: 0, bad: 100 }, 'leave-out')).toBe('none of the 100 rows is a problem');
  });
});
