// Problems that are data: what the worlds Maths and Code are played on, built in or from files that people have. Plain
// values that survive JSON. Knows nothing of files and their columns, nor of how an answer is judged.
import type { ProgramLanguage } from '../agents/program-runner';

export interface MathsProblem {
  /** Its name within its source: "train-17", a row's own id. */
  readonly id: string;
  readonly question: string;
  /** The right answer alone, without the way to it: "42", "\\frac{7}{2}", "(1, 2)"; never part of a prompt. */
  readonly answer: string;
  /** 1 (easy) to 5, where the source says so. */
  readonly level?: number;
  /** Where it comes from, for people: "gsm8k.jsonl", "ladder". */
  readonly source: string;
}

/** A passage of a corpus: what it is about, and what it says. */
export interface Passage {
  readonly title: string;
  readonly text: string;
}

/** A question to passages. Those of all problems of a set are the corpus that is searched. */
export interface SearchProblem {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** Titles of the passages that say the answer, none where nobody knows; never part of a prompt. */
  readonly needed: readonly string[];
  /** Those that no problem before it brings. */
  readonly passages: readonly Passage[];
  readonly source: string;
}

/** A table with its rows: `columns` are definitions, "born INTEGER", '"place of birth" TEXT'. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A question to a database. */
export interface DatabaseProblem {
  readonly id: string;
  readonly question: string;
  /** The rows that the query brings, apart by "; ", values apart by " | "; never part of a prompt. */
  readonly answer: string;
  /** The query that brings it; never part of a prompt. */
  readonly query: string;
  /** Which of the set's databases is asked. */
  readonly database: string;
  /** Of the first problem that asks it. */
  readonly tables?: readonly Table[];
  readonly source: string;
}

export type Problem = MathsProblem | CodeProblem | SearchProblem | DatabaseProblem;

export interface Program {
  readonly language: ProgramLanguage;
  readonly source: string;
}

/** What a program prints for what it reads. Compared without the white space at the ends of lines and of the text. */
export interface StdinCase {
  readonly stdin: string;
  readonly stdout: string;
}

/** What the function `name` of the problem returns for these arguments: JSON values. */
export interface CallCase {
  readonly arguments: readonly unknown[];
  readonly result: unknown;
}

/** How a program is tried: it reads and prints, or one of its functions is called. */
export type CodeTests =
  | { readonly kind: 'stdin'; readonly cases: readonly StdinCase[] }
  | { readonly kind: 'calls'; readonly name: string; readonly cases: readonly CallCase[] };

/** Of a task, the first: every answer is run on each of them. No more are imported, and no more are played. */
export const mostTests = 32;

export interface CodeProblem {
  readonly id: string;
  /** The task, in words; its own examples may stand in it. */
  readonly statement: string;
  /** Cases that are shown to whoever solves it; of the same kind as the tests. */
  readonly examples?: CodeTests;
  /** Hidden: never part of a prompt. */
  readonly tests: CodeTests;
  /** Code to begin with, as some sources give it: shown. */
  readonly starter?: string;
  /** Programs that pass every test, one for each language there is; never shown. Absent: a tester has nothing to be
   *  judged by. */
  readonly solutions?: readonly Program[];
  /** Solutions with one fault each, which good tests catch; never shown. Absent: made from the solution. */
  readonly mutants?: readonly Program[];
  readonly source: string;
}
