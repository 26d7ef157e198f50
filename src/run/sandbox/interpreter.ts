// What an interpreter is to the pool, in its own thread or not: one program after the other, each from the same fresh
// beginning. It does not know threads or queues.
import type { ProgramRequest, ProgramResult } from '../../learning/agents/program-runner';
import type { SandboxLimits } from './limits';

/** A request in plain strings, as it travels between threads. */
export interface Program {
  readonly source: string;
  /** An object in JSON: each entry a global. */
  readonly globals: string;
  readonly stdin: string;
  readonly seed: number;
}

export interface Interpreter {
  /** Never rejects for anything the program does. One at a time. */
  run(program: Program, limits: SandboxLimits): Promise<ProgramResult>;
}

/** Where an interpreter's files lie: addresses that `ReadFile` and, for `loader` and `core`, import() understand. */
export type InterpreterFiles =
  | { readonly language: 'javascript'; readonly wasm: string }
  | {
      readonly language: 'python';
      readonly loader: string;
      readonly core: string;
      readonly wasm: string;
      readonly library: string;
      readonly lock: string;
    };

export type ReadFile = (address: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Throws where a global is no plain JSON. */
export function programOf({ source, globals = {}, stdin = '', seed }: ProgramRequest): Program {
  return { source, globals: JSON.stringify(globals), stdin, seed };
}

/** The instant at which every program's clock stands: 1 January 2025, 00:00 UTC, in milliseconds. */
export const standingInstant = Date.UTC(2025, 0, 1);
