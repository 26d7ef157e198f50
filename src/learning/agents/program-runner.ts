// Running the programs that agents write. The science only names what is to be run; a sandbox, handed in, runs it. A
// program that loops, throws, or takes more than it may is a result with a reason, never an exception, and costs its
// own branch only.

export type ProgramLanguage = 'javascript' | 'python';

/** What a sandbox runs: programs, and the SQL of one query on tables that come along. */
export type SandboxLanguage = ProgramLanguage | 'sql';

/** For people and prompts. */
export const languageNames: Readonly<Record<SandboxLanguage, string>> = {
  javascript: 'JavaScript',
  python: 'Python',
  sql: 'SQL',
};

export interface ProgramRequest {
  readonly language: SandboxLanguage;
  /** Of Python: the interpreter with packages that it needs, by name; absent: the one without any. */
  readonly image?: string;
  readonly source: string;
  /** Plain JSON values, each a global of the program under its name. Of SQL the entry "tables". */
  readonly globals?: Readonly<Record<string, unknown>>;
  /** What the program reads from standard input: Python's input() and sys.stdin, JavaScript's readLine() and
   *  readAll(). */
  readonly stdin?: string;
  /** The program's random numbers are drawn from it; its clock stands still. */
  readonly seed: number;
}

export interface ProgramResult {
  /** "failed": it threw, or is no program of its language; the others name the limit that stopped it. */
  readonly end: 'finished' | 'failed' | 'out-of-time' | 'out-of-memory' | 'out-of-output';
  /** What it printed, in order, cut off at the limit; lines end with "\n". */
  readonly output: string;
  /** A short sentence for people: "finished", "ReferenceError: x is not defined (line 3)", "stopped after 1 s". */
  readonly why: string;
}

export interface ProgramRunner {
  /** results[i] to requests[i]; several may run at once, none sees another. Equal requests have equal results, time
   *  limits apart. Never rejects. */
  run(requests: readonly ProgramRequest[]): Promise<readonly ProgramResult[]>;
}
