// Programs that solve a problem – or fail to – out of a row. Only Python 3 is taken: what else data sets hold does not
// run here.
import type { Program } from '../problems';
import { isRecord, textsIn } from './cells';

const mostChars = 20_000;
/** CodeContests numbers its languages: https://github.com/google-deepmind/code_contests, contest_problem.proto. */
const python3 = new Set<unknown>([3, '3', 'PYTHON3', 'python3', 'Python3', 'python', 'Python']);

/** Short ones first. */
export function pythonPrograms(value: unknown): Program[] {
  return sourcesIn(value)
    .map(unfenced)
    .filter((source) => source.length <= mostChars && isPython3(source))
    .sort((a, b) => a.length - b.length)
    .map((source) => ({ language: 'python', source }));
}

/** { language: [], solution: [] }, a list of { language, solution }, texts, or JSON of one of these. */
function sourcesIn(value: unknown): string[] {
  if (isRecord(value)) {
    const { language, solution } = value;
    if (!Array.isArray(language) || !Array.isArray(solution)) return python3.has(language) ? textsIn(solution) : [];
    return solution.filter(
      (source, index): source is string => typeof source === 'string' && python3.has(language[index]),
    );
  }
  if (Array.isArray(value)) return value.flatMap(sourcesIn);
  if (typeof value !== 'string') return [];
  if (/^\s*[[{]/.test(value)) {
    try {
      return sourcesIn(JSON.parse(value));
    } catch {
      // no JSON: a program that begins with a bracket, or Python's way to write a list
    }
  }
  return textsIn(value);
}

function unfenced(source: string): string {
  return (/```(?:python3?|py)?\n(.*?)```/s.exec(source)?.[1] ?? source).trim();
}

function isPython3(source: string): boolean {
  if (source === '') return false;
  const isOther =
    /^\s*(#include|using namespace|import java|public class|package )|;\s*$/m.test(source) &&
    !/^\s*(def|import|from|for|print)\b/m.test(source);
  return !isOther && !/^\s*print\s+[^(\s=]|\braw_input\b|\bxrange\b/m.test(source);
}
