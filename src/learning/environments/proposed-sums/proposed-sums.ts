// Proposer and solver (self-play on reasoning: Absolute Zero, arXiv 2505.03335; R-Zero, arXiv 2508.05004). The proposer
// says which kind of question of the ladder of Maths (../maths/ladder.ts) is asked, the world fills in numbers, so that
// every proposal is a sound question, and the solver answers it. The proposer's reward is 4 p (1 − p), p the share of
// plays in which the solver is right – most for what is right half the time –, less the share of its group's answers
// that say the same: without that a proposer asks nothing but what the solver is best at, and both forget the rest.
//
// What is measured is the solver, on questions whose kind is drawn: the script "drawn" proposes it. Whatever is
// proposed, a question is one of the split of its seed (V1).
import { check } from '../../../basics/check';
import { valuesFrom } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import {
  type Environment,
  type EnvironmentSettings,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerPart,
} from '../environment';
import { calculate, calculatorHelp } from '../maths/calculator';
import { drawKind, kindsOfLevel } from '../maths/ladder';
import { sameAnswer } from '../maths/same-answer';
import type { MathsState } from '../maths/sheet';
import { ofMover } from '../players';
import { linesOf } from '../text-lines';
import { proposedSumsCard as card, proposedSumsKnobs } from './card';

export interface ProposedSumsState {
  /** Of the world: names its questions, one of each kind. */
  readonly seed: number;
  readonly kinds: number;
  /** The kind that stands for a proposal where it is drawn, from 1; hidden from both. */
  readonly drawn: number;
  readonly proposed?: number;
  /** The answer that was given. */
  readonly said?: string;
}

export type ProposedSumsAction =
  /** Nothing where nothing is named. */
  { readonly player: 'proposer'; readonly kind?: number } | { readonly player: 'solver'; readonly answer?: string };

type State = ProposedSumsState;
type Action = ProposedSumsAction;

const mostQuestions = 2000;
const questions = remembered((name: string): MathsState => {
  const [seed = 0, kind = 0] = name.split(' ').map(Number);
  return drawKind(seed, kind - 1);
}, mostQuestions);
const questionOf = ({ seed }: Pick<State, 'seed'>, kind: number): MathsState => questions(`${seed} ${kind}`);

const asked = (state: State): MathsState | undefined =>
  state.proposed === undefined ? undefined : questionOf(state, state.proposed);

function start(seed: number, settings: EnvironmentSettings): State {
  const { level, drawn: share } = valuesFrom(proposedSumsKnobs, settings);
  check(Number.isInteger(seed) && seed >= 0, `a world seed is a whole number from 0, got ${seed}`);
  const rng = rngFrom('proposed-sums', seed);
  const kinds = kindsOfLevel * level;
  const isDrawn = rng.number() < share;
  const drawn = 1 + rng.integer(kinds);
  return Object.freeze({ seed, kinds, drawn, ...(isDrawn ? { proposed: drawn } : {}) });
}

const isRight = (state: State): boolean => {
  const question = asked(state);
  return question !== undefined && state.said !== undefined && sameAnswer(state.said, question.answer);
};

function act(state: State, action: Action, budget: number): Outcome<State> {
  const idle = (why: string) => outcome(state, { team: 0, legal: 0, progress: 0 }, why);
  if (budget < 1) return idle('the limit is no move');
  if (action.player === 'proposer') return propose(state, action.kind, idle);
  const { answer } = action;
  const question = asked(state);
  if (answer === undefined) return idle('answered nothing');
  if (question === undefined) return idle('nothing was asked');
  if (state.said !== undefined) return idle('all is said');
  const next = Object.freeze({ ...state, said: answer });
  const right = isRight(next) ? 1 : 0;
  const why = `answered ${answer}${right ? '' : `, but it is ${question.answer}`}`;
  return outcome(next, { team: right, legal: 1, progress: right }, why);
}

function propose(state: State, kind: number | undefined, idle: (why: string) => Outcome<State>): Outcome<State> {
  if (kind === undefined) return idle('proposed nothing');
  if (state.proposed !== undefined) return idle('something was asked already');
  if (kind > state.kinds) return idle(`there are ${state.kinds} kinds of questions`);
  const next = Object.freeze({ ...state, proposed: kind });
  return outcome(next, { team: 0, legal: 1, progress: 0 }, `asked "${questionOf(state, kind).question}"`);
}

function outcome(state: State, terms: Outcome<State>['terms'], why: string): Outcome<State> {
  const frames = terms.legal > 0 ? [pictureOf(state)] : [];
  return { state, terms, solved: isRight(state), done: state.said !== undefined, why, frames, excess: 0 };
}

const linesAsked = (state: State): Picture => {
  const question = asked(state);
  return question ? [question.question, ...(state.said === undefined ? [] : [`= ${state.said}`])] : [];
};
const waitingLine = ({ kinds }: State) => `a question of kind 1 to ${kinds}`;
const pictureOf = (state: State): Picture => linesOf([waitingLine(state), ...linesAsked(state)].join('\n'));
const inLines = (lines: Picture) => lines.map((line) => `${line}\n`).join('');
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const pick = (count: number, random: () => number) => 1 + Math.floor(random() * count);

