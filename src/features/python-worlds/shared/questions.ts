// Questions of a Python package as a world: Maths's sheet and teams (maths/sheet.ts), but the answer is scored by the
// package itself, in the sandbox. Team reward: the score of the final answer, half of it for an opinion. The package's
// own answer is part of the state and never of a prompt.
import type { ProgramRequest, ProgramResult } from '../../../learning/agents/program-runner';
import type { Environment, EnvironmentCard, Outcome } from '../../../learning/environments/environment';
import { mathsCalls } from '../../../learning/environments/maths/calls';
import {
  isOver,
  lineOf,
  type MathsState,
  roundsOf,
  type Said,
  sheetOf,
  told,
} from '../../../learning/environments/maths/sheet';
import { poolsOf } from '../../../learning/environments/problem-pools';
import { programFor } from './images';
import type { QuestionsSource } from './world-source';

export interface QuestionState extends MathsState {
  /** Its place in the data set. */
  readonly index: number;
  /** Of everything said, in order. */
  readonly scores: readonly number[];
}

type QuestionWorld = Environment<QuestionState, readonly Said[]>;

/** Packages give 0.99 or more for what they hold right. */
const solvedFrom = 0.99;
const randomAnswers = 50;

export function cardOfQuestions(id: string, { name, sentence }: QuestionsSource): EnvironmentCard {
  return {
    id,
    name: titleOf(name),
    sentence: sentence.endsWith('.') ? sentence : `${sentence}.`,
    knobs: {},
    form: 'text',
    kind: 'questions',
    symbols: {},
    problem: 'question',
    remainingUnit: 'answers',
  };
}

