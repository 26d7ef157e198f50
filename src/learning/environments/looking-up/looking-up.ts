// Looking something up, in two roles. The asker reads a question and writes queries, which really run; the answerer
// reads what they brought, and answers. Neither can do it alone: the asker does not answer, the answerer sees nothing
// that was not asked for – and not even the question, unless it is told. What is asked, and how a query runs, is the
// world's own (../passage-search, ../database).
import type { ProgramRequest, ProgramResult } from '../../agents/program-runner';
import {
  type Environment,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerId,
  type PlayerPart,
  type WrittenForm,
} from '../environment';
import { ofMover } from '../players';
import { linesOf, readWhole } from '../text-lines';
import { answerHelp, readAnswer, writeAnswer } from './answer-wording';

export interface LookUpState {
  readonly question: string;
  /** Hidden from both. */
  readonly answer: string;
  /** The answerer reads the question too. */
  readonly told: boolean;
  /** The answer that was given. */
  readonly said?: string;
}

export type LookUpAction<Query, Asker extends PlayerId = PlayerId> =
  | { readonly player: Asker; readonly query: Query }
  /** Nothing where nothing is answered. */
  | { readonly player: 'answerer'; readonly answer?: string };

/** What a query came to: the terms but for the team's, and why. */
export interface Asked<State> {
  readonly state: State;
  readonly legal: number;
  readonly progress: number;
  readonly why: string;
  readonly excess?: number;
}

/** What two worlds of looking up differ in. */
export interface LookUp<State extends LookUpState, Query, Asker extends PlayerId> {
  readonly asker: Asker;
  readonly world: Pick<Environment<State>, 'card' | 'start' | 'problems'> & { layout(state: State): string };
  /** Queries before the answer is due. */
  left(state: State): number;
  isRight(state: State): boolean;
  /** Whether it is written in the few words that the shipped model knows (`knownWords`), not in English. */
  inWords(state: State): boolean;
  readonly knownWords: ReadonlySet<string>;
  programs?(state: State, query: Query): readonly ProgramRequest[];
  ask(state: State, query: Query, budget: number, result: ProgramResult | undefined): Asked<State>;
  readonly query: {
    readonly help: string;
    readonly symbolsPerMove: number;
    write(query: Query): string;
    read(text: string): Query | undefined;
    /** Of a query in words, at most. */
    words(state: State): number;
    form(state: State): WrittenForm;
    /** Queries that can be written without a thought. */
    plain(state: State): readonly Query[];
    random(state: State, moves: number, random: () => number): Query;
    best(state: State): Query;
  };
  /** Lines of what is read; as people and language models read it, and in words. */
  readonly lines: {
    /** What the asker reads before the question. */
    given?(state: State): Picture;
    givenInWords?(state: State): Picture;
    /** Queries, and what each brought, by the asker. */
    asked(state: State): Picture;
    /** What all queries brought, by the answerer; "found nothing" in place of none. */
    brought(state: State): Picture;
    readonly nothing: string;
    /** What all queries brought, in words, by both. */
    seen(state: State): Picture;
  };
  /** Random play answers one of these. */
  answers(state: State): readonly string[];
  /** Of an answer in words. */
  answerForm(state: State): Pick<WrittenForm, 'help' | 'words'>;
  /** Other states that a player cannot tell from this one. */
  readonly alike: Readonly<Record<'asker' | 'answerer', (state: State, random: () => number) => State>>;
}

const title = 'signals';
const inLines = (lines: Picture) => lines.map((line) => `${line}\n`).join('');

export const drawnFrom = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

export function lookUpWorld<State extends LookUpState, Query, Asker extends PlayerId>(
  its: LookUp<State, Query, Asker>,
): Environment<State, LookUpAction<Query, Asker>> {
  const { card, layout } = its.world;
  const asker = askerOf(its);
  const answerer = answererOf(its);
  const moverOf = (state: State) => (its.left(state) > 0 ? asker : answerer);
  return {
    ...its.world,
    card,
    players: { [its.asker]: asker, answerer },
    canonical: layout,
    ...(its.programs && {
      programs: (state, action) => ('query' in action ? (its.programs?.(state, action.query) ?? []) : []),
    }),
    act: (state, action, budget, results) =>
      'query' in action
        ? ask(its, state, { ...action, budget, result: results?.[0] })
        : answer(its, state, action.answer),
    solved: its.isRight,
    remaining: (state) => {
      if (state.said !== undefined) return its.isRight(state) ? 0 : Number.POSITIVE_INFINITY;
      return 1 + its.left(state);
    },
    ...ofMover(moverOf),
    picture: (state) => pictureOf(its, state),
    wording: {
      title,
      describe: (state) => inLines(pictureOf(its, state)),
      describeAfter: (state) => inLines(pictureOf(its, state)),
      write: (action) => ('query' in action ? asker : answerer).wording.write(action),
      read: (text) => asker.wording.read(text) ?? answerer.wording.read(text),
      help: `${its.query.help}; or ${answerHelp}`,
      symbolsPerMove: its.query.symbolsPerMove,
    },
    calls: noCalls as Environment<State, LookUpAction<Query, Asker>>['calls'],
  };
}

interface Running<Query> {
  readonly query: Query;
  readonly budget: number;
  readonly result: ProgramResult | undefined;
}

