// Answers in words: as the shipped model writes them, " 5", or on a line that says what it is, "answer: Corava". What
// is neither cannot be read. `known`: the words of the first kind.

export const answerHelp = 'one line that begins with "answer:" and goes on with the answer alone';

/** The rest of the last line that begins with this word; undefined where none does. */
export function lineOf(name: string, text: string): string | undefined {
  const lines = [...text.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*:[ \\t]*(\\S.*)$`, 'gim'))];
  return lines.at(-1)?.[1]?.replace(/\s+/g, ' ').trim();
}

export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

export function areKnown(words: readonly string[], known: ReadonlySet<string>): boolean {
  return words.every((word) => known.has(word));
}

export function writeAnswer(answer: string, known: ReadonlySet<string>): string {
  return areKnown(wordsOf(answer), known) ? ` ${answer}` : `answer: ${answer}`;
}

/** "" where nothing is said. */
export function readAnswer(text: string, known: ReadonlySet<string>): string | undefined {
  const said = lineOf('answer', text);
  if (said !== undefined) return said;
  return areKnown(wordsOf(text), known) ? wordsOf(text).join(' ') : undefined;
}