/** The kind that would be drawn is hidden from both. */
const drawnAnew = (state: State, random: () => number): State =>
  Object.freeze({ ...state, drawn: pick(state.kinds, random) });

const title = 'maths 1';

/** In the words of people and language models. */
function kindsInWords(): string {
  return upTo(3 * kindsOfLevel)
    .map((kind) => `${kind}: ${questionOf({ seed: 0 }, kind).question}`)
    .join(', ');
}

const proposer: PlayerPart<State, Action> = {
  waits: ({ proposed }) => proposed !== undefined,
  legal: ({ kinds, proposed }) =>
    proposed === undefined ? upTo(kinds).map((kind) => ({ player: 'proposer', kind })) : [],
  random: ({ kinds }, _moves, random) => ({ player: 'proposer', kind: pick(kinds, random) }),
  solve: ({ drawn, proposed }) => (proposed === undefined ? { player: 'proposer', kind: drawn } : undefined),
  picture: pictureOf,
  team: (_before, after) => (isRight(after) ? 1 : 0),
  fromPlays: (share, said) => Math.max(0, 4 * share * (1 - share) - said),
  scripts: ['drawn'],
  script: (_name, { drawn }) => ({ player: 'proposer', kind: drawn }),
  wording: {
    title,
    cue: 'pair', // after which the shipped model says a digit
    describe: (state) => inLines(linesAsked(state)),
    describeAfter: (state) => inLines(linesAsked(state)),
    write: (action) => ('kind' in action && action.kind !== undefined ? ` ${action.kind}` : ''),
    read: readProposal,
    get help() {
      return `a digit, the kind of the question, each with an example: ${kindsInWords()}`;
    },
    symbolsPerMove: 1,
    words: () => 1,
  },
  byHand: {
    kind: 'choose',
    named: (state, action) => ('kind' in action && action.kind ? questionOf(state, action.kind).question : ''),
  },
  alike: drawnAnew,
  ceiling: () => 0,
};

function readProposal(text: string): Action | undefined {
  if (text.trim() === '') return { player: 'proposer' };
  return /^ ?[1-9]$/.test(text) ? { player: 'proposer', kind: Number(text) } : undefined;
}

const solver: PlayerPart<State, Action> = {
  waits: ({ proposed }) => proposed === undefined,
  legal: (state) => {
    const question = asked(state);
    return question && state.said === undefined ? [{ player: 'solver', answer: question.answer }] : [];
  },
  random: (_state, _moves, random) => ({ player: 'solver', answer: `${Math.floor(random() * 50)}` }),
  solve: (state) => {
    const question = asked(state);
    return question && { player: 'solver', answer: question.answer };
  },
  picture: (state) => linesOf(linesAsked(state).join('\n')),
  wording: {
    title,
    cue: 'tool',
    describe: (state) => inLines(linesAsked(state)),
    describeAfter: (state) => inLines(linesAsked(state)),
    write: (action) => ('answer' in action && action.answer !== undefined ? action.answer : ''),
    read: readAnswer,
    help: `calls to a calculator, step after step: ${calculatorHelp.join('; ')}`,
    symbolsPerMove: 24,
  },
  byHand: {
    kind: 'write',
    form: () => ({ help: 'the answer, or calls that come to it: "add 12 7"', button: 'Answer' }),
  },
  alike: drawnAnew,
  ceiling: () => 0,
};

/** What the calls come to. */
function readAnswer(text: string): Action | undefined {
  if (text.trim() === '') return { player: 'solver' };
  const result = calculate(text.trim().toLowerCase().split(/\s+/));
  return result && 'answer' in result ? { player: 'solver', answer: result.answer } : undefined;
}

const moverOf = ({ proposed }: State) => (proposed === undefined ? proposer : solver);
const layout = (state: State) => questionOf(state, state.drawn).question;

export const proposedSums: Environment<State, Action> = {
  card,
  players: { proposer, solver },
  start,
  layout,
  canonical: layout,
  act,
  solved: isRight,
  remaining: (state) => {
    if (state.said !== undefined) return isRight(state) ? 0 : Number.POSITIVE_INFINITY;
    return state.proposed === undefined ? 2 : 1;
  },
  ...ofMover(moverOf),
  picture: pictureOf,
  wording: {
    title,
    describe: (state) => inLines(pictureOf(state)),
    describeAfter: (state) => inLines(pictureOf(state)),
    write: (action) => (action.player === 'proposer' ? proposer : solver).wording.write(action),
    read: (text) => readAnswer(text) ?? readProposal(text),
    help: 'a digit for the kind of question, or calls that answer it',
    symbolsPerMove: 24,
  },
  calls: noCalls as Environment<State, Action>['calls'],
};
