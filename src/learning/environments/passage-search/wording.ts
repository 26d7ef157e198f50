// Queries and answers in words: as the shipped model writes them, " need blue moon 5", or on a line that says what it
// is, "search: Mara Tolin" and "answer: Corava". What is neither cannot be read.
import { wordsOfFacts } from './facts-in-words';

export const queryHelp = 'one line that begins with "search:" and goes on with a few words to search for';
export const answerHelp = 'one line that begins with "answer:" and goes on with the answer alone';

/** The rest of the last line that begins with this word; undefined where none does. */
function lineOf(name: string, text: string): string | undefined {
  const lines = [...text.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*:[ \\t]*(\\S.*)$`, 'gim'))];
  return lines.at(-1)?.[1]?.replace(/\s+/g, ' ').trim();
}

const inFewWords = (words: readonly string[]) => words.every((word) => wordsOfFacts.has(word));
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');

export function writeQuery(query: readonly string[]): string {
  return inFewWords(query) ? query.map((word) => ` ${word}`).join('') : `search: ${query.join(' ')}`;
}

export function readQuery(text: string): readonly string[] | undefined {
  const said = lineOf('search', text);
  if (said !== undefined) return wordsOf(said);
  return inFewWords(wordsOf(text)) ? wordsOf(text) : undefined;
}

export function writeAnswer(answer: string): string {
  return inFewWords(wordsOf(answer)) ? ` ${answer}` : `answer: ${answer}`;
}

/** "" where nothing is said. */
export function readAnswer(text: string): string | undefined {
  const said = lineOf('answer', text);
  if (said !== undefined) return said;
  return inFewWords(wordsOf(text)) ? wordsOf(text).join(' ') : undefined;
}
