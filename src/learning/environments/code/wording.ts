// Submissions in words: a program is a fenced block that names its language; tests are pairs of blocks "input" and
// "output", or one block "tests" with a line "[arguments] -> result" for each call, in JSON.
import { type FencedBlock, fenced, fencedBlocks } from '../../language/fenced-blocks';
import type { CallCase, StdinCase } from '../problems';
import type { Submission } from './workbench';

export const submissionHelp =
  'a program in one block of code that begins with ```javascript or ```python, or tests: pairs of blocks ```input and ```output, ' +
  'or one block ```tests with lines such as [2, 3] -> 5, arguments and result in JSON';

const languages: Readonly<Record<string, 'javascript' | 'python'>> = {
  javascript: 'javascript',
  js: 'javascript',
  python: 'python',
  python3: 'python',
  py: 'python',
};

export function writeSubmissions(action: readonly Submission[]): string {
  return action.map(writeSubmission).join('\n');
}

function writeSubmission(submission: Submission): string {
  if (submission.kind === 'program') return fenced(submission.language, submission.source);
  if (submission.kind === 'stdin-tests')
    return submission.cases
      .map(({ stdin, stdout }) => `${fenced('input', stdin)}\n${fenced('output', stdout)}`)
      .join('\n');
  return fenced('tests', writeCalls(submission.cases));
}

/** "[2, 3] -> 5" on lines. */
export function writeCalls(cases: readonly CallCase[]): string {
  return cases.map((one) => `${JSON.stringify(one.arguments)} -> ${JSON.stringify(one.result)}`).join('\n');
}

/** Undoes `writeSubmissions`: of a longer text the tests, else the last program. "" is nothing; what holds neither is
 *  undefined (W5). */
export function readSubmissions(text: string): readonly Submission[] | undefined {
  if (text.trim() === '') return [];
  const blocks = fencedBlocks(text);
  const submission = testsIn(blocks) ?? programIn(blocks);
  return submission && [submission];
}

/** The last program of a text. */
export function programIn(blocks: readonly FencedBlock[]): Submission | undefined {
  const block = blocks.findLast(({ label, text }) => languages[label] !== undefined && text.trim() !== '');
  const language = block && languages[block.label];
  return language && { kind: 'program', language, source: block.text };
}

/** The tests of a text. */
export function testsIn(blocks: readonly FencedBlock[]): Submission | undefined {
  const calls = blocks.findLast(({ label }) => label === 'tests');
  if (calls) {
    const cases = calls.text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(callFrom);
    const read = cases.filter((one) => one !== undefined);
    return read.length === cases.length && read.length > 0 ? { kind: 'call-tests', cases: read } : undefined;
  }
  const pairs = blocks.filter(({ label }) => label === 'input' || label === 'output');
  const isPaired =
    pairs.length > 0 && pairs.every(({ label }, index) => label === (index % 2 === 0 ? 'input' : 'output'));
  if (!isPaired || pairs.length % 2 === 1) return undefined;
  const cases = pairs.flatMap(({ text: stdin }, index): StdinCase[] =>
    index % 2 === 0 ? [{ stdin, stdout: pairs[index + 1]?.text ?? '' }] : [],
  );
  return { kind: 'stdin-tests', cases };
}

function callFrom(line: string): CallCase | undefined {
  const [before, after, ...more] = line.split('->');
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  try {
    const given: unknown = JSON.parse(before);
    return Array.isArray(given) ? { arguments: given, result: JSON.parse(after) as unknown } : undefined;
  } catch {
    return undefined;
  }
}
