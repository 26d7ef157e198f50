// Code's state and rules: a problem, the program that stands, and the tests a tester has written for it. Whatever is
// submitted is run elsewhere; here it is said what must be run, and what follows from the results. Hidden tests,
// solutions and mutants are part of the problem and of no prompt.
import type { ProgramLanguage, ProgramRequest, ProgramResult } from '../../agents/program-runner';
import { type CallCase, type CodeProblem, type CodeTests, mostTests, type Program, type StdinCase } from '../problems';
import { mutantsOf } from './mutants';
import { hasFinished, holdIn, requestsFor, resultInWords } from './trials';

/** What a coder or a tester hands in. */
export type Submission =
  | { readonly kind: 'program'; readonly language: ProgramLanguage; readonly source: string }
  | { readonly kind: 'stdin-tests'; readonly cases: readonly StdinCase[] }
  | { readonly kind: 'call-tests'; readonly cases: readonly CallCase[] };

/** The program that stands. */
export interface Standing extends Program {
  /** Hidden tests it passes. */
  readonly passed: number;
  /** Of the tester's cases those it does not pass, by their number, with what it did instead. */
  readonly failures: readonly Failure[];
  /** The same of the examples, which everybody sees; absent with verdicts. */
  readonly onExamples?: readonly Failure[];
}

export interface Failure {
  readonly test: number;
  readonly got: string;
}

export interface CodeState {
  readonly problem: CodeProblem;
  /** In which programs are asked for. */
  readonly language: ProgramLanguage;
  /** The world tells that a program does not pass the hidden tests, and ends when one does. */
  readonly verdicts?: true;
  readonly program?: Standing;
  /** The tester's. */
  readonly tests?: CodeTests;
}

const mostMutants = 4;
/** Cases a tester may hand in. */
export const mostCases = 6;

export function hiddenTests({ problem }: CodeState): CodeTests {
  const { tests } = problem;
  return tests.kind === 'stdin'
    ? { ...tests, cases: tests.cases.slice(0, mostTests) }
    : { ...tests, cases: tests.cases.slice(0, mostTests) };
}

/** The cases that everybody sees: a program is tried on them, and what comes of it is told. */
export function examplesOf({ problem: { examples, tests }, verdicts }: CodeState): CodeTests | undefined {
  return verdicts || examples === undefined || examples.kind !== tests.kind || examples.cases.length === 0
    ? undefined
    : examples;
}

/** What a tester's tests are measured with: a solution, and solutions with a fault. Undefined where the problem has no
 *  solution. */
function measuresOf({ problem }: CodeState): { golden: Program; mutants: readonly Program[] } | undefined {
  const golden = problem.solutions?.[0];
  return golden && { golden, mutants: (problem.mutants ?? mutantsOf(golden, mostMutants)).slice(0, mostMutants) };
}

export function canTest(state: CodeState): boolean {
  return measuresOf(state) !== undefined;
}

/** The tester's cases as tests of this problem; undefined where they are of the other kind, or none. */
function testsFrom({ problem }: CodeState, submission: Submission): CodeTests | undefined {
  if (submission.kind === 'program' || submission.cases.length === 0) return undefined;
  const cases = submission.cases.slice(0, mostCases);
  if (submission.kind === 'stdin-tests')
    return problem.tests.kind === 'stdin' ? { kind: 'stdin', cases: cases as readonly StdinCase[] } : undefined;
  return problem.tests.kind === 'calls'
    ? { kind: 'calls', name: problem.tests.name, cases: cases as readonly CallCase[] }
    : undefined;
}

/** True when the submission says nothing new, or nothing that could be tried. */
export function isIdle(state: CodeState, submission: Submission): boolean {
  if (isOver(state)) return true;
  if (submission.kind === 'program') {
    const { program } = state;
    return (
      submission.source.trim() === '' ||
      (program?.source === submission.source && program.language === submission.language)
    );
  }
  const tests = testsFrom(state, submission);
  return tests === undefined || !canTest(state) || JSON.stringify(tests) === JSON.stringify(state.tests);
}

export function isSolved(state: CodeState): boolean {
  return state.program !== undefined && state.program.passed === hiddenTests(state).cases.length;
}

/** Nothing more can be handed in: the program that stands holds on all that the team can see, the examples and the
 *  tester's tests. It does not depend on the hidden tests (V8); with verdicts it does, and on nothing else. */
