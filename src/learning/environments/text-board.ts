// Text as a picture: lines wrapped, cut and padded to a board of characters, for the worlds whose problems are words. Every character
// that can come up has its symbol card. Knows nothing of what the text says.
import type { Picture, SymbolCard } from './environment';

/** Stands for a character that is not on the card. */
const unknown = '□';
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** The cards of all characters that `boardOfText` writes. */
export const textSymbols: Readonly<Record<string, SymbolCard>> = Object.fromEntries(
  [...printable, '…', unknown].map((character) => [
    character,
    {
      name: character === ' ' ? 'space' : character === unknown ? 'a character that is not shown' : character,
      sprite: 'text' as const,
    },
  ]),
);

const mostColumns = 40;
const mostRows = 14;

/** The text's lines, wrapped at words; rows of the same length, at least one. What does not fit ends in "…". */
export function boardOfText(text: string): Picture {
  const lines = text.trimEnd().split('\n').slice(0, mostRows).flatMap(wrapped);
  const rows = lines.length > mostRows ? [...lines.slice(0, mostRows - 1), '…'] : lines;
  const columns = Math.max(1, ...rows.map((row) => [...row].length));
  return rows.map((row) => row + ' '.repeat(columns - [...row].length));
}

function wrapped(line: string): string[] {
  const rows: string[] = [];
  let rest = [...line].map((character) => (character in textSymbols ? character : character === '\t' ? ' ' : unknown)).join('');
  while (rest.length > mostColumns && rows.length <= mostRows) {
    const space = rest.lastIndexOf(' ', mostColumns);
    const end = space > 0 ? space : mostColumns;
    rows.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...rows, rest];
}
