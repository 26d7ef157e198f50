// Layouts of programming tasks with tests: APPS, CodeContests, LiveCodeBench, and lists of inputs and outputs. Columns
// after the data sets' own cards on Hugging Face (codeparrot/apps, deepmind/code_contests,
// livecodebench/code_generation_lite).
import type { CodeProblem } from '../problems';
import { idOf, inWords, isRecord, jsonOf, optionalText, textOf } from './cells';
import { CellFault, type FieldCard, type FieldValues, type Layout, type ProblemRead, type RowContext } from './layout';
import { pythonPrograms } from './programs-of-rows';
import { type Called, pairs, type RawCase, rawCases, type TestsRead, testsFrom } from './tests-of-rows';

const mostMutants = 4;
const fewTests = 'has only tests that its statement may show; they are the hidden ones here';

const statement: FieldCard = {
  name: 'Task',
  meaning: 'What the program has to do.',
  columns: ['question', 'description', 'question_content', 'problem', 'prompt', 'statement'],
  needed: true,
};
const solutions: FieldCard = {
  name: 'Solutions',
  meaning: 'Programs that solve it; the first in Python 3 is taken, never shown.',
  columns: ['solutions', 'solution', 'canonical_solution'],
};
const starter: FieldCard = { name: 'Starter code', meaning: 'Code to begin with; shown.', columns: ['starter_code'] };
const id: FieldCard = {
  name: 'Name',
  meaning: 'The row’s own name.',
  columns: ['name', 'question_id', 'problem_id', 'id', 'task_id'],
};

const codeContests: Layout = {
  id: 'codecontests',
  name: 'CodeContests',
  world: 'code',
  usualSplits: 'by-problem',
  fields: {
    statement: { ...statement, columns: ['description', 'question'] },
    public: { name: 'Public tests', meaning: 'Shown as examples.', columns: ['public_tests'] },
    private: { name: 'Private tests', meaning: 'Hidden.', columns: ['private_tests'], needed: true },
    generated: { name: 'Generated tests', meaning: 'Hidden, after the private ones.', columns: ['generated_tests'] },
    solutions,
    mutants: { name: 'Wrong solutions', meaning: 'What good tests catch.', columns: ['incorrect_solutions'] },
    file: { name: 'Input file', meaning: 'Tasks that read a file are left out.', columns: ['input_file'] },
    id,
  },
  tells: (columns) => columns.has('private_tests') && columns.has('description'),
  read: (values, context) => {
    const file = optionalText(values, 'file');
    if (file !== undefined) throw new CellFault('file', 'a task that reads standard input', `one that reads "${file}"`);
    const of = (field: string) => rawCases(jsonOf(values, field, 'tests'), field);
    const read = codeProblem(values, context, {
      shown: of('public'),
      hidden: [...of('private'), ...of('generated')],
      field: 'private',
    });
    const mutants = pythonPrograms(values['mutants']).slice(0, mostMutants);
    return mutants.length === 0 ? read : { ...read, problem: { ...read.problem, mutants } };
  },
};

const liveCodeBench: Layout = {
  id: 'livecodebench',
  name: 'LiveCodeBench',
  world: 'code',
  usualSplits: 'none',
  fields: {
    statement: { ...statement, columns: ['question_content', 'question'] },
    public: { name: 'Public tests', meaning: 'Shown as examples.', columns: ['public_test_cases'], needed: true },
    private: { name: 'Private tests', meaning: 'Hidden; packed ones are unpacked.', columns: ['private_test_cases'] },
    metadata: { name: 'Metadata', meaning: 'Names the function that is called.', columns: ['metadata'] },
    starter,
    solutions,
    id: { ...id, columns: ['question_id', 'id'] },
  },
  tells: (columns) => columns.has('public_test_cases') && columns.has('question_content'),
  read: (values, context) => {
    const of = (field: string): unknown => (values[field] === undefined ? [] : jsonOf(values, field, 'tests as JSON'));
    const [shown, hidden] = [of('public'), of('private')];
    const all = [shown, hidden].flat().filter(isRecord);
    const isCalled = all.some(({ testtype }) => testtype === 'functional');
    if (isCalled && all.some(({ testtype }) => testtype !== 'functional'))
      throw new CellFault('public', 'tests of one kind', 'calls and printed lines mixed');
    const called = isCalled ? ({ name: functionName(values), notation: 'json-lines' } as const) : undefined;
    return codeProblem(values, context, {
      shown: rawCases(shown, 'public'),
      hidden: rawCases(hidden, 'private'),
      field: 'private',
      ...(called ? { called } : {}),
    });
  },
};

