// Questions of a Python package, or of a pasted text, as a world: Maths's sheet and teams (maths/sheet.ts), but the
// answer is scored by the package itself, in the sandbox. Team reward: the score of the final answer, half of it for an
// opinion. The right answer is part of the state and never of a prompt.
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
import { answerIn, faultIn, requestTo } from './images';
import { originOf, type QuestionsSource } from './world-source';

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
  const { questions } = source;
  const states = questions.map(
    ({ index, question, answer }): QuestionState =>
      Object.freeze({ ...sheetOf({ question, answer }), index, scores: Object.freeze([]) }),
  );
  const { start, problems } = poolsOf(states, describe, 'by-problem');
  const { written, read, help } = source.code === undefined ? answersAlone : wholeTexts;
  const others = [...new Set(questions.map(({ answer }) => answer))].slice(0, randomAnswers);
  return {
    card: cardOfQuestions(id, source),
    start,
    problems,
    layout: describe,
    canonical: describe,
    programs: (state, [said]) => (isNew(state, said) ? [scoring(source, state, said.answer)] : []),
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
      help,
      symbolsPerMove: 12,
    },
    calls: mathsCalls as QuestionWorld['calls'],
  };
}

function scoring(source: QuestionsSource, { index }: QuestionState, answer: string): ProgramRequest {
  return requestTo(originOf(source), 'score', [source.name, source.config, index, answer]);
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
  try {
    const score = answerIn(result.output);
    if (typeof score === 'number') return { score: Math.min(1, Math.max(0, score)) };
    return { score: 0, fault: `not scored, ${faultIn(score) ?? 'it gave no number'}` };
  } catch {
    return { score: 0, fault: 'not scored' };
  }
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

/** How answers are written and read. */
interface Form {
  readonly written: (answer: string) => string;
  readonly read: (text: string) => readonly Said[] | undefined;
  readonly help: string;
}

const tagged = /<answer>([\s\S]*?)<\/answer>/g;

/** The last answer between tags, in \boxed{} or after ####; else the whole text. */
const answersAlone: Form = {
  written: (answer) =>
    /\n|^[a-z][a-z0-9-]*: |<answer>|\\boxed|####|^\s|\s$/.test(answer) ? `<answer>${answer}</answer>` : answer,
  read: reading((said) => {
    const tag = [...said.matchAll(tagged)].at(-1)?.[1];
    return tag ?? boxed(said) ?? (said.includes('####') ? said.split('####').at(-1)?.trim() : said.trim());
  }),
  help: 'the answer alone, or with it between <answer> and </answer>; only the last one counts',
};

/** A rubric has a parser of its own: all that was said is the answer. */
const wholeTexts: Form = {
  written: (answer) => (/^[a-z][a-z0-9-]*: |^<whole>|^\s|\s$/.test(answer) ? `<whole>${answer}</whole>` : answer),
  read: reading((said) => /^<whole>([\s\S]*)<\/whole>$/.exec(said)?.[1] ?? said.trim()),
  help: 'the answer, in the form that the question asks for',
};

/** Undefined where there is no answer. */
function reading(found: (said: string) => string | undefined): Form['read'] {
  return (text) => {
    const [, by, rest] = /^([a-z][a-z0-9-]*): ([^\n]+)$/.exec(text) ?? [];
    const answer = found(rest ?? text);
    if (answer === undefined) return undefined;
    return answer === '' ? [] : [by === undefined ? { answer } : { by, answer }];
  };
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
