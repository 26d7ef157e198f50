// Tests of programs out of a row: pairs of input and output in whatever nesting a data set has, and the tests of a
// problem made from them, no more than are played.
import { type CallCase, type CodeTests, mostTests } from '../problems';
import { inWords, isRecord } from './cells';
import { CellFault } from './layout';

export interface RawCase {
  readonly input: unknown;
  readonly output: unknown;
}

const mostCaseChars = 1 << 16;
const expected = 'tests: as many outputs as inputs';

/** From { inputs, outputs }, { input, output } of lists, or a list of { input, output }. */
export function rawCases(value: unknown, field: string): RawCase[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    return value.map((one: unknown) => {
      if (!isRecord(one) || !('input' in one) || !('output' in one))
        throw new CellFault(field, 'tests with input and output', inWords(one));
      return { input: one['input'], output: one['output'] };
    });
  }
  if (!isRecord(value)) throw new CellFault(field, expected, inWords(value));
  return pairs(value['inputs'] ?? value['input'], value['outputs'] ?? value['output'], field);
}

export function pairs(inputs: unknown, outputs: unknown, field: string): RawCase[] {
  if (!Array.isArray(inputs) || !Array.isArray(outputs))
    throw new CellFault(field, expected, inWords(inputs ?? outputs));
  if (inputs.length !== outputs.length)
    throw new CellFault(field, expected, `${inputs.length} inputs and ${outputs.length} outputs`);
  return inputs.map((input: unknown, index) => ({ input, output: outputs[index] as unknown }));
}

/** How arguments and results are written: as values, or as lines of JSON. */
export type CallNotation = 'values' | 'json-lines';

export interface Called {
  readonly name: string;
  readonly notation: CallNotation;
}

export interface TestsRead {
  readonly tests: CodeTests;
  readonly notes: readonly string[];
}

/** `called`: the function that is tried; absent where programs read and print. */
export function testsFrom(cases: readonly RawCase[], called: Called | undefined, field: string): TestsRead {
  const short = cases.filter((one) => JSON.stringify([one.input, one.output]).length <= mostCaseChars);
  const kept = short.slice(0, mostTests);
  if (kept.length === 0)
    throw new CellFault(
      field,
      'at least one test',
      cases.length === 0 ? 'none' : `only tests of more than ${mostCaseChars} characters`,
    );
  const notes = [
    ...(short.length < cases.length ? [`tests of more than ${mostCaseChars} characters are left out`] : []),
    ...(short.length > mostTests ? [`only the first ${mostTests} tests are kept`] : []),
  ];
  if (called) return { tests: { kind: 'calls', name: called.name, cases: callCases(kept, called, field) }, notes };
  const lines = kept.map(({ input, output }) => ({ stdin: printed(input, field), stdout: printed(output, field) }));
  return { tests: { kind: 'stdin', cases: lines }, notes };
}

/** A text, or lines of one. */
function printed(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((line) => typeof line === 'string' || typeof line === 'number'))
    return value.join('\n');
  throw new CellFault(field, 'inputs and outputs as text', inWords(value));
}

function callCases(cases: readonly RawCase[], { notation }: Called, field: string): CallCase[] {
  if (notation === 'json-lines') {
    return cases.map(({ input, output }) => ({
      arguments: String(input)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => jsonFrom(line, field)),
      result: jsonFrom(String(output), field),
    }));
  }
  // APPS wraps results in lists of one: https://github.com/hendrycks/apps, eval/testing_util.py accepts either
  const wrapped = cases.every(({ output }) => Array.isArray(output) && output.length === 1);
  return cases.map(({ input, output }) => {
    if (!Array.isArray(input)) throw new CellFault(field, 'a list of arguments for each call', inWords(input));
    return { arguments: input, result: wrapped ? (output as readonly unknown[])[0] : output };
  });
}

function jsonFrom(text: string, field: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CellFault(field, 'arguments and results as JSON, one on each line', inWords(text));
  }
}
