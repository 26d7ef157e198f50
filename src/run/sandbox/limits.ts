// What a program may take, and how its end is told. It does not know how a limit is held; the interpreters and the pool
// do that.
import type { ProgramResult } from '../../learning/agents/program-runner';

export interface SandboxLimits {
  readonly timeMs: number;
  /** Beyond what its interpreter needs for itself. */
  readonly memoryBytes: number;
  /** UTF-16 units of what is printed, both streams together. */
  readonly outputLength: number;
}

export const defaultLimits: SandboxLimits = { timeMs: 1000, memoryBytes: 64 * 2 ** 20, outputLength: 20_000 };

/** Of Python with packages: they are slower, larger and say more than what an agent writes. */
export const imageLimits: SandboxLimits = { timeMs: 10_000, memoryBytes: 256 * 2 ** 20, outputLength: 2_000_000 };

export type End = ProgramResult['end'];

/** How long the sentence of a failure may be. */
const longestWhy = 300;

/** The sentence for people; `detail` is that of the program's own failure. */
export function whyOf(end: End, limits: SandboxLimits, detail = ''): string {
  if (end === 'finished') return 'finished';
  if (end === 'out-of-time') return `stopped after ${limits.timeMs / 1000} s`;
  if (end === 'out-of-memory') return `needed more than ${Math.round(limits.memoryBytes / 2 ** 20)} MiB of memory`;
  if (end === 'out-of-output') return `printed more than ${limits.outputLength} characters`;
  return cut(wellFormed(detail.trim().split('\n')[0] || 'failed without a word'), longestWhy);
}

/** What was printed so far, never more than the limit. */
export interface Output {
  /** False once the limit is passed: the rest is dropped, and the program is to be stopped. */
  add(text: string): boolean;
  text(): string;
}

export function boundedOutput(length: number): Output {
  let text = '';
  let full = false;
  return {
    add: (more) => {
      if (full) return false;
      full = text.length + more.length > length;
      text = full ? cut(text + more.slice(0, length), length) : text + more;
      return !full;
    },
    text: () => wellFormed(text),
  };
}

/** At most `length` units, no character halved. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

/** Half a character says nothing and cannot be encoded: it is replaced as UTF-8 decoders do. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
