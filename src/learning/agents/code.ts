// Real code as the tool language of a world of moves: what the program is given, what it has to print, and where it
// stands in an answer. A sandbox, handed in, runs it (program-runner.ts); what it prints is read by the world's own
// reader, as an answer's moves are.
import { fencedBlocks } from '../language/fenced-blocks';
import { languageNames, type ProgramLanguage, type ProgramRequest } from './program-runner';
import type { View } from './role';

/** The function that prints, in each language. */
export const prints: Readonly<Record<ProgramLanguage, string>> = { javascript: 'console.log', python: 'print' };
const lists: Readonly<Record<ProgramLanguage, string>> = { javascript: 'an array', python: 'a list' };

/** The globals of a program, nothing else helps it: the board as it is, and the number of the turn. */
function globalsOf({ environment, state, turn }: View): Readonly<Record<string, unknown>> {
  return { board: environment.picture(state), turn };
}

/** What somebody has to know who writes the program. */
export function codeHelp(language: ProgramLanguage, { environment, state }: View, moveBudget: number): string {
  const rows = environment.picture(state).length;
  const symbols = Object.entries(environment.card.symbols).map(
    ([symbol, { name }]) => `${JSON.stringify(symbol)} ${name}`,
  );
  return [
    `The program is plain ${languageNames[language]}; nothing is there to import, load or ask. It finds these globals:`,
    `- board: ${lists[language]} of ${rows} strings, one for each row from the top, one symbol for each cell: ${symbols.join(', ')}`,
    '- turn: the number of the turn, from 1',
    `It prints the moves with ${prints[language]}, and nothing else. Moves are ${environment.wording.help}. At most ${moveBudget} are made.`,
  ].join('\n');
}

/** What is to be run of an answer: its last block of code, or the whole of it where there is none; undefined of an
 *  empty answer. */
export function codeIn(
  language: ProgramLanguage,
): (view: View, text: string, seed: number) => ProgramRequest | undefined {
  return (view, text, seed) => {
    const source = (fencedBlocks(text).at(-1)?.text ?? text).trim();
    return source === '' ? undefined : { language, source, globals: globalsOf(view), seed };
  };
}
