// Maths in compact words: a few dozen tokens, for the model we ship. The question, a line for each round before, what
// was said in this one, and whose answer is asked for.
import { lineOf, type MathsState, roundsOf } from '../../environments/maths/sheet';
import { readSaid } from '../../environments/maths/wording';
import type { Heard, View } from '../role';

/** "maths 2", the question and the rounds before: "had 5 21", a failed one in between. */
export function sheetBefore({ state, turn }: View): string {
  const { question } = state as MathsState;
  const before = roundsOf(state as MathsState).filter(({ final }) => final !== undefined);
  return [`maths ${Math.min(turn, 9)}`, question.replace(/\s+/g, ' ').trim(), ...before.map(lineOf)]
    .map((line) => `${line}\n`)
    .join('');
}

/** For who answers without seeing what others said this turn. */
export function blindPrompt(view: View, word: string): string {
  return `${sheetBefore(view)}${word}:`;
}

/** The tool's program and what it came to, then the reasoner's turn: "tool:add 12 7", "ran:19". */
export function reasonerPrompt(view: View): string {
  const programs = view.earlier.map(
    (heard) => `${heard.role}:${oneLine(heard.text)}\nran:${answerOf(heard) ?? ' fail'}\n`,
  );
  return `${sheetBefore(view)}${programs.join('')}answer:`;
}

/** What each of the others thinks, then the judge's turn: "one:19", "two:5". */
export function judgePrompt(view: View): string {
  const opinions = view.earlier.map((heard) => `${heard.role}:${answerOf(heard) ?? ' fail'}\n`);
  return `${sheetBefore(view)}${opinions.join('')}judge:`;
}

/** Undefined where there was none in what it said. */
export function answerOf({ moves }: Heard): string | undefined {
  return moves === '' ? undefined : readSaid(moves)?.[0]?.answer;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
