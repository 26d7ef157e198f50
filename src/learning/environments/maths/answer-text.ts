// The answer in what somebody wrote: in the last \boxed{}, else after the last ####, else the whole text where it is
// nothing but a number or a formula. Knows not whether it is right.
import { isFormula } from './value';

const mostLength = 200;

/** The answer; "" of the empty text; undefined where there is none (W5). */
export function answerIn(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const marked = lastBoxed(trimmed) ?? afterMarks(trimmed);
  if (marked !== undefined) return marked !== '' && marked.length <= mostLength ? marked : undefined;
  return trimmed.length <= mostLength && !trimmed.includes('\n') && isFormula(trimmed) ? trimmed : undefined;
}

/** An answer written so that `answerIn` finds it again. */
export function writtenAnswer(answer: string): string {
  return answerIn(answer) === answer ? answer : `\\boxed{${answer}}`;
}

const boxes = ['\\boxed', '\\fbox'];

/** What stands in the last box whose braces are closed. */
function lastBoxed(text: string): string | undefined {
  for (let from = text.length; from >= 0; ) {
    const at = Math.max(...boxes.map((box) => text.lastIndexOf(box, from)));
    if (at < 0) return undefined;
    const open = text.slice(at).search(/[{\s]/) + at;
    const inside = text[open] === '{' ? insideBraces(text, open) : text.slice(open).trim().split(/[\s$]/)[0];
    if (inside !== undefined) return inside.trim();
    from = at - 1;
  }
  return undefined;
}

/** The text between the brace at `open` and the one that closes it. */
function insideBraces(text: string, open: number): string | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return text.slice(open + 1, at);
  }
  return undefined;
}

/** The rest of the line after the last "####". */
function afterMarks(text: string): string | undefined {
  const at = text.lastIndexOf('####');
  return at < 0 ? undefined : (text.slice(at + 4).split('\n')[0] ?? '').trim();
}
