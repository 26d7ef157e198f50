// A text as a picture, for the worlds whose problems are words: its lines, cut where it is very long. Knows nothing of
// what it says.
import type { Picture } from './environment';

interface Room {
  readonly mostCharacters: number;
  readonly mostLines: number;
}

/** A picture is kept for every answer of a tree. */
const kept: Room = { mostCharacters: 1200, mostLines: 24 };
/** What a role reads to answer by: passages, tables and what a query brought. */
export const readWhole: Room = { mostCharacters: 24_000, mostLines: 400 };

/** The text's lines, at least one. What does not fit ends in "…". */
export function linesOf(text: string, { mostCharacters, mostLines }: Room = kept): Picture {
  const fitting = [...text.trimEnd()];
  const lines = fitting.slice(0, mostCharacters).join('').split('\n');
  if (fitting.length <= mostCharacters && lines.length <= mostLines) return lines;
  const first = lines.slice(0, mostLines);
  return [...first.slice(0, -1), `${first.at(-1)}…`];
}
