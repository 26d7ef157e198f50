// What the roles of the built-in graphs are asked, in compact words and in full ones: the board or question, what was
// heard, and whose answer is wanted. Compact lines are of the words that the shipped model knows, in the form in which
// it met them: "tool:push D 2", "ran:DD", and "if push D 2" for what a call would lead to.
import type { ChatMessage } from '../../language/chat-template';
import { boardOf } from '../compact';
import { drawn, boardOf as wholeBoard, worldOf } from '../instruct';
import type { Heard, View } from '../role';
import { sheetBefore } from './maths-compact';
import { questionOf, shortened } from './maths-instruct';

export const isQuestion = ({ environment }: Pick<View, 'environment'>): boolean =>
  environment.card.kind === 'questions';

/** The board or the question, as every role sees it. */
export const sheetOf = (view: View): string => (isQuestion(view) ? sheetBefore(view) : boardOf(view));

/** A draft as the tool’s, and what comes of it: its answer, or the board it would lead to and its moves. `verdict`: of
 *  whoever judged it. */
export function draftLines(view: View, heard: Heard, verdict?: string): string {
  const { wording } = view.environment;
  const after = isQuestion(view) || heard.after === undefined ? '' : wording.describeAfter(heard.after);
  const judged = verdict === undefined || heard.moves === '' ? '' : ` ${verdict}`;
  return `tool:${oneLine(heard.text)}\n${after}ran:${heard.moves === '' ? ' fail' : heard.moves}${judged}\n`;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The latest draft among what was heard. */
export const draftIn = ({ earlier }: Pick<View, 'earlier'>): Heard | undefined =>
  earlier.findLast(({ draft }) => draft);

/** A draft in full words. */
export function draftInWords(view: View, { text, moves, after }: Heard, who: string): string {
  const said = `${who} wrote:\n${shortened(text)}`;
  if (moves === '') return `${said}\nIt cannot be read.`;
  if (isQuestion(view)) return `${said}\nIts answer: ${moves}`;
  const board = after === undefined ? '' : `, and the board would become:\n${drawn(view.environment.picture(after))}`;
  return `${said}\nIt makes the moves ${moves}${board}`;
}

/** How an answer is written: calls, or the world's own words. */
export function howTo(view: View, by: 'calls' | 'words', moveBudget: number): string {
  const { calls, wording } = view.environment;
  const most = isQuestion(view) ? '' : ` At most ${moveBudget} moves are made.`;
  if (by === 'words') return `The answer is ${wording.help}.${most} Answer with it alone: one line, no explanation.`;
  const help = calls.help.map((line) => `- ${line}`).join('\n');
  return `The answer is a tiny program. These calls exist:\n${help}\nSeparate calls with ";".${most} Answer with the program alone: one line, no explanation.`;
}

export function conversation(
  view: View,
  { who, how, heard, ask }: { who: string; how: string; heard: readonly string[]; ask: string },
): ChatMessage[] {
  const { card } = view.environment;
  const world = isQuestion(view) ? `${card.name}: ${card.sentence}` : worldOf(view);
  const problem = isQuestion(view) ? questionOf(view) : wholeBoard(view);
  return [
    { role: 'system', content: [world, who, how].join('\n\n') },
    { role: 'user', content: [problem, ...heard, ask].join('\n\n') },
  ];
}
