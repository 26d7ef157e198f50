// The fields that a role's prompt may name, what each says of a view in either wording, and what a role must be allowed
// to see for it.
import { codeHelp } from './code';
import { proposalOf, whereabouts } from './compact';
import { boardIn, placesInWords, proposalInWords, symbolsOf } from './instruct';
import type { FieldTexts } from './prompt-template';
import type { View, Wording } from './role';
import type { ToolLanguage } from './team';

export const sights = {
  board: 'the board as it is',
  last: 'whether the last turn changed anything',
  proposal: 'the program of the role before, its moves and the board it would lead to',
  output: 'what came of that program: what it printed, or how far it ran',
  earlier: 'word for word what all roles before it said this turn',
} as const;

export type Sight = keyof typeof sights;

/** What a program before it has to bring; and what any role before it does. Nothing of it is there in a parallel
 *  team. */
export const sightsOfProgram: readonly Sight[] = ['proposal', 'output'];
export const sightsOfOthers: readonly Sight[] = [...sightsOfProgram, 'earlier'];

export interface FieldCard {
  readonly meaning: string;
  /** Absent: every role may know it. */
  readonly sight?: Sight;
  /** Known in this wording only. */
  readonly wording?: Wording;
}

export const fieldCards = {
  title: { meaning: 'what the world is called' },
  turn: { meaning: 'the number of the turn, from 1' },
  last: { meaning: 'how the last turn ended', sight: 'last' },
  places: { meaning: 'where player, boxes and goals are', sight: 'board' },
  board: { meaning: 'the board', sight: 'board' },
  notes: { meaning: 'what a player would note beside the board', sight: 'board', wording: 'compact' },
  proposal: { meaning: 'program, outcome and moves of the role before, in one', sight: 'proposal' },
  program: { meaning: 'the program of the role before', sight: 'proposal' },
  moves: { meaning: 'the moves it makes', sight: 'proposal' },
  after: { meaning: 'the board it would lead to', sight: 'proposal' },
  failed: { meaning: '“fail” when it did not run through', sight: 'proposal' },
  output: { meaning: 'what the program printed, or how far it ran', sight: 'output' },
  earlier: { meaning: 'what all roles before it said, a line each', sight: 'earlier' },
  sentence: { meaning: 'what is to be done in the world', wording: 'instruct' },
  symbols: { meaning: 'what the symbols on the board mean', wording: 'instruct' },
  calls: { meaning: 'what a program may do: the world’s calls, or what code is given', wording: 'instruct' },
  format: { meaning: 'how moves are written', wording: 'instruct' },
  budget: { meaning: 'most moves of a turn', wording: 'instruct' },
} as const satisfies Record<string, FieldCard>;

export type FieldName = keyof typeof fieldCards;

/** What the fields say in the compact wording. */
export function compactTexts(view: View, seen: ReadonlySet<Sight>): FieldTexts {
  const { environment, state, turn, last, proposal } = view;
  const { title, describe, describeAfter, notes } = environment.wording;
  return visible(seen, {
    title,
    turn: String(Math.min(turn, 9)),
    last,
    places: whereabouts(view),
    board: withoutEnd(describe(state)),
    notes: withoutEnd(notes?.(state) ?? ''),
    earlier: view.earlier.map(({ role, text }) => `${role}:${text}`).join('\n'),
    ...(proposal && {
      proposal: withoutEnd(proposalOf(environment, proposal)),
      program: proposal.program,
      moves: proposal.moves,
      after: withoutEnd(describeAfter(proposal.after)),
      failed: failedOf(proposal),
      output: outputOf(proposal),
    }),
  });
}

/** The role that is asked: what it sees, and what its programs are written in. */
interface Writer {
  readonly seen: ReadonlySet<Sight>;
  readonly language: ToolLanguage;
}

/** The same in full words. */
export function instructTexts(view: View, moveBudget: number, { seen, language }: Writer): FieldTexts {
  const { environment, state, turn, last, proposal } = view;
  return visible(seen, {
    title: environment.card.name,
    turn: String(turn),
    last: last === 'still' ? 'The last answer changed nothing: answer otherwise now.' : '',
    places: placesInWords(view),
    board: boardIn(environment, state),
    sentence: environment.card.sentence,
    symbols: symbolsOf(environment),
    calls:
      language === 'calls'
        ? environment.calls.help.map((line) => `- ${line}`).join('\n')
        : codeHelp(language, view, moveBudget),
    format: environment.wording.help,
    budget: String(moveBudget),
    earlier: view.earlier.map(({ role, text, why }) => `${role}: ${text}\n(${why})`).join('\n'),
    ...(proposal && {
      proposal: proposalInWords(view, proposal),
      program: proposal.program,
      moves: proposal.moves,
      after: boardIn(environment, proposal.after),
      failed: failedOf(proposal),
      output: outputOf(proposal),
    }),
  });
}

function outputOf({ output, run }: NonNullable<View['proposal']>): string {
  return output?.trimEnd() || run.why;
}

function failedOf({ run }: NonNullable<View['proposal']>): string {
  return run.readable && run.ran ? '' : 'fail';
}

function visible(seen: ReadonlySet<Sight>, texts: Partial<Record<FieldName, string>>): FieldTexts {
  const entries = Object.entries(texts).filter(([name]) => {
    const { sight } = fieldCards[name as FieldName] as FieldCard;
    return sight === undefined || seen.has(sight);
  });
  return Object.fromEntries(entries);
}

function withoutEnd(text: string): string {
  return text.replace(/\n$/, '');
}

/** The fields that a template of this wording may name. */
export function fieldsFor(wording: Wording): readonly FieldName[] {
  return (Object.keys(fieldCards) as FieldName[]).filter((name) => {
    const card: FieldCard = fieldCards[name];
    return card.wording === undefined || card.wording === wording;
  });
}
