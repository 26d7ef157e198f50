// Programs tried on cases: what has to be run for it, and which cases then hold. Knows nothing of roles and rewards,
// nor who wrote the program.
import type { ProgramRequest, ProgramResult } from '../../agents/program-runner';
import type { CallCase, CodeTests, Program, StdinCase } from '../problems';

/** The arguments of a call, as the program finds them. */
const argumentsName = '__arguments__';

/** One request for each case, in order. Nothing of what is expected goes along. */
export function requestsFor(program: Program, tests: CodeTests): ProgramRequest[] {
  const { language } = program;
  if (tests.kind === 'stdin')
    return tests.cases.map(({ stdin }) => ({ language, source: program.source, stdin, seed: 0 }));
  const source = `${typesFor(program)}${program.source}\n${callOf(program, tests.name)}\n`;
  return tests.cases.map((one) => ({ language, source, globals: { [argumentsName]: one.arguments }, seed: 0 }));
}

/** Calls the function, as it stands or as a method of a class Solution, and prints its result as JSON on a line of its
 *  own. */
function callOf({ language }: Program, name: string): string {
  if (language === 'javascript') {
    return `;console.log('\\n' + (JSON.stringify((typeof ${name} === 'function' ? ${name} : new Solution().${name}.bind(new Solution()))(...${argumentsName})) ?? 'null'));`;
  }
  const called = `(Solution().${name} if "Solution" in globals() and "${name}" not in globals() else ${name})`;
  return `import json as __json__\nprint("\\n" + __json__.dumps(${called}(*${argumentsName})))`;
}

/** Sites that ask for a class Solution have the names of types at hand. */
function typesFor({ language, source }: Program): string {
  return language === 'python' && source.includes('class Solution') ? 'from typing import *\n' : '';
}

/** Whether each case holds. A missing result is one that does not. */
export function holdIn(tests: CodeTests, results: readonly (ProgramResult | undefined)[]): boolean[] {
  return tests.kind === 'stdin'
    ? tests.cases.map((one, index) => printedRight(one, results[index]))
    : tests.cases.map((one, index) => returnedRight(one, results[index]));
}

/** What the program printed or returned in one case, in words; else why it did neither. */
export function resultInWords(tests: CodeTests, result: ProgramResult | undefined): string {
  if (result === undefined) return 'it was not run';
  if (result.end !== 'finished') return result.why;
  return tests.kind === 'stdin' ? tidy(result.output) : lastLine(result.output);
}

export function hasFinished(result: ProgramResult | undefined): boolean {
  return result?.end === 'finished';
}

function printedRight({ stdout }: StdinCase, result: ProgramResult | undefined): boolean {
  return result?.end === 'finished' && tidy(result.output) === tidy(stdout);
}

/** Without white space at the ends of lines and of the text. */
function tidy(text: string): string {
  return text.trim().replace(/[^\S\n]+$/gm, '');
}

function returnedRight(expected: CallCase, result: ProgramResult | undefined): boolean {
  if (result?.end !== 'finished') return false;
  try {
    return sameJson(JSON.parse(lastLine(result.output)), expected.result);
  } catch {
    return false; // what the program printed itself is no result
  }
}

function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1) ?? '';
}

const closeEnough = 1e-9;

function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.abs(one - other) <= closeEnough * Math.max(1, Math.abs(other));
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => key in right && sameJson(left[key], right[key]))
  );
}