export function isOver(state: CodeState): boolean {
  const { program, verdicts } = state;
  if (program === undefined) return false;
  return verdicts ? isSolved(state) : program.failures.length === 0 && (program.onExamples ?? []).length === 0;
}

/** Programs on tests, in the order in which results are read again. */
interface Plan {
  readonly program: Program;
  readonly tests: CodeTests;
}

function plansFor(state: CodeState, submission: Submission): Plan[] {
  if (isIdle(state, submission)) return [];
  if (submission.kind === 'program') {
    const { language, source } = submission;
    const examples = examplesOf(state);
    const sets = [hiddenTests(state), ...(examples ? [examples] : []), ...(state.tests ? [state.tests] : [])];
    return sets.map((tests) => ({ program: { language, source }, tests }));
  }
  const [tests, measures] = [testsFrom(state, submission), measuresOf(state)];
  if (tests === undefined || measures === undefined) return [];
  const programs = [measures.golden, ...measures.mutants, ...(state.program ? [state.program] : [])];
  return programs.map((program) => ({ program, tests }));
}

/** All that must be run before `submitted` can judge. */
export function runsFor(state: CodeState, submission: Submission): ProgramRequest[] {
  return plansFor(state, submission).flatMap(({ program, tests }) => requestsFor(program, tests));
}

export interface Submitted {
  readonly state: CodeState;
  /** Share of the runs that came to an end by themselves (a program), or of the cases that hold for a solution
   *  (tests). */
  readonly sound: number;
  /** Of tests: the share of the mutants that they catch, 0 where not all of them hold for the solution. */
  readonly caught: number;
  readonly why: string;
}

/** The state after a submission that is not idle; `results`: to `runsFor`. */
export function submitted(state: CodeState, submission: Submission, results: readonly ProgramResult[]): Submitted {
  let first = 0;
  const runs = plansFor(state, submission).map(({ tests }) => {
    first += tests.cases.length;
    return results.slice(first - tests.cases.length, first);
  });
  return submission.kind === 'program'
    ? withProgram(state, submission, runs)
    : withTests(state, testsFrom(state, submission) as CodeTests, runs);
}

type Runs = readonly (readonly ProgramResult[])[];

function withProgram(state: CodeState, { language, source }: Program, [hidden = [], ...seen]: Runs): Submitted {
  const tests = hiddenTests(state);
  const examples = examplesOf(state);
  const [shown = [], own = []] = examples ? seen : [[], ...seen];
  const passed = holdIn(tests, hidden).filter((holds) => holds).length;
  const standing = {
    language,
    source,
    passed,
    failures: state.tests ? failuresOf(state.tests, own) : [],
    ...(examples ? { onExamples: failuresOf(examples, shown) } : {}),
  };
  const finished = tests.cases.filter((_, index) => hasFinished(hidden[index])).length;
  const stopped = hidden.find((result) => !hasFinished(result));
  const count = `passes ${passed} of ${tests.cases.length} hidden tests`;
  return {
    state: Object.freeze({ ...state, program: Object.freeze(standing) }),
    sound: finished / tests.cases.length,
    caught: 0,
    why: stopped ? `${count}: ${stopped.why}` : count,
  };
}

function withTests(state: CodeState, tests: CodeTests, runs: Runs): Submitted {
  const mutants = measuresOf(state)?.mutants.length ?? 0;
  const onGolden = holdIn(tests, runs[0] ?? []);
  const sound = onGolden.filter((holds) => holds).length / onGolden.length;
  const found = runs.slice(1, 1 + mutants).filter((run) => holdIn(tests, run).includes(false)).length;
  const { program } = state;
  const standing = program && { ...program, failures: failuresOf(tests, runs[1 + mutants] ?? []) };
  const wrong = onGolden.length - onGolden.filter((holds) => holds).length;
  return {
    state: Object.freeze({ ...state, tests, ...(standing ? { program: Object.freeze(standing) } : {}) }),
    sound,
    caught: sound === 1 && mutants > 0 ? found / mutants : 0,
    why: wrong > 0 ? `${wrong} of ${onGolden.length} tests are wrong` : `catches ${found} of ${mutants} faults`,
  };
}

function failuresOf(tests: CodeTests, results: readonly ProgramResult[]): readonly Failure[] {
  return holdIn(tests, results).flatMap((holds, test) =>
    holds ? [] : [{ test, got: resultInWords(tests, results[test]).slice(0, 200) }],
  );
}
