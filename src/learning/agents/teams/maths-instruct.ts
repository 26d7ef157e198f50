// Maths in full words, for a language model that is spoken to in its own chat format: the same things as in the compact
// wording.
import { type MathsState, roundsOf } from '../../environments/maths/sheet';
import type { ChatMessage } from '../../language/chat-template';
import { prints } from '../code';
import { languageNames } from '../program-runner';
import type { Heard, View } from '../role';
import type { Team, ToolLanguage } from '../team';
import { answerOf } from './maths-compact';

const boxed =
  'Think step by step, but briefly, and end with the answer in \\boxed{}: a number, a fraction such as \\frac{7}{2}, or a formula.';

/** Who the tool role is, by whether the other one hears it in the same round. */
const toolAgent: Readonly<Record<Team['order'], string>> = {
  sequential:
    'You are the first of two agents who solve a maths problem together. You write a program that computes the answer; it is run, and the second agent sees the program and what it came to, and then decides.',
  parallel:
    'You are one of two agents who solve a maths problem together. You write a program that computes the answer, and it is run; the other agent answers at the same time, and in the next round each of you sees what the other said.',
};

/** The tool role: it writes a program. */
export function toolQuestion(view: View, language: ToolLanguage, order: Team['order']): ChatMessage[] {
  const how =
    language === 'calls'
      ? `The program is one line of calls to a calculator. These calls exist:\n${view.environment.calls.help.map((line) => `- ${line}`).join('\n')}\nAnswer with the calls alone: one line, no explanation.`
      : `Write ${languageNames[language]}. Print the answer alone on the last line, with ${prints[language]}: exact, a fraction as 7/2. There is no input, no network and no file. Answer with one block of code that begins with \`\`\`${language} and ends with \`\`\`.`;
  return conversation([toolAgent[order], how], view, [], 'The program:');
}

/** The reasoner: it decides, with what the tool role's program came to, or alone. */
export function reasonerQuestion(view: View): ChatMessage[] {
  const alone = view.earlier.length === 0;
  const who = alone
    ? 'You solve a maths problem.'
    : 'You are the second of two agents who solve a maths problem together. The first wrote a program: you see it and what it came to. Check it, and decide the answer; programs can be wrong.';
  return conversation([who, boxed], view, view.earlier.map(programHeard), 'Your answer:');
}

/** One of several who solve the problem, each without seeing the others. */
export function solverQuestion(view: View): ChatMessage[] {
  const who =
    'You are one of several agents who each solve a maths problem by themselves. Afterwards a judge sees your answers and decides.';
  return conversation([who, boxed], view, [], 'Your answer:');
}

/** The judge: it sees what every solver wrote. */
export function judgeQuestion(view: View): ChatMessage[] {
  const who =
    'You are the judge of a maths problem that several agents have solved, each by itself. You see what they wrote. Compare, check, and decide the answer; they may all be wrong.';
  const heard = view.earlier.map(({ role, text }) => `Solver "${role}" wrote:\n${shortened(text)}`);
  return conversation([who, boxed], view, heard, 'Your decision:');
}

function conversation(system: readonly string[], view: View, heard: readonly string[], ask: string): ChatMessage[] {
  const { card } = view.environment;
  return [
    { role: 'system', content: [...system, card.sentence].join('\n\n') },
    { role: 'user', content: [questionOf(view), ...heard, ask].join('\n\n') },
  ];
}

/** The question, and what was answered in the rounds before. */
export function questionOf({ state }: View): string {
  const { question, verdicts } = state as MathsState;
  const known = verdicts
    ? 'and the problem is still open. Answer otherwise now.'
    : 'and too few agreed. Who is right is not known.';
  const before = roundsOf(state as MathsState)
    .filter(({ final }) => final !== undefined)
    .map(({ opinions, final }, index) => {
      const others = opinions.map(({ by, answer }) => `${by} said ${answer}, `).join('');
      return `Round ${index + 1}: ${others}the final answer was ${final}, ${known}`;
    });
  return [`The problem: ${question}`, ...before].join('\n');
}

function programHeard(heard: Heard): string {
  // never `why`: that tells whether it is right
  const output = heard.output ?? answerOf(heard) ?? 'nothing that can be read';
  return `The program:\n${shortened(heard.text)}\nIt came to: ${shortened(output)}`;
}

const mostShown = 1600;

/** Beginning and end: that is where what matters stands. */
export function shortened(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= mostShown
    ? trimmed
    : `${trimmed.slice(0, mostShown / 2)}\n…\n${trimmed.slice(-mostShown / 2)}`;
}