function ask<State extends LookUpState, Query, Asker extends PlayerId>(
  its: LookUp<State, Query, Asker>,
  before: State,
  { query, budget, result }: Running<Query>,
): Outcome<State> {
  const { state, legal, progress, why, excess = 0 } = its.ask(before, query, budget, result);
  return outcome(its, state, { terms: { team: 0, legal, progress }, why, excess });
}

function answer<State extends LookUpState, Query, Asker extends PlayerId>(
  its: LookUp<State, Query, Asker>,
  state: State,
  said: string | undefined,
): Outcome<State> {
  const idle = (why: string) => outcome(its, state, { terms: { team: 0, legal: 0, progress: 0 }, why, excess: 0 });
  if (said === undefined) return idle('answered nothing');
  if (state.said !== undefined || its.left(state) > 0) return idle('it is not time to answer');
  const next = Object.freeze({ ...state, said });
  const right = its.isRight(next) ? 1 : 0;
  const why = `answered "${said}"${right ? '' : `, but it was "${state.answer}"`}`;
  return outcome(its, next, { terms: { team: right, legal: 1, progress: right }, why, excess: 0 });
}

function outcome<State extends LookUpState, Query, Asker extends PlayerId>(
  its: LookUp<State, Query, Asker>,
  state: State,
  told: Pick<Outcome<State>, 'terms' | 'why' | 'excess'>,
): Outcome<State> {
  const frames = told.terms.legal > 0 ? [pictureOf(its, state)] : [];
  return { state, ...told, solved: its.isRight(state), done: state.said !== undefined, frames };
}

type Lines<State> = Pick<LookUp<State & LookUpState, unknown, PlayerId>, 'lines'>;

function linesForAsker<State extends LookUpState>({ lines }: Lines<State>, state: State): Picture {
  return [...(lines.given?.(state) ?? []), `question: ${state.question}`, ...lines.asked(state)];
}

function linesForAnswerer<State extends LookUpState>({ lines }: Lines<State>, state: State): Picture {
  const brought = lines.brought(state);
  const question = state.told ? [`question: ${state.question}`] : [];
  return [...question, ...(brought.length === 0 ? [lines.nothing] : brought)];
}

function pictureOf<State extends LookUpState>(its: Lines<State>, state: State): Picture {
  const said = state.said === undefined ? [] : [`answer: ${state.said}`];
  return linesOf([...linesForAsker(its, state), ...said].join('\n'));
}

function askerOf<State extends LookUpState, Query, Asker extends PlayerId>(
  its: LookUp<State, Query, Asker>,
): PlayerPart<State, LookUpAction<Query, Asker>> {
  const { asker: player, query, lines } = its;
  const asking = (one: Query) => ({ player, query: one });
  const isDue = (state: State) => its.left(state) <= 0;
  return {
    waits: isDue,
    legal: (state) => (isDue(state) ? [] : query.plain(state).map(asking)),
    random: (state, moves, random) => asking(query.random(state, moves, random)),
    solve: (state) => (isDue(state) ? undefined : asking(query.best(state))),
    picture: (state) => linesOf(linesForAsker(its, state).join('\n'), readWhole),
    wording: {
      title,
      cue: 'listener',
      describe: (state) =>
        inLines(
          its.inWords(state)
            ? [...(lines.givenInWords?.(state) ?? []), `hear ${state.question}`, ...lines.seen(state)]
            : linesForAsker(its, state),
        ),
      describeAfter: (state) => inLines(linesForAsker(its, state)),
      write: (action) => ('query' in action ? query.write(action.query) : ''),
      read: (text) => {
        const read = query.read(text);
        return read === undefined ? undefined : asking(read);
      },
      help: query.help,
      symbolsPerMove: query.symbolsPerMove,
      words: (state) => (its.inWords(state) ? query.words(state) : undefined),
    },
    byHand: { kind: 'write', form: query.form },
    alike: its.alike.asker,
    ceiling: () => 0,
  };
}

function answererOf<State extends LookUpState, Query, Asker extends PlayerId>(
  its: LookUp<State, Query, Asker>,
): PlayerPart<State, LookUpAction<Query, Asker>> {
  const answering = (one: string) => ({ player: 'answerer', answer: one }) as const;
  const isDue = (state: State) => its.left(state) <= 0;
  return {
    waits: (state) => !isDue(state),
    legal: (state) => (state.said === undefined && isDue(state) ? its.answers(state).map(answering) : []),
    random: (state, _moves, random) => answering(drawnFrom(its.answers(state), random)),
    solve: (state) => (isDue(state) ? answering(state.answer) : undefined),
    picture: (state) => linesOf(linesForAnswerer(its, state).join('\n'), readWhole),
    wording: {
      title,
      cue: 'speaker',
      describe: (state) =>
        inLines(
          its.inWords(state)
            ? [...(state.told ? [`hear ${state.question}`] : []), ...its.lines.seen(state)]
            : linesForAnswerer(its, state),
        ),
      describeAfter: (state) => inLines(linesForAnswerer(its, state)),
      write: (action) =>
        'query' in action || action.answer === undefined ? '' : writeAnswer(action.answer, its.knownWords),
      read: (text) => {
        const said = readAnswer(text, its.knownWords);
        return said === undefined ? undefined : { player: 'answerer', ...(said === '' ? {} : { answer: said }) };
      },
      help: answerHelp,
      symbolsPerMove: 3,
      words: (state) => (its.inWords(state) ? 1 : undefined),
    },
    byHand: { kind: 'write', form: (state) => ({ button: 'Answer', ...its.answerForm(state) }) },
    alike: its.alike.answerer,
    ceiling: () => 0,
  };
}
