// Maths's answers in words: "19", or "tool: 19" for what one role thinks.
import { answerIn, writtenAnswer } from './answer-text';
import type { Said } from './sheet';

export const answerHelp =
  'an answer: a number, a fraction such as 7/2 or a formula, in \\boxed{} or by itself; only the last one counts';

/** "19", "tool: 19"; "" of nothing. */
export function writeSaid(action: readonly Said[]): string {
  return action.map(({ by, answer }) => (by === undefined ? '' : `${by}: `) + writtenAnswer(answer)).join('\n');
}

/** Undoes `writeSaid`; the answer may also stand in a longer text. Undefined where there is none (W5). */
export function readSaid(text: string): readonly Said[] | undefined {
  const [, by, rest] = /^([a-z][a-z0-9-]*): ([^\n]+)$/.exec(text) ?? [];
  const answer = answerIn(rest ?? text);
  if (answer === undefined) return undefined;
  return answer === '' ? [] : [by === undefined ? { answer } : { by, answer }];
}
