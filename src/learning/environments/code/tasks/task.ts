// How the built-in tasks are written down, and what they become. A fault is an edit of the JavaScript solution, from and to, that at least
// one hidden test catches.
import type { CodeProblem, CodeTests } from '../../problems';

interface Task {
  readonly id: string;
  readonly statement: string;
  /** Solutions. */
  readonly javascript: string;
  readonly python: string;
  readonly faults: readonly (readonly [from: string, to: string])[];
}

/** A function of the task's name is asked for. */
export interface CallTask extends Task {
  readonly examples: readonly (readonly [arguments_: readonly unknown[], result: unknown])[];
  readonly tests: CallTask['examples'];
}

/** A program that reads and prints is asked for. */
export interface StdinTask extends Task {
  readonly examples: readonly (readonly [stdin: string, stdout: string])[];
  readonly tests: StdinTask['examples'];
}

export function problemOfCallTask(task: CallTask): CodeProblem {
  const testsOf = (cases: CallTask['examples']): CodeTests => ({
    kind: 'calls',
    name: task.id,
    cases: cases.map(([arguments_, result]) => ({ arguments: arguments_, result })),
  });
  return { ...commonOf(task), examples: testsOf(task.examples), tests: testsOf(task.tests) };
}

export function problemOfStdinTask(task: StdinTask): CodeProblem {
  const testsOf = (cases: StdinTask['examples']): CodeTests => ({
    kind: 'stdin',
    cases: cases.map(([stdin, stdout]) => ({ stdin, stdout })),
  });
  return { ...commonOf(task), examples: testsOf(task.examples), tests: testsOf(task.tests) };
}

function commonOf({ id, statement, javascript, python, faults }: Task) {
  return {
    id,
    statement,
    solutions: [
      { language: 'javascript', source: javascript },
      { language: 'python', source: python },
    ] as const,
    mutants: faults.map(([from, to]) => ({ language: 'javascript', source: javascript.replace(from, () => to) }) as const),
    source: 'built in',
  };
}
