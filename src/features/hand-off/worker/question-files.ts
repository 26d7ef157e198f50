// Maths and coding problems in the Parquet columns that PettingLLMs reads – question, solution; question, test_input,
// test_output, solution – under both of the folders it writes to and reads from. The problems are those the run's world
// hands out, taken by their shape. Whence: scripts/dataprocess/load_math.py, load_code.py and the environments' loaders
// at a054fb1.
import { parquetWriteBuffer } from 'hyparquet-writer';
import { z } from 'zod';
import '../../../basics/without-eval';
import { check } from '../../../basics/check';
import type { ArchivedFile } from '../../../files/formats/zip';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld } from '../../../learning/config/worlds';
import { worldSeed } from '../../../learning/environments/splits';
import { worldSeedsOf } from '../../../learning/training/step';
import type { ProblemNeed } from './problem-need';

/** As the configuration calls the files. */
export const questionSet = 'grove';
const validationProblems = 100;

const mathsState = z.object({ question: z.string().min(1), answer: z.string().min(1) });

const codeState = z.object({
  problem: z.object({
    statement: z.string().min(1),
    tests: z.object({
      kind: z.literal(
        'stdin',
        'its hidden tests call a function: PettingLLMs tries programs by what they read and print',
      ),
      cases: z.array(z.object({ stdin: z.string(), stdout: z.string() })).min(1),
    }),
    solutions: z.array(z.object({ language: z.string(), source: z.string() })).optional(),
  }),
});

export interface MathsRow {
  readonly question: string;
  readonly solution: string;
}

export interface CodeRow {
  readonly question: string;
  readonly test_input: readonly string[];
  readonly test_output: readonly string[];
  /** A program in Python that passes; empty where there is none. */
  readonly solution: string;
}

/** Undefined for a problem it cannot hold. */
export function mathsRowOf(state: unknown): MathsRow | undefined {
  const read = mathsState.safeParse(state);
  return read.success ? { question: read.data.question, solution: read.data.answer } : undefined;
}

export function codeRowOf(state: unknown): CodeRow | undefined {
  const read = codeState.safeParse(state);
  if (!read.success) return undefined;
  const { statement, tests, solutions = [] } = read.data.problem;
  return {
    question: statement,
    test_input: tests.cases.map(({ stdin }) => stdin),
    test_output: tests.cases.map(({ stdout }) => stdout),
    solution: solutions.find(({ language }) => language === 'python')?.source ?? '',
  };
}

export interface QuestionKind {
  readonly folder: 'math' | 'code';
  readonly rowOf: typeof mathsRowOf | typeof codeRowOf;
  /** What a problem must have to be handed off, in words. */
  readonly needs: string;
}

/** The problems that the run would go on with, and those of its validation, each once. */
export function questionFiles({ folder, rowOf, needs }: QuestionKind) {
  return (config: RunConfig, { environment: { start }, training, steps, afterStep }: ProblemNeed): ArchivedFile[] => {
    const trainSeeds: number[] = [];
    for (let step = afterStep + 1; step <= afterStep + steps && trainSeeds.length < training; step++)
      trainSeeds.push(...worldSeedsOf(config, step));
    const testSeeds = Array.from({ length: validationProblems }, (_, index) => worldSeed('validation', index));
    return Object.entries({ train: trainSeeds, test: testSeeds }).flatMap(([split, seeds]) => {
      const rows = new Map<string, MathsRow | CodeRow>();
      for (const seed of seeds) {
        const row = rowOf(start(seed, firstWorld(config).environmentSettings));
        if (row) rows.set(row.question, row);
      }
      check(rows.size > 0, `none of the run's problems can be handed off to PettingLLMs: ${needs}`);
      const bytes = questionParquet([...rows.values()]);
      return ['datasets', 'data'].map((root) => ({ name: `${root}/${folder}/${split}/${questionSet}.parquet`, bytes }));
    });
  };
}

/** One row for each problem; lists of texts as Parquet's LIST. */
export function questionParquet(rows: readonly (MathsRow | CodeRow)[]): Uint8Array {
  const [first] = rows;
  const names = Object.keys(first ?? {}) as (keyof CodeRow)[];
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' } as const;
  const isList = (name: keyof CodeRow) => name === 'test_input' || name === 'test_output';
  const buffer = parquetWriteBuffer({
    schema: [
      { name: 'problems', num_children: names.length },
      ...names.flatMap((name) =>
        isList(name)
          ? [
              { name, repetition_type: 'REQUIRED' as const, num_children: 1, converted_type: 'LIST' as const },
              { name: 'list', repetition_type: 'REPEATED' as const, num_children: 1 },
              { name: 'element', ...text },
            ]
          : [{ name, ...text }],
      ),
    ],
    columnData: names.map((name) => ({ name, data: rows.map((row) => (row as CodeRow)[name]) })),
  });
  return new Uint8Array(buffer);
}
