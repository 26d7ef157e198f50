import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../../basics/knobs';
import { runHere } from '../../../headless/run-here.fixture';
import type { ProgramLanguage, ProgramResult } from '../../agents/program-runner';
import { cardOnProblems, worldsOnProblems } from '../index';
import { type CodeProblem, type CodeTests, mostTests } from '../problems';
import { splitOfProblem, splits, worldSeed } from '../splits';
import { code, codeOn } from './code';
import { mutantsOf } from './mutants';
import { builtInTasks } from './tasks';
import { holdIn, requestsFor } from './trials';
import { readSubmissions, writeSubmissions } from './wording';
import type { CodeState, Submission } from './workbench';

interface Program {
  readonly language: ProgramLanguage;
  readonly source: string;
}

const holds = (program: Program, tests: CodeTests) => holdIn(tests, requestsFor(program, tests).map(runHere));

/** Whether a test does not hold. The tests behind it are not run: a fault may be a loop without end. */
const caught = (program: Program, { cases, ...kind }: CodeTests) =>
  cases.some((one) => holds(program, { ...kind, cases: [one] } as CodeTests).includes(false));

describe('the built-in tasks', () => {
  it('are about sixty, each with its own name, examples and hidden tests of one kind', () => {
    expect(builtInTasks().length).toBeGreaterThanOrEqual(60);
    expect(new Set(builtInTasks().map(({ id }) => id)).size).toBe(builtInTasks().length);
    for (const { id, tests, examples } of builtInTasks()) {
      expect(tests.cases.length, id).toBeGreaterThanOrEqual(4);
      expect(examples?.kind).toBe(tests.kind);
      const shown = examples?.cases.map((one) => JSON.stringify('stdin' in one ? one.stdin : one.arguments));
      for (const one of tests.cases)
        expect(shown, id).not.toContain(JSON.stringify('stdin' in one ? one.stdin : one.arguments));
    }
  });

  it('have problems for every split', () => {
    const splits = builtInTasks().map(({ id, statement }) => splitOfProblem(`${id}: ${statement}\n`));
    for (const [split, fewest] of [
      ['train', 40],
      ['validation', 3],
      ['test', 3],
    ] as const)
      expect(splits.filter((one) => one === split).length).toBeGreaterThanOrEqual(fewest);
  });

  it.each(builtInTasks().map((task) => [task.id, task] as const))(
    '%s: the solution passes, every fault is caught',
    (_, task) => {
      const solution = task.solutions!.find(({ language }) => language === 'javascript')!;
      expect(holds(solution, task.tests)).not.toContain(false);
      expect(holds(solution, task.examples!)).not.toContain(false);
      expect(task.mutants!.length).toBeGreaterThanOrEqual(2);
      for (const mutant of task.mutants!) {
        expect(mutant.source).not.toBe(solution.source);
        expect(caught(mutant, task.tests), mutant.source).toBe(true);
      }
    },
  );
});

describe('a program on trial', () => {
  const double: CodeTests = { kind: 'calls', name: 'double', cases: [{ arguments: [2], result: 4 }] };
  const js = (source: string) => ({ language: 'javascript' as const, source });
  it('may be a function, a constant that is one, or a method of a class Solution', () => {
    for (const source of [
      'function double(n) { return 2 * n; }',
      'const double = (n) => 2 * n;',
      'class Solution { two = 2; double(n) { return this.two * n; } }',
    ])
      expect(holds(js(source), double), source).toEqual([true]);
  });
  it('may print as it likes where its function counts; results are compared as values', () => {
    const tests: CodeTests = {
      kind: 'calls',
      name: 'f',
      cases: [{ arguments: [], result: { a: [0.3, null], b: true } }],
    };
    expect(holds(js('function f() { console.log("4"); return { b: true, a: [0.1 + 0.2, null] }; }'), tests)).toEqual([
      true,
    ]);
    expect(holds(js('function f() { return { a: [0.3, 0], b: true }; }'), tests)).toEqual([false]);
    expect(holds(js('console.log(JSON.stringify({ a: [0.3, null], b: true }))'), tests)).toEqual([false]);
  });
  it('prints right when only white space at the ends of lines differs', () => {
    const tests: CodeTests = { kind: 'stdin', cases: [{ stdin: '', stdout: '1 2\n3\n' }] };
    expect(holds(js('console.log("1 2 \\n3\\n\\n")'), tests)).toEqual([true]);
    expect(holds(js('console.log("1  2\\n3")'), tests)).toEqual([false]);
  });
  it('is not told what is expected', () => {
    const asked = JSON.stringify(
      requestsFor(js(''), { kind: 'calls', name: 'f', cases: [{ arguments: [1], result: 'expected!' }] }),
    );
    expect(asked).not.toContain('expected!');
    expect(
      JSON.stringify(requestsFor(js(''), { kind: 'stdin', cases: [{ stdin: '1', stdout: 'expected!' }] })),
    ).not.toContain('expected!');
  });
});

