// Layouts of questions with answers, as their users download them: AIME 24/25, OlympiadBench, GSM8K, and any other two
// columns. Columns after the data sets' own cards on Hugging Face (openai/gsm8k, HuggingFaceH4/aime_2024,
// opencompass/AIME2025, Hothan/OlympiadBench, POLARIS-Project/Polaris-Dataset-53K, hendrycks MATH).
import { answerIn } from '../maths/answer-text';
import type { MathsProblem } from '../problems';
import { idOf, inWords, optionalText, textOf, textsIn } from './cells';
import { CellFault, type FieldCard, type FieldValues, type Layout, type ProblemRead, type RowContext } from './layout';

const mostAnswerChars = 200;
const answerExpected = 'a short answer, or a text with the answer in \\boxed{} or after ####';

const question: FieldCard = {
  name: 'Question',
  meaning: 'What is asked.',
  columns: ['problem', 'question', 'prompt', 'query', 'input', 'instruction'],
  needed: true,
};
const answer: FieldCard = {
  name: 'Answer',
  meaning: 'The right answer, alone or at the end of a worked solution; never shown to an agent.',
  columns: ['answer', 'final_answer', 'expected_answer', 'ground_truth', 'solution', 'target', 'output', 'label'],
  needed: true,
};
const id: FieldCard = {
  name: 'Name',
  meaning: 'The row’s own name.',
  columns: ['id', 'problem_id', 'unique_id', 'question_id'],
};
const level: FieldCard = {
  name: 'Level',
  meaning: 'How hard it is: 1 to 5, "Level 3", or a share such as 3/8 of tries that solve it.',
  columns: ['level', 'difficulty'],
};
const fields = { question, answer, id, level };

/** In LaTeX. */
const formula = /\$[^$]+\$|\\\(/;
const isWholeTo999 = (value: unknown) => /^\d{1,3}$/.test(String(value).trim());
const valueAt = (row: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.entries(row).find(([column, value]) => names.includes(column.toLowerCase()) && value !== null)?.[1];

const olympiadBench: Layout = {
  id: 'olympiadbench',
  name: 'OlympiadBench',
  world: 'maths',
  usualSplits: 'none',
  fields: {
    ...fields,
    answer: { ...answer, columns: ['final_answer', 'answer'] },
    context: {
      name: 'Context',
      meaning: 'What several questions share; stands before the question.',
      columns: ['context'],
    },
    modality: { name: 'Modality', meaning: 'Rows with pictures are left out.', columns: ['modality'] },
    tolerance: {
      name: 'Tolerance',
      meaning: 'How far a number may be off; answers are judged exactly.',
      columns: ['error'],
    },
    kind: {
      name: 'Kind of answer',
      meaning: 'Answers that people have to judge are left out.',
      columns: ['answer_type'],
    },
  },
  tells: (columns) => columns.has('final_answer') && columns.has('question'),
  read: (values, context) => {
    const modality = optionalText(values, 'modality');
    if (modality !== undefined && /multi/i.test(modality))
      throw new CellFault('modality', 'a question without pictures', `"${modality}"`);
    const kind = optionalText(values, 'kind');
    if (kind !== undefined && /human/i.test(kind))
      throw new CellFault('kind', 'an answer that can be judged', `"${kind}"`);
    const before = optionalText(values, 'context');
    const { problem, notes } = readQuestion(values, context);
    const asked = before === undefined ? problem : { ...problem, question: `${before}\n\n${problem.question}` };
    const tolerance =
      optionalText(values, 'tolerance') === undefined ? [] : ['a tolerance is given; the answer is judged exactly'];
    return { problem: asked, notes: [...notes, ...tolerance] };
  },
};

const gsm8k: Layout = {
  id: 'gsm8k',
  name: 'GSM8K',
  world: 'maths',
  usualSplits: 'by-problem',
  fields: { ...fields, question: { ...question, columns: ['question'] }, answer: { ...answer, columns: ['answer'] } },
  tells: (columns, first) => {
    const marked = first.filter((row) => String(valueAt(row, ['answer'])).includes('####'));
    return columns.has('question') && columns.has('answer') && marked.length > first.length / 2;
  },
  read: readQuestion,
};

const aime: Layout = {
  id: 'aime',
  name: 'AIME 24 / 25',
  world: 'maths',
  usualSplits: 'none',
  fields: { ...fields, answer: { ...answer, columns: ['answer', 'solution'] } },
  // answers of up to three digits alone may be anybody's sums
  tells: (columns, first) =>
    first.length > 0 &&
    first.every((row) => {
      const given = valueAt(row, ['answer']) ?? valueAt(row, ['solution']);
      return isWholeTo999(answerIn(String(given)) ?? '');
    }) &&
    ((columns.has('problem') && columns.has('solution')) ||
      first.every((row) => formula.test(String(valueAt(row, ['problem', 'question']))))),
  read: readQuestion,
};

const questions: Layout = {
  id: 'questions',
  name: 'Questions and answers',
  world: 'maths',
  usualSplits: 'by-problem',
  fields,
  tells: () => false,
  read: readQuestion,
};

/** The surest first. */
export const mathsLayouts: readonly Layout[] = [olympiadBench, gsm8k, aime, questions];

function readQuestion(
  values: FieldValues,
  { row, source }: RowContext,
): ProblemRead & { readonly problem: MathsProblem } {
  const hard = levelOf(values['level']);
  const problem: MathsProblem = {
    id: idOf(values, row),
    question: textOf(values, 'question', 'the question as text'),
    answer: answerOf(values),
    ...(hard === undefined ? {} : { level: hard }),
    source,
  };
  return { problem, notes: [] };
}

function answerOf(values: FieldValues): string {
  const given = textsIn(values['answer']).map(withoutDollars).join(', ');
  const marked = answerIn(given);
  const short = given.length <= mostAnswerChars && !given.includes('\n') ? given.trim() : undefined;
  const found = marked || short;
  if (found === undefined || found === '') throw new CellFault('answer', answerExpected, inWords(values['answer']));
  return found;
}

/** "$12$" is 12; dollars inside a text stay. */
function withoutDollars(text: string): string {
  const [, inside] = /^\$+([^$]*)\$+$/s.exec(text.trim()) ?? [];
  return inside?.trim() ?? text.trim();
}

function levelOf(value: unknown): number | undefined {
  const [, share, of] = /^(\d+)\/(\d+)$/.exec(String(value)) ?? [];
  if (Number(of) > 0) return Math.min(5, Math.max(1, 1 + Math.round(4 * (1 - Number(share) / Number(of)))));
  const [, number] = /^(?:level\s*)?([1-5])$/i.exec(String(value).trim()) ?? [];
  return number === undefined ? undefined : Number(number);
}
