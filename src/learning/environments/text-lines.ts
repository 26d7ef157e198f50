// A text as a picture, for the worlds whose problems are words: its lines, cut where it is very long. Knows nothing of
// what it says.
import type { Picture } from './environment';

/** A picture is kept for every answer of a tree. */
const mostCharacters = 1200;
const mostLines = 24;

/** The text's lines, at least one. What does not fit ends in "…". */
export function linesOf(text: string): Picture {
  const fitting = [...text.trimEnd()];
  const lines = fitting.slice(0, mostCharacters).join('').split('\n');
  if (fitting.length <= mostCharacters && lines.length <= mostLines) return lines;
  const kept = lines.slice(0, mostLines);
  return [...kept.slice(0, -1), `${kept.at(-1)}…`];
}
