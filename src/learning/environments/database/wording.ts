// Queries in words: as the shipped model writes them, " red star need path", or SQL in a block of code. What is neither
// cannot be read.
import { fenced, fencedBlocks } from '../../language/fenced-blocks';
import { areKnown, wordsOf } from '../looking-up/answer-wording';
import { wordsOfQueries } from './tables-in-words';

export const queryHelp = 'one SELECT of SQLite in one block of code that begins with ```sql';

const inFewWords = (text: string) => areKnown(wordsOf(text), wordsOfQueries);

export function writeQuery(query: string): string {
  return inFewWords(query)
    ? wordsOf(query)
        .map((word) => ` ${word}`)
        .join('')
    : fenced('sql', query);
}

/** "" where nothing is asked. */
export function readQuery(text: string): string | undefined {
  const block = fencedBlocks(text).findLast(({ label, text: sql }) => label.startsWith('sql') && sql.trim() !== '');
  if (block) return block.text.trim();
  if (/^\s*(select|with)\b/i.test(text)) return text.trim();
  return inFewWords(text) ? wordsOf(text).join(' ') : undefined;
}