/** "chain_sum": "Chain sum". */
function titleOf(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function questionsWorld(id: string, source: QuestionsSource): QuestionWorld {
  const { image, name, config, questions } = source;
  const states = questions.map(
    ({ index, question, answer }): QuestionState =>
      Object.freeze({ ...sheetOf({ question, answer }), index, scores: Object.freeze([]) }),
  );
  const { start, problems } = poolsOf(states, describe, 'by-problem');
  const others = [...new Set(questions.map(({ answer }) => answer))].slice(0, randomAnswers);
  return {
    card: cardOfQuestions(id, source),
    start,
    problems,
    layout: describe,
    canonical: describe,
    programs: (state, [said]) => (isNew(state, said) ? [scoring({ image, name, config }, state, said.answer)] : []),
    act,
    solved: isSolved,
    remaining: (state) => (isSolved(state) ? 0 : isOver(state) ? Number.POSITIVE_INFINITY : 1),
    /** Of all answers only those that random play gives. */
    legal: (state) => others.map((answer) => [{ answer }]).filter(([said]) => isNew(state, said)),
    /** The right answer of some question of the set. */
    random: (_, moves, random) =>
      moves < 1 ? [] : [{ answer: others[Math.floor(random() * others.length)] as string }],
    solve: (state) => (isOver(state) && !isSolved(state) ? undefined : [{ answer: state.answer }]),
    picture: (state) => describe(state).trimEnd().split('\n'),
    wording: {
      title: 'maths',
      describe,
      describeAfter: describe,
      write: (action) =>
        action.map(({ by, answer }) => (by === undefined ? '' : `${by}: `) + written(answer)).join('\n'),
      read,
      help: 'the answer alone, or with it between <answer> and </answer>; only the last one counts',
      symbolsPerMove: 12,
    },
    calls: mathsCalls as QuestionWorld['calls'],
  };
}

function scoring(
  { image, name, config }: Pick<QuestionsSource, 'image' | 'name' | 'config'>,
  { index }: QuestionState,
  answer: string,
): ProgramRequest {
  return {
    language: 'python',
    image,
    source: programFor('score'),
    globals: { arguments: [name, config, index, answer] },
    seed: 0,
  };
}

function act(
  state: QuestionState,
  action: readonly Said[],
  budget: number,
  results: readonly ProgramResult[] = [],
): Outcome<QuestionState> {
  const within = Math.max(0, Math.min(1, action.length, Math.floor(budget)));
  const excess = action.length - within;
  const [said] = action;
  if (within === 0 || !isNew(state, said))
    return {
      state,
      terms: { team: 0, legal: 0, progress: 0 },
      solved: isSolved(state),
      done: isOver(state),
      why: isSaid(said) && within > 0 ? `${shortened(said.answer)}: nothing new` : 'said nothing',
      frames: within > 0 ? [pictureOf(state)] : [],
      excess,
    };
  const { score, fault } = scoreFrom(results[0]);
  const next: QuestionState = Object.freeze({
    ...(told(state, said) as QuestionState),
    scores: Object.freeze([...state.scores, score]),
  });
  const solved = isSolved(next);
  const whose = said.by === undefined ? 'answered' : `${said.by} thinks`;
  return {
    state: next,
    terms: {
      team: said.by === undefined ? score : score / 2,
      legal: 1 / (solved ? 1 : within + excess),
      progress: score,
    },
    solved,
    done: isOver(next),
    why: `${whose} ${shortened(said.answer)}: ${fault ?? `scored ${Math.round(score * 1000) / 1000}`}`,
    frames: [pictureOf(next)],
    excess,
  };
}

/** What the package said; an answer that it cannot score scores 0, and why is told. */
function scoreFrom(result: ProgramResult | undefined): { readonly score: number; readonly fault?: string } {
  if (result?.end !== 'finished') return { score: 0, fault: `not scored, ${result?.why ?? 'nothing was run'}` };
  const score = Number(result.output.trim().split('\n').at(-1));
  return Number.isFinite(score) ? { score: Math.min(1, Math.max(0, score)) } : { score: 0, fault: 'not scored' };
}

function isSolved({ said, scores }: QuestionState): boolean {
  const final = said.findLastIndex(({ by }) => by === undefined);
  return (scores[final] ?? 0) >= solvedFrom;
}

/** Anything may be handed in as an action; only this is one. */
function isSaid(said: unknown): said is Said {
  const { by, answer } = (said ?? {}) as Record<string, unknown>;
  return typeof answer === 'string' && answer !== '' && (by === undefined || typeof by === 'string');
}

function isNew(state: QuestionState, said: unknown): said is Said {
  return isSaid(said) && told(state, said) !== state;
}

/** The question as it is laid out, without empty lines; then a line for each round. */
function describe(state: MathsState): string {
  const question = state.question.split('\n').filter((line) => line.trim() !== '');
  const rounds = state.said.length === 0 ? [] : roundsOf(state).map(lineOf);
  return [...question, ...rounds].map((line) => `${line.trimEnd()}\n`).join('');
}

function pictureOf(state: MathsState) {
  return describe(state).trimEnd().split('\n');
}

const tagged = /<answer>([\s\S]*?)<\/answer>/g;

function written(answer: string): string {
  return /\n|^[a-z][a-z0-9-]*: |<answer>|\\boxed|####|^\s|\s$/.test(answer) ? `<answer>${answer}</answer>` : answer;
}

/** The last answer between tags, in \boxed{} or after ####; else the whole text. Undefined where there is none. */
function read(text: string): readonly Said[] | undefined {
  const [, by, rest] = /^([a-z][a-z0-9-]*): ([^\n]+)$/.exec(text) ?? [];
  const said = rest ?? text;
  const tag = [...said.matchAll(tagged)].at(-1)?.[1];
  const found = tag ?? boxed(said) ?? (said.includes('####') ? said.split('####').at(-1)?.trim() : said.trim());
  if (found === undefined) return undefined;
  return found === '' ? [] : [by === undefined ? { answer: found } : { by, answer: found }];
}

/** Of the last \boxed{…}, whose braces may be nested. */
function boxed(text: string): string | undefined {
  const at = text.lastIndexOf('\\boxed{');
  if (at < 0) return undefined;
  let depth = 0;
  for (let end = at + 6; end < text.length; end++) {
    if (text[end] === '{') depth++;
    if (text[end] === '}' && --depth === 0) return text.slice(at + 7, end).trim();
  }
  return undefined;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
