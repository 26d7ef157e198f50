// Code: write the program that the task asks for. Team reward: share of the hidden tests that the program which stands
// passes. A coder's progress: the share of those still failing that it gained; a tester's: the share of the faulty
// solutions that its tests catch, where all of them hold for the right one. The task ends when a program holds on all
// that the team can see (workbench.ts). The world runs nothing itself: it says what must be run and judges by the
// results.
import { check } from '../../../basics/check';
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import type { ProgramLanguage, ProgramResult } from '../../agents/program-runner';
import { shareGained } from '../carry-out';
import { type Environment, type EnvironmentCard, noCalls, type Outcome } from '../environment';
import { type PoolSplits, type Pools, poolsOf } from '../problem-pools';
import type { CodeProblem } from '../problems';
import { linesOf } from '../text-lines';
import { hasVerdicts, verdictsKnob } from '../verdicts';
import { builtInTasks } from './tasks';
import { readSubmissions, submissionHelp, writeCalls, writeSubmissions } from './wording';
import {
  type CodeState,
  hiddenTests,
  isIdle,
  isOver,
  isSolved,
  runsFor,
  type Submission,
  submitted,
} from './workbench';

const languages = { javascript: 'JavaScript', python: 'Python' } as const satisfies Record<ProgramLanguage, string>;

const cardIn = (usual: ProgramLanguage) =>
  ({
    id: 'code',
    name: 'Code',
    sentence: 'Write the program that the task asks for.',
    knobs: {
      language: {
        kind: 'choice',
        name: 'Language',
        meaning: 'What programs are asked for in.',
        choices: languages,
        default: usual,
      },
      ...verdictsKnob,
    } satisfies Knobs,
    form: 'text',
    kind: 'tasks',
    symbols: {},
    validity: 'sound',
    problem: 'task',
    remainingUnit: 'tests',
  }) as const satisfies EnvironmentCard;

const card = cardIn('javascript');
/** Of Code on tasks from elsewhere: their starting code and their solutions are Python
 *  (problem-import/programs-of-rows.ts). */
export const cardOfTasks = cardIn('python');

type CodeEnvironment = Environment<CodeState, readonly Submission[]>;

/** Code on these tasks; each belongs to one split by its text. `its`: the card, with the usual language. */
export function codeOn(
  problems: readonly CodeProblem[],
  splits: PoolSplits = 'by-problem',
  its: ReturnType<typeof cardIn> = card,
): CodeEnvironment {
  const pools = poolsOn(problems, splits);
  return codeIn(() => pools, its);
}

/** Of both languages: the problem of a seed is the same. */
type LanguagePools = Readonly<Record<ProgramLanguage, Pools<CodeState>>>;

function poolsOn(problems: readonly CodeProblem[], splits: PoolSplits): LanguagePools {
  for (const { id, tests } of problems)
    check(tests.cases.length > 0, `the task "${id}" has no hidden test: leave it out`);
  const poolsIn = (language: ProgramLanguage) =>
    poolsOf<CodeState>(
      problems.map((problem) => Object.freeze({ problem, language })),
      describeWorkbench,
      splits,
    );
  return { javascript: poolsIn('javascript'), python: poolsIn('python') };
}

function codeIn(pools: () => LanguagePools, its: ReturnType<typeof cardIn>): CodeEnvironment {
  return {
    ...rules,
    card: its,
    start: (seed, settings) => {
      const state = pools()[valuesFrom(its.knobs, settings).language].start(seed);
      return hasVerdicts(settings) ? Object.freeze({ ...state, verdicts: true }) : state;
    },
    problems: (split) => pools().javascript.problems(split),
  };
}

const rules: Omit<CodeEnvironment, 'card' | 'start' | 'problems'> = {
  programs: (state, [submission]) => (isSubmission(submission) ? runsFor(state, submission) : []),
  act,
  solved: isSolved,
  remaining: (state) => (isLost(state) ? Number.POSITIVE_INFINITY : testsLeft(state)),
  /** Of all programs only those that random play draws. */
  legal: (state) =>
    constantPrograms(state).filter(([submission]) => submission !== undefined && !isIdle(state, submission)),
  random(state, moves, random) {
    const programs = constantPrograms(state);
    return moves < 1 ? [] : (programs[Math.floor(random() * programs.length)] as readonly Submission[]);
  },
  solve(state) {
    const { problem, language } = state;
    if (isLost(state)) return undefined;
    const solutions = problem.solutions ?? [];
    const solution = solutions.find((one) => one.language === language) ?? solutions[0];
    return solution && [{ kind: 'program', ...solution }];
  },
  picture: pictureOf,
  wording: {
    title: 'code',
    describe: describeWorkbench,
    describeAfter: describeWorkbench,
    write: writeSubmissions,
    read: readSubmissions,
    help: submissionHelp,
    symbolsPerMove: 400,
  },
  calls: noCalls,
  /** Begun with a program that can be run and does too little. */
  byHand: {
    kind: 'write',
    form: (state) => {
      const [least] = rules.legal(state);
      return { help: submissionHelp, button: 'Run on the tests', begins: least ? writeSubmissions(least) : '' };
    },
  },
};