const apps: Layout = {
  id: 'apps',
  name: 'APPS',
  world: 'code',
  usualSplits: 'by-problem',
  fields: {
    statement: { ...statement, columns: ['question'] },
    tests: { name: 'Tests', meaning: 'Inputs and outputs as JSON; hidden.', columns: ['input_output'], needed: true },
    solutions,
    starter,
    id: { ...id, columns: ['problem_id', 'id'] },
  },
  tells: (columns) => columns.has('input_output') && columns.has('question'),
  read: (values, context) => {
    const given = jsonOf(values, 'tests', 'inputs and outputs as JSON');
    const name = isRecord(given) ? given['fn_name'] : undefined;
    const called =
      typeof name === 'string' && name !== ''
        ? ({ name: identifier(name, 'tests'), notation: 'values' } as const)
        : undefined;
    return codeProblem(values, context, {
      shown: [],
      hidden: rawCases(given, 'tests'),
      field: 'tests',
      ...(called ? { called } : {}),
    });
  },
};

const tasks: Layout = {
  id: 'tasks',
  name: 'Tasks with inputs and outputs',
  world: 'code',
  usualSplits: 'by-problem',
  fields: {
    statement,
    inputs: {
      name: 'Inputs',
      meaning: 'What the program reads, a list.',
      columns: ['test_input', 'inputs', 'input'],
      needed: true,
    },
    outputs: {
      name: 'Outputs',
      meaning: 'What it prints, as long a list.',
      columns: ['test_output', 'outputs', 'output'],
      needed: true,
    },
    solutions,
    starter,
    id,
  },
  tells: (columns) => columns.has('test_input') && columns.has('test_output'),
  read: (values, context) => {
    const of = (field: string) => jsonOf(values, field, 'a list of texts');
    return codeProblem(values, context, {
      shown: [],
      hidden: pairs(of('inputs'), of('outputs'), 'inputs'),
      field: 'inputs',
    });
  },
};

/** The surest first. */
export const codeLayouts: readonly Layout[] = [codeContests, liveCodeBench, apps, tasks];

interface Tried {
  readonly shown: readonly RawCase[];
  readonly hidden: readonly RawCase[];
  /** Whose fault it is when there are none. */
  readonly field: string;
  readonly called?: Called;
}

function codeProblem(
  values: FieldValues,
  { row, source }: RowContext,
  { shown, hidden, field, called }: Tried,
): ProblemRead & { readonly problem: CodeProblem } {
  const examples = shown.length > 0 && hidden.length > 0 ? testsFrom(shown, called, field) : undefined;
  const { tests, notes }: TestsRead = testsFrom(hidden.length > 0 ? hidden : shown, called, field);
  const solved = pythonPrograms(values['solutions']).slice(0, 1);
  const begin = optionalText(values, 'starter');
  const problem: CodeProblem = {
    id: idOf(values, row),
    statement: textOf(values, 'statement', 'the task as text'),
    ...(examples ? { examples: examples.tests } : {}),
    tests,
    ...(begin === undefined ? {} : { starter: begin }),
    ...(solved.length === 0 ? {} : { solutions: solved }),
    source,
  };
  const without = solved.length === 0 ? ['has no solution in Python 3: a tester has nothing to be judged by'] : [];
  return { problem, notes: [...notes, ...(hidden.length === 0 ? [fewTests] : []), ...without] };
}

function functionName(values: FieldValues): string {
  const given = values['metadata'] === undefined ? {} : jsonOf(values, 'metadata', 'metadata as JSON');
  const name = isRecord(given) ? given['func_name'] : undefined;
  if (typeof name !== 'string')
    throw new CellFault('metadata', 'the name of the function, "func_name"', inWords(given));
  return identifier(name, 'metadata');
}

/** The name stands in programs, so it is nothing else. */
function identifier(name: string, field: string): string {
  if (!/^[A-Za-z_]\w{0,80}$/.test(name)) throw new CellFault(field, 'the name of a function', `"${name.slice(0, 60)}"`);
  return name;
}
