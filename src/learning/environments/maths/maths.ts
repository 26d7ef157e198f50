// Maths: answer the question. Team reward: 1 when the final answer is right, one half when a role's opinion is; local
// progress: whether what was said is right. A final answer on which the team agrees ends the problem; after any other
// the next turn may answer otherwise (sheet.ts). The right answer is part of the state and never of a prompt.
import { check } from '../../../basics/check';
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import type { Environment, EnvironmentCard, EnvironmentSettings, Outcome } from '../environment';
import { type PoolSplits, poolsOf } from '../problem-pools';
import type { MathsProblem } from '../problems';
import { indexOfSeed } from '../splits';
import { linesOf } from '../text-lines';
import { hasVerdicts, verdictsKnob } from '../verdicts';
import { answerIn } from './answer-text';
import { mathsBeginner } from './beginner';
import { mathsCalls } from './calls';
import { drawProblem, type Level } from './ladder';
import {
  canonicalQuestion,
  describeSheet,
  isKnownWrong,
  isOver,
  isRight,
  isSolved,
  type MathsState,
  roundsOf,
  type Said,
  sheetOf,
  told,
} from './sheet';
import { answerHelp, readSaid, writeSaid } from './wording';

const knobs = {
  level: {
    kind: 'integer',
    name: 'Level',
    meaning:
      '1 one operation · 2 two operations · 3 brackets and division · 4 one unknown · 5 squares, powers, two unknowns.',
    range: [1, 5],
    default: 1,
  },
  mixed: {
    kind: 'switch',
    name: 'Easier ones too',
    meaning: 'Problems of every level up to this one, in turn.',
    default: false,
  },
  ...verdictsKnob,
} as const satisfies Knobs;

const card: EnvironmentCard = {
  id: 'maths',
  name: 'Maths',
  sentence: 'Find the number that the question mark stands for.',
  knobs,
  form: 'text',
  kind: 'questions',
  symbols: {},
  problem: 'question',
  remainingUnit: 'answers',
};

/** Whole numbers below this are what random play answers. */
const randomAnswers = 50;

export const maths: Environment<MathsState, readonly Said[]> = {
  card,
  start(seed, settings) {
    const { level, mixed } = valuesFrom(knobs, settings);
    const drawn = mixed ? 1 + (indexOfSeed(seed) % level) : level;
    return judgedBy(settings, drawProblem(seed, drawn as Level));
  },
  layout: canonicalQuestion,
  canonical: canonicalQuestion,
  act,
  solved: isSolved,
  remaining: (state) => (isSolved(state) ? 0 : isOver(state) ? Number.POSITIVE_INFINITY : 1),
  /** Of all answers only those that random play draws. */
  legal(state) {
    const actions = Array.from({ length: randomAnswers }, (_, number): readonly Said[] => [{ answer: `${number}` }]);
    return actions.filter(([said]) => said !== undefined && told(state, said) !== state);
  },
  random: (_, moves, random) => (moves < 1 ? [] : [{ answer: `${Math.floor(random() * randomAnswers)}` }]),
  solve: (state) => (isOver(state) && !isSolved(state) ? undefined : [{ answer: state.answer }]),
  picture: pictureOf,
  wording: {
    title: 'maths',
    describe: describeSheet,
    describeAfter: describeSheet,
    write: writeSaid,
    read: readSaid,
    help: answerHelp,
    symbolsPerMove: 12,
  },
  calls: mathsCalls,
  beginner: mathsBeginner,
};

function act(state: MathsState, action: readonly Said[], budget: number): Outcome<MathsState> {
  const within = Math.max(0, Math.min(1, action.length, Math.floor(budget)));
  const said = action[0];
  const next = within === 1 && isSaid(said) ? told(state, said) : state;
  const lost = isOver(next) && !isSolved(next);
  const right = within === 1 && isSaid(said) && isRight(state, said.answer) && !lost;
  const solved = isSolved(next);
  const excess = action.length - within;
  const changed = next !== state;
  return {
    state: next,
    terms: {
      team: solved ? 1 : right ? 0.5 : 0,
      legal: changed ? 1 / (solved ? 1 : within + excess) : 0,
      progress: right && changed ? 1 : 0,
    },
    solved,
    done: isOver(next),
    why: whyOf(state, next, within === 1 ? said : undefined),
    frames: within === 1 ? [pictureOf(next)] : [],
    excess,
  };
}

/** Anything may be handed in as an action; only this is one. */
function isSaid(said: unknown): said is Said {
  const { by, answer } = (said ?? {}) as Record<string, unknown>;
  return typeof answer === 'string' && answer !== '' && (by === undefined || typeof by === 'string');
}

function whyOf(before: MathsState, after: MathsState, said: Said | undefined): string {
  if (!isSaid(said)) return 'said nothing';
  const whose = said.by === undefined ? 'answered' : `${said.by} thinks`;
  if (after === before)
    return isKnownWrong(before, said.answer) ? `${said.answer} was answered before` : `${said.answer}: nothing new`;
  const agreed = isOver(after) && roundsOf(after).at(-1)?.opinions.length ? ', and most agree' : '';
  return `${whose} ${said.answer}: ${isRight(after, said.answer) ? 'right' : `wrong${agreed}`}`;
}

function pictureOf(state: MathsState) {
  const rounds = roundsOf(state).map(({ opinions, final }) =>
    [...opinions.map(({ by, answer }) => `${by} ${answer}`), ...(final === undefined ? [] : [`= ${final}`])].join(', '),
  );
  return linesOf([state.question, ...rounds].join('\n'));
}

function judgedBy(settings: EnvironmentSettings, state: MathsState): MathsState {
  return hasVerdicts(settings) ? Object.freeze({ ...state, verdicts: true }) : state;
}

/** Of Maths on questions from elsewhere: nothing is drawn, so nothing else is set. */
export const cardOfQuestions: EnvironmentCard = { ...card, sentence: 'Answer the question.', knobs: verdictsKnob };

/** Maths on questions from elsewhere: the same rules, another start. */
export function mathsOn(
  problems: readonly MathsProblem[],
  splits: PoolSplits = 'by-problem',
): Environment<MathsState, readonly Said[]> {
  check(problems.length > 0, 'Maths needs at least one problem to be played on, got none');
  // a whole worked solution ends in the answer
  const states = problems.map(({ question, answer }) =>
    sheetOf({ question, answer: answerIn(answer) ?? answer.trim() }),
  );
  const { start, problems: count } = poolsOf(states, describeSheet, splits);
  return {
    ...maths,
    card: cardOfQuestions,
    layout: describeSheet,
    canonical: describeSheet,
    start: (seed, settings) => judgedBy(valuesFrom(verdictsKnob, settings), start(seed)),
    problems: count,
  };
}