function isLost(state: CodeState): boolean {
  return isOver(state) && !isSolved(state);
}

function testsLeft(state: CodeState): number {
  return hiddenTests(state).cases.length - (state.program?.passed ?? 0);
}

function act(
  state: CodeState,
  action: readonly Submission[],
  budget: number,
  results: readonly ProgramResult[] = [],
): Outcome<CodeState> {
  const within = Math.max(0, Math.min(1, action.length, Math.floor(budget)));
  const excess = action.length - within;
  const [submission] = action;
  const isNew = within === 1 && isSubmission(submission) && !isIdle(state, submission);
  const { state: next, sound, caught, why } = isNew ? submitted(state, submission, results) : idle(state, submission);
  const solved = isSolved(next);
  const total = hiddenTests(next).cases.length;
  const gained = shareGained(testsLeft(state), testsLeft(next));
  return {
    state: next,
    terms: {
      team: 1 - testsLeft(next) / total,
      legal: solved ? sound : sound / Math.max(1, within + excess),
      progress: submission?.kind === 'program' ? gained : caught,
    },
    solved,
    done: isOver(next),
    why,
    frames: within === 1 ? [pictureOf(next)] : [],
    excess,
  };
}

function idle(state: CodeState, submission: unknown) {
  return { state, sound: 0, caught: 0, why: isSubmission(submission) ? 'handed in nothing new' : 'handed in nothing' };
}

/** Anything may be handed in as an action; only this is a submission. */
function isSubmission(given: unknown): given is Submission {
  const { kind, language, source, cases } = (given ?? {}) as Record<string, unknown>;
  if (kind === 'program') return (language === 'javascript' || language === 'python') && typeof source === 'string';
  return (kind === 'stdin-tests' || kind === 'call-tests') && Array.isArray(cases);
}

/** Programs that answer with a digit, whatever they are asked: what random play hands in. */
function constantPrograms({ problem, language }: CodeState): (readonly Submission[])[] {
  return Array.from({ length: 10 }, (_, digit) => [
    { kind: 'program', language, source: constantProgram(problem, language, digit) },
  ]);
}

function constantProgram({ tests }: CodeProblem, language: ProgramLanguage, digit: number): string {
  if (tests.kind === 'stdin') return language === 'javascript' ? `console.log(${digit});` : `print(${digit})`;
  return language === 'javascript'
    ? `function ${tests.name}() { return ${digit}; }`
    : `def ${tests.name}(*_): return ${digit}`;
}

/** The task, the program that stands and the tester's tests, each on one line; nothing that is hidden. */
function describeWorkbench({ problem, program, tests }: CodeState): string {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const lines = [
    `${problem.id}: ${oneLine(problem.statement)}`,
    ...(program ? [`program ${oneLine(program.source)}`] : []),
    ...(tests
      ? [`tests ${tests.kind === 'calls' ? oneLine(writeCalls(tests.cases)) : oneLine(JSON.stringify(tests.cases))}`]
      : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function pictureOf(state: CodeState) {
  const { problem, program, tests } = state;
  const total = hiddenTests(state).cases.length;
  const verdict = program ? [`passes ${program.passed} of ${total} hidden tests`] : [];
  const tested = tests ? [`${tests.cases.length} tests written, ${program?.failures.length ?? 0} of them fail`] : [];
  return linesOf([problem.statement, ...verdict, ...tested, ...(program ? program.source.split('\n') : [])].join('\n'));
}

let builtIn: LanguagePools | undefined;
const builtInPools = (): LanguagePools => {
  builtIn ??= poolsOn(builtInTasks(), 'by-problem');
  return builtIn;
};

export const code: CodeEnvironment = codeIn(builtInPools, card);
