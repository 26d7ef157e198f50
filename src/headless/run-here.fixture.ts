// A runner for tests: JavaScript in a context of Node's own, at once, no sandbox. Only for programs that the tests
// themselves bring.
import { createContext, runInContext } from 'node:vm';
import type { ProgramRequest, ProgramResult, ProgramRunner } from '../learning/agents/program-runner';
import { seconds } from './patience.mjs';

const known = new Map<string, ProgramResult>();

/** The result of a program; the same request is run once. */
export function runHere(request: ProgramRequest): ProgramResult {
  const key = JSON.stringify(request);
  const result = known.get(key) ?? run(request);
  known.set(key, result);
  return result;
}

export const runnerHere: ProgramRunner = { run: async (requests) => requests.map(runHere) };

function run({ language, source, stdin = '', globals = {} }: ProgramRequest): ProgramResult {
  if (language !== 'javascript')
    return { end: 'failed', output: '', why: `only JavaScript runs here, got ${language}` };
  let output = '';
  const lines = stdin.split('\n');
  const context = createContext({
    ...globals,
    console: { log: (...values: unknown[]) => (output += `${values.join(' ')}\n`) },
    readLine: () => lines.shift() ?? null,
    readAll: () => lines.splice(0).join('\n'),
  });
  try {
    runInContext(source, context, { timeout: seconds });
    return { end: 'finished', output, why: 'finished' };
  } catch (error) {
    return { end: 'failed', output, why: String(error) };
  }
}