describe('what is handed in', () => {
  it('survives words', () => {
    const submissions: Submission[] = [
      { kind: 'program', language: 'python', source: 'print(1)\n\nprint(2)' },
      {
        kind: 'stdin-tests',
        cases: [
          { stdin: '1 2\n', stdout: '3' },
          { stdin: '', stdout: '' },
        ],
      },
      { kind: 'call-tests', cases: [{ arguments: [[1, 2], 'a'], result: null }] },
    ];
    for (const one of submissions) expect(readSubmissions(writeSubmissions([one]))).toEqual([one]);
    expect(readSubmissions('Here:\n```py\nx = 1\n```\nbetter:\n```python3\nx = 2\n```')).toEqual([
      { kind: 'program', language: 'python', source: 'x = 2' },
    ]);
    for (const text of ['```\nx\n```', '```tests\n[1] 2\n```', '```tests\n{} -> 2\n```', '```input\n1\n```', 'x = 1'])
      expect(readSubmissions(text), text).toBeUndefined();
  });

  it('earns nothing a second time, and nothing while results are missing', () => {
    const start = code.start(worldSeed('train', 0), {});
    const action = code.solve(start)!;
    const results = code.programs!(start, action).map(runHere);
    const solved = code.act(start, action, 1, results);
    expect(solved).toMatchObject({ solved: true, terms: { team: 1, legal: 1, progress: 1 } });
    expect(code.programs!(solved.state, action)).toEqual([]);
    expect(code.act(start, action, 1)).toMatchObject({ solved: false, terms: { team: 0, legal: 0, progress: 0 } });
  });
});

it('puts faults into a solution that brings none', () => {
  const source = 'function f(a) { return a <= 3 ? a + 1 : Math.max(a, 0); }';
  const mutants = mutantsOf({ language: 'javascript', source }, 4);
  expect(mutants).toHaveLength(4);
  expect(new Set([source, ...mutants.map((mutant) => mutant.source)]).size).toBe(5);
  expect(mutantsOf({ language: 'javascript', source: 'f(x)' }, 4)).toEqual([]);
});

it('refuses a task without hidden tests by name', () => {
  const empty: CodeProblem = { id: 'nothing', statement: 's', tests: { kind: 'stdin', cases: [] }, source: 'test' };
  expect(() => codeOn([empty])).toThrow('the task "nothing" has no hidden test');
});

describe('on tasks from elsewhere', () => {
  const cases = Array.from({ length: 40 }, (_, n) => ({ stdin: `${n}`, stdout: `${n}` }));
  const echo: CodeProblem = {
    id: 'echo',
    statement: 'Print what you read.',
    tests: { kind: 'stdin', cases },
    source: 'test',
  };
  const set = { world: 'code', name: 'apps', hash: 'aa', splits: 'none', problems: [echo] } as const;
  const onSet = worldsOnProblems['code']!(set);
  const start = (settings = {}) => onSet.start(worldSeed('test', 0), settings) as CodeState;

  it('asks for Python unless something else is set, as their starting code and solutions are', () => {
    expect(defaultsOf(onSet.card.knobs)).toEqual({ language: 'python', verdicts: false });
    expect(cardOnProblems(set)).toEqual(onSet.card);
    expect(start().language).toBe('python');
    expect(start({ language: 'javascript' }).language).toBe('javascript');
    expect((code.start(worldSeed('test', 0), {}) as CodeState).language).toBe('javascript');
  });

  it('is solved by what passes every test that an import keeps', () => {
    const action: readonly Submission[] = [{ kind: 'program', language: 'python', source: 'print(input())' }];
    const requests = onSet.programs!(start(), action);
    expect(requests).toHaveLength(mostTests);
    const passing = (passed: number) =>
      requests.map((_, n): ProgramResult => ({ end: 'finished', output: n < passed ? `${n}` : 'no', why: 'finished' }));
    expect(onSet.act(start(), action, 1, passing(mostTests - 1)).solved).toBe(false);
    expect(onSet.act(start(), action, 1, passing(mostTests)).solved).toBe(true);
  });

  it('counts its tasks, and so does Code on its own', () => {
    expect(onSet.problems?.('test', {})).toBe(1);
    const all = splits.map((split) => code.problems?.(split, {}) ?? 0);
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(builtInTasks().length);
  });
});

it('shows the task on the board and, before anything is handed in, nothing else', () => {
  const packed = (text: string) => text.replace(/\s+/g, '');
  for (let index = 0; index < 40; index++) {
    const state: CodeState = code.start(worldSeed('train', index), {});
    const shown = packed(code.picture(state).join('')).replace('…', '');
    expect(packed(state.problem.statement).startsWith(shown), shown).toBe(true);
    expect(shown.length).toBeGreaterThan(20);
  }
});
