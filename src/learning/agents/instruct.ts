// The instruct wording: full instructions as a conversation, for a language model that is spoken to in its own chat
// format. The same roles see the same things as in the compact wording, and the same reader takes their answers: only
// the words differ.
import type { Environment } from '../environments/environment';
import type { ChatMessage } from '../language/chat-template';
import { codeHelp } from './code';
import { landmarksOf } from './compact';
import { languageNames, type ProgramLanguage } from './program-runner';
import type { Proposal, View } from './role';

/** What the tool role is asked. `moveBudget`: most moves of a turn. */
export function toolQuestion(view: View, moveBudget: number): ChatMessage[] {
  return callsQuestion(
    view,
    moveBudget,
    'You are the first of two agents. You write a tiny program; it is run on a copy of the board, and the second agent sees what it does and then decides the moves.',
  );
}

/** The same where nobody comes after it. */
export function toolActsQuestion(view: View, moveBudget: number): ChatMessage[] {
  return callsQuestion(
    view,
    moveBudget,
    'You write a tiny program; it is run, and the moves that it makes are really made.',
  );
}

function callsQuestion(view: View, moveBudget: number, who: string): ChatMessage[] {
  return [
    {
      role: 'system',
      content: [
        worldOf(view),
        who,
        `These calls exist:\n${view.environment.calls.help.map((line) => `- ${line}`).join('\n')}`,
        `Separate calls with ";". All calls together make at most ${moveBudget} moves.`,
        'Answer with the program alone: one line, no explanation.',
      ].join('\n\n'),
    },
    { role: 'user', content: `${boardOf(view)}\n\nThe program:` },
  ];
}

/** The same in a programming language. */
export function codeQuestion(language: ProgramLanguage, view: View, moveBudget: number): ChatMessage[] {
  return [
    {
      role: 'system',
      content: [
        worldOf(view),
        `You are the first of two agents. You write a program in ${languageNames[language]}; it is run, the moves it prints are made on a copy of the board, and the second agent sees what comes of them and then decides the moves.`,
        codeHelp(language, view, moveBudget),
        'Answer with the program alone, no explanation.',
      ].join('\n\n'),
    },
    { role: 'user', content: `${boardOf(view)}\n\nThe program:` },
  ];
}

/** What the plan role is asked. It need not have a proposal: alone, or in a parallel team, it sees the board. */
export function planQuestion(view: View, moveBudget: number): ChatMessage[] {
  const proposed = view.proposal
    ? 'You are the second of two agents. The first wrote a program that was run on a copy of the board: you see it and what came of it, and decide the moves that are really made.'
    : 'You decide the moves.';
  return [
    {
      role: 'system',
      content: [
        worldOf(view),
        proposed,
        `Moves are ${view.environment.wording.help}. At most ${moveBudget} are made.`,
        'Answer with the moves alone: one line, no explanation.',
      ].join('\n\n'),
    },
    {
      role: 'user',
      content: [boardOf(view), ...(view.proposal ? [proposalInWords(view, view.proposal)] : []), 'The moves:'].join(
        '\n\n',
      ),
    },
  ];
}

/** The world's name, what is to be done in it and what the board's symbols mean. */
export function worldOf({ environment }: Pick<View, 'environment'>): string {
  const { card } = environment;
  return `${card.name}: ${card.sentence} On the board: ${symbolsOf(environment)}.`;
}

/** "# wall, - floor": what the symbols of a board mean; of a picture what is to be seen there, "wall, floor". */
export function symbolsOf({ card }: Environment): string {
  return Object.entries(card.symbols)
    .map(([symbol, { name }]) => (card.pictured ? name : `${shown(symbol)} ${name}`))
    .join(', ');
}

export function boardOf(view: View): string {
  const last = view.last === 'still' ? ' The last answer changed nothing: answer otherwise now.' : '';
  return `Turn ${view.turn}.${last} The board:\n${boardIn(view.environment, view.state)}`;
}

export function proposalInWords({ environment }: View, { program, run, moves, after }: Proposal): string {
  const outcome =
    run.readable && run.ran
      ? `It makes the moves ${moves || '(none)'}`
      : `It failed (${run.why}) after the moves ${moves || '(none)'}`;
  return `The program: ${program}\n${outcome}, and the board becomes:\n${boardIn(environment, after)}`;
}

/** A state's board as a language model is shown it: drawn in symbols, or as the picture that it is. */
export function boardIn({ card, picture, wording }: Environment, state: unknown): string {
  return card.pictured ? wording.describe(state).trimEnd() : drawn(picture(state));
}

/** "agent at row 1, column 3; goal at row 4, column 0": rows and columns as the calls count them. */
export function placesInWords(view: Pick<View, 'environment' | 'state'>): string {
  const { symbols } = view.environment.card;
  return landmarksOf(view)
    .map(({ symbol, row, column }) => `${symbols[symbol]?.name ?? symbol} at row ${row}, column ${column}`)
    .join('; ');
}

/** One symbol a token, as far as it lies in our hands: language models do not see the letters inside a token. */
export function drawn(picture: readonly string[]): string {
  return picture.map((row) => [...row].map(shown).join(' ')).join('\n');
}

/** A space would be lost between others. */
export function shown(symbol: string): string {
  return symbol === ' ' ? '-' : symbol;
}
