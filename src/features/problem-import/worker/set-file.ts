// A set of problems as a file of its own: what was imported once is read again as it was, whatever the mapping had
// been.
import { z } from 'zod';
import '../../../basics/without-eval';
import { type ByteSource, readWhole } from '../../../files/formats/byte-source';
import { checkFile, jsonObjectFrom } from '../../../files/formats/format-error';
import { hashOfJson } from '../../../files/formats/hash';
import type { ProblemSet } from '../../../learning/environments/problem-set';

const format = 'grove-problems';
const version = 1;
const mostBytes = 1 << 29;

const program = z.object({ language: z.enum(['javascript', 'python']), source: z.string() });
const tests = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stdin'), cases: z.array(z.object({ stdin: z.string(), stdout: z.string() })).min(1) }),
  z.object({
    kind: z.literal('calls'),
    name: z.string().regex(/^[A-Za-z_]\w*$/),
    cases: z.array(z.object({ arguments: z.array(z.unknown()), result: z.unknown() })).min(1),
  }),
]);
const table = z.object({
  name: z.string().min(1),
  /** Nothing else may stand in the statement that makes the table. */
  columns: z.array(z.string().regex(/^"(?:[^"]|"")+"[A-Za-z0-9_ ]*$/)).min(1),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});
const kinds: Readonly<Record<string, z.ZodType>> = {
  maths: z.object({
    id: z.string(),
    question: z.string().min(1),
    answer: z.string().min(1),
    level: z.number().optional(),
    source: z.string(),
  }),
  'passage-search': z.object({
    id: z.string(),
    question: z.string().min(1),
    answer: z.string().min(1),
    needed: z.array(z.string()),
    passages: z.array(z.object({ title: z.string().min(1), text: z.string().min(1) })),
    source: z.string(),
  }),
  database: z.object({
    id: z.string(),
    question: z.string().min(1),
    answer: z.string().min(1),
    query: z.string().min(1),
    database: z.string().min(1),
    tables: z.array(table).min(1).optional(),
    source: z.string(),
  }),
  code: z.object({
    id: z.string(),
    statement: z.string().min(1),
    examples: tests.optional(),
    tests,
    starter: z.string().optional(),
    solutions: z.array(program).optional(),
    mutants: z.array(program).optional(),
    source: z.string(),
  }),
};

const shape = z.object({
  format: z.literal(format),
  version: z.literal(version),
  world: z.string(),
  name: z.string().regex(/^[^/]{1,60}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  splits: z.enum(['by-problem', 'none']).optional(),
  file: z.string().optional(),
  problems: z.array(z.unknown()).min(1),
});

export function setFile({ world, name, hash, splits, file, problems }: ProblemSet): string {
  return `${JSON.stringify({ format, version, world, name, hash, splits, file, problems })}\n`;
}

/** Whether a file begins as these do; anything else is a table. */
export async function isSetFile(source: ByteSource): Promise<boolean> {
  const start = new TextDecoder().decode(await source.read(0, Math.min(source.size, 200)));
  return /^\s*\{\s*"format"\s*:\s*"grove-problems"/.test(start);
}

/** Throws a FormatError when it is not as it was written. */
export async function readSetFile(source: ByteSource): Promise<ProblemSet> {
  const { name: file } = source;
  const found = shape.safeParse(jsonObjectFrom(await readWhole(source, mostBytes), file));
  checkFile(found.success, file, () => `is no set of problems: ${faultOf(found.error)}`);
  const { format: _format, version: _version, ...set } = found.data;
  const kind = kinds[set.world];
  checkFile(kind, file, `holds problems of the unknown kind "${set.world}"`);
  for (const [index, problem] of set.problems.entries()) {
    const read = kind.safeParse(problem);
    checkFile(read.success, file, () => `its problem ${index + 1} is damaged: ${faultOf(read.error)}`);
  }
  checkFile(
    (await hashOfJson(set.problems)) === set.hash,
    file,
    'was changed after it was written: import the original file again',
  );
  return set as ProblemSet;
}

function faultOf(error: z.ZodError | undefined): string {
  const [issue] = error?.issues ?? [];
  return issue ? `${issue.path.join('.') || 'its top'}: ${issue.message}` : 'unknown';
}
