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
  /** Of an image without one: what to keep, so that the next start is short. */
  readonly snapshot?: Uint8Array<ArrayBuffer>;
}

/** Where an interpreter's files lie: addresses that `ReadFile` and, for `loader` and `core`, import() understand. */
export type InterpreterFiles =
  | { readonly language: 'javascript'; readonly wasm: string }
  | { readonly language: 'sql'; readonly loader: string; readonly wasm: string }
  | {
      readonly language: 'python';
      readonly loader: string;
      readonly core: string;
      readonly wasm: string;
      readonly library: string;
      readonly lock: string;
      readonly image?: PythonImage;
    };

/** What a Python interpreter has at hand beyond its own library: addresses of wheels, whose last parts are their
 *  names. */
export interface PythonImage {
  /** Unpacked: packages that read files of their own. */
  readonly unpacked: readonly string[];
  /** Imported from as they are. */
  readonly zipped: readonly string[];
  /** Python that runs once, before the memory is kept that every program begins from. */
  readonly prelude: string;
  /** The memory after the prelude, as an interpreter of the same files gave it before: then nothing is imported. */
  readonly snapshot?: string;
}

export type ReadFile = (address: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Throws where a global is no plain JSON. */
export function programOf({ source, globals = {}, stdin = '', seed }: ProgramRequest): Program {
  return { source, globals: JSON.stringify(globals), stdin, seed };
}

/** The instant at which every program's clock stands: 1 January 2025, 00:00 UTC, in milliseconds. */
export const standingInstant = Date.UTC(2025, 0, 1);
