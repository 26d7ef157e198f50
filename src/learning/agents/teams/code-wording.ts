// The words of the coding teams: a task as whoever works on it may see it, short and in full. Hidden tests, solutions
// and mutants are never looked at here: what is told is the statement, its examples, the starter, and what coder and
// tester have handed in.
import { writeCalls } from '../../environments/code/wording';
import { type CodeState, examplesOf, type Failure, mostCases } from '../../environments/code/workbench';
import type { CodeTests } from '../../environments/problems';
import type { ChatMessage } from '../../language/chat-template';
import { fenced } from '../../language/fenced-blocks';
import { languageNames } from '../program-runner';
import type { View } from '../role';

/** "code 1", the task, its examples, what was handed in so far, and whose turn it is. */
export function compactPrompt(view: View, word: string): string {
  const state = view.state as CodeState;
  return [`code ${Math.min(view.turn, 9)}`, ...taskParts(state), ...handedIn(state), `${word}:`].join('\n');
}

export function coderQuestion(view: View): ChatMessage[] {
  return programQuestion(view, 'You write programs. Another agent writes tests for them.');
}

/** The same where nobody else is there. */
export function soleCoderQuestion(view: View): ChatMessage[] {
  return programQuestion(view, 'You write programs.');
}

function programQuestion(view: View, who: string): ChatMessage[] {
  const state = view.state as CodeState;
  const name = languageNames[state.language];
  const { tests } = state.problem;
  const form =
    tests.kind === 'calls'
      ? `Define the function ${tests.name}; it is called with the arguments and has to return the result. Print nothing.`
      : `The program reads its input and prints its answer, and nothing else. ${reading[state.language]}`;
  return [
    {
      role: 'system',
      content: [
        `${who} Your program is run on tests you do not see; it has to pass all of them. Write ${name}.`,
        form,
        `Answer with one block of code that begins with \`\`\`${state.language} and ends with \`\`\`, whole and ready to run.`,
      ].join('\n\n'),
    },
    { role: 'user', content: [...taskParts(state), ...handedIn(state), 'Your program:'].join('\n\n') },
  ];
}

const reading = {
  javascript: 'readLine() gives the next line of the input, readAll() all that is left; console.log prints.',
  python: 'input() and sys.stdin read, print prints.',
} as const;

export function testerQuestion(view: View): ChatMessage[] {
  const state = view.state as CodeState;
  const form =
    state.problem.tests.kind === 'calls'
      ? 'Write them in one block that begins with ```tests and ends with ```, one call on each line: the list of arguments, an arrow, and the result, in JSON, for example [2, 3] -> 5.'
      : 'Write each as two blocks: one that begins with ```input and holds what the program reads, and one that begins with ```output and holds exactly what it has to print. Both end with ```.';
  return [
    {
      role: 'system',
      content: [
        'You test programs. Another agent writes a program for the task below; you write tests that a right program passes and a wrong one does not. Think of the ends of ranges, of empty input, of equal values, and work out every result with care: a wrong test is worth nothing.',
        `Write at most ${mostCases} tests. ${form}`,
      ].join('\n\n'),
    },
    { role: 'user', content: [...taskParts(state), ...handedIn(state), 'Your tests:'].join('\n\n') },
  ];
}

/** The task: statement, examples and starter. */
function taskParts({ problem }: CodeState): string[] {
  const { statement, examples, starter } = problem;
  return [
    `Task: ${statement.trim()}`,
    ...(examples && examples.cases.length > 0 ? [`Examples:\n${testsInWords(examples)}`] : []),
    ...(starter ? [`Begin with:\n${starter}`] : []),
  ];
}

/** The program and the tests that stand, and where the program fails of what everybody sees. Whether it passes the
 *  hidden tests is said with verdicts only (V8). */
function handedIn(state: CodeState): string[] {
  const { program, tests, verdicts } = state;
  const known = verdicts ? ', which does not pass all hidden tests' : '';
  return [
    ...(program ? [`The program so far${known}:\n${fenced(program.language, program.source)}`] : []),
    ...(program && examplesOf(state)
      ? triedOn('Example', 'The program passes the examples.', program.onExamples ?? [])
      : []),
    ...(tests ? [`The tests so far, which may be wrong:\n${testsInWords(tests)}`] : []),
    ...(program && tests ? triedOn('Test', 'The program passes these tests.', program.failures) : []),
  ];
}

function triedOn(one: string, passes: string, failures: readonly Failure[]): string[] {
  return failures.length === 0
    ? [passes]
    : [failures.map(({ test, got }) => `${one} ${test + 1} fails; it gave: ${got}`).join('\n')];
}

function testsInWords(tests: CodeTests): string {
  if (tests.kind === 'calls') return writeCalls(tests.cases);
  return tests.cases
    .map(({ stdin, stdout }) => `${fenced('input', stdin.trimEnd())}\n${fenced('output', stdout.trimEnd())}`)
    .join('\n');
}
