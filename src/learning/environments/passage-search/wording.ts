// Queries in words: as the shipped model writes them, " need blue moon", or on a line that says what it is, "search:
// Mara Tolin". What is neither cannot be read.
import { areKnown, lineOf, wordsOf } from '../looking-up/answer-wording';
import { wordsOfFacts } from './facts-in-words';

export const queryHelp = 'one line that begins with "search:" and goes on with a few words to search for';

export function writeQuery(query: readonly string[]): string {
  return areKnown(query, wordsOfFacts) ? query.map((word) => ` ${word}`).join('') : `search: ${query.join(' ')}`;
}

export function readQuery(text: string): readonly string[] | undefined {
  const said = lineOf('search', text);
  if (said !== undefined) return wordsOf(said);
  return areKnown(wordsOf(text), wordsOfFacts) ? wordsOf(text) : undefined;
}
