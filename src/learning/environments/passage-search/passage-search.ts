// Search: a question on a corpus of short passages. The searcher reads the question and writes queries, which are
// really run (BM25); the answerer reads what they brought, and answers. Neither can do it alone: the searcher does not
// answer, the answerer sees nothing that was not searched for – and not even the question, unless it is told. A
// question of two hops takes two queries: what the first one brings says what to look for next.
import { check } from '../../../basics/check';
import { valuesFrom } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import { drawForSplit } from '../drawing';
import {
  type Environment,
  type EnvironmentSettings,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerPart,
} from '../environment';
import { linesOf } from '../text-lines';
import { searchCard } from './card';
import { type Corpus, type CorpusName, corpusNamed } from './corpus';
import type { Question } from './facts';
import { afterQuery, isRight, mayAnswer, missing, passagesFound, type SearchState } from './game';
import { searchKnobs } from './knobs';
import { answerHelp, queryHelp, readAnswer, readQuery, writeAnswer, writeQuery } from './wording';

export type SearchAction =
  | { readonly player: 'searcher'; readonly query: readonly string[] }
  /** Nothing where nothing is answered. */
  | { readonly player: 'answerer'; readonly answer?: string };

type Part = PlayerPart<SearchState, SearchAction>;
const title = 'signals';
const nothing = { team: 0, legal: 0, progress: 0 } as const;

/** With so few facts in each, nobody shall know them by heart. */
const corporaInWords = 1000;

const corpusOf = ({ corpus }: SearchState): Corpus => corpusNamed(corpus);

function start(seed: number, settings: EnvironmentSettings): SearchState {
  const { facts, passages, hops, searches, length, shown, told } = valuesFrom(searchKnobs, settings);
  check(searches >= hops, `a question of ${hops} hops takes as many searches, got ${searches}: raise "searches"`);
  const random = rngFrom('passage-search', seed, facts, passages, hops);
  const draw = () => {
    const corpus: CorpusName =
      facts === 'words' ? { facts, passages, number: random.integer(corporaInWords) } : { facts, passages };
    return { corpus: Object.freeze(corpus), ...corpusNamed(corpus).draw(random, hops) };
  };
  const question = drawForSplit<Question & Pick<SearchState, 'corpus'>>({
    seed,
    draw,
    layout,
    what: `a question of ${hops} hops`,
  });
  const needed = Object.freeze(question.needed);
  return Object.freeze({ ...question, needed, searches, length, shown, told, searched: Object.freeze([]) });
}

/** A question is another where the facts are others. */
function layout({ corpus, question }: Pick<SearchState, 'corpus' | 'question'>): string {
  return `${corpus.number ?? ''} ${question}`;
}

function after(
  state: SearchState,
  terms: Outcome<SearchState>['terms'],
  why: string,
  excess = 0,
): Outcome<SearchState> {
  const frames = terms.legal > 0 ? [pictureOf(state)] : [];
  return { state, terms, solved: isRight(state), done: state.said !== undefined, why, frames, excess };
}

function search(state: SearchState, query: readonly string[], budget: number): Outcome<SearchState> {
  const most = Math.min(state.length, Math.max(0, Math.floor(budget)));
  const words = query.slice(0, most);
  const excess = query.length - words.length;
  if (words.length === 0) return after(state, nothing, 'searched for nothing', excess);
  if (mayAnswer(state)) return after(state, nothing, 'all queries are used up', excess);
  const { state: next, worth } = afterQuery(state, words.join(' '), corpusOf(state));
  const { needed } = state;
  const why = `searched for "${words.join(' ')}": ${needed.length - missing(next).length} of ${needed.length} needed passages found`;
  return after(next, { team: 0, legal: new Set(words).size / query.length, progress: worth }, why, excess);
}

function answer(state: SearchState, said: string | undefined): Outcome<SearchState> {
  if (said === undefined) return after(state, nothing, 'answered nothing');
  if (state.said !== undefined || !mayAnswer(state)) return after(state, nothing, 'it is not time to answer');
  const next = Object.freeze({ ...state, said });
  const right = isRight(next) ? 1 : 0;
  const otherwise = right ? '' : `, but it was "${state.answer}"`;
  return after(next, { team: right, legal: 1, progress: right }, `answered "${said}"${otherwise}`);
}

/** "blue moon need 7" */
function passageInWords({ corpus }: SearchState, { title: of, text }: { title: string; text: string }): string {
  return corpus.facts === 'words' ? `${of} ${text}` : text;
}

function foundLines(state: SearchState, name: string): Picture {
  return passagesFound(state).map((passage) => `${name} ${passageInWords(state, passage)}`);
}

function linesForSearcher(state: SearchState): Picture {
  const searched = state.searched.flatMap(({ query, found }, index) => [
    `query ${index + 1}: ${query}`,
    ...(found.length === 0 ? ['found nothing'] : found.map((passage) => `found: ${passageInWords(state, passage)}`)),
  ]);
  return [`question: ${state.question}`, ...searched];
}

function linesForAnswerer(state: SearchState): Picture {
  const found = foundLines(state, 'found:');
  return [...(state.told ? [`question: ${state.question}`] : []), ...(found.length === 0 ? ['found nothing'] : found)];
}

function pictureOf(state: SearchState): Picture {
  const said = state.said === undefined ? [] : [`answer: ${state.said}`];
  return linesOf([...linesForSearcher(state), ...said].join('\n'));
}

const inLines = (lines: Picture) => lines.map((line) => `${line}\n`).join('');
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const drawnFrom = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

/** What a query may be made of that looks no further than what was read. */
function wordsSeen(state: SearchState): readonly string[] {
  const read = [state.question, ...passagesFound(state).map((one) => passageInWords(state, one))];
  return [...new Set(read.flatMap(wordsIn))];
}

/** A query that names the title and the words of the passage that is missing; any of the question where none is. */
function goodQuery(state: SearchState): readonly string[] {
  const place = missing(state)[0];
  const passage = place === undefined ? undefined : corpusOf(state).passages[place];
  if (!passage) return wordsIn(state.question).slice(0, state.length);
  const asked = wordsIn(passage.title);
  const more = wordsIn(passage.text).filter((word) => !asked.includes(word));
  return [...asked, ...more].slice(0, state.length);
}

const searcher: Part = {
  waits: mayAnswer,
  legal: (state) => (mayAnswer(state) ? [] : wordsSeen(state).map((word) => ({ player: 'searcher', query: [word] }))),
  random: (state, moves, random) => {
    const seen = wordsSeen(state);
    return {
      player: 'searcher',
      query: Array.from({ length: Math.min(state.length, moves) }, () => drawnFrom(seen, random)),
    };
  },
  solve: (state) => (mayAnswer(state) ? undefined : { player: 'searcher', query: goodQuery(state) }),
  picture: (state) => linesOf(linesForSearcher(state).join('\n')),
  wording: {
    title,
    cue: 'listener',
    describe: (state) =>
      state.corpus.facts === 'words'
        ? inLines([`hear ${state.question}`, ...foundLines(state, 'see')])
        : inLines(linesForSearcher(state)),
    describeAfter: (state) => inLines(linesForSearcher(state)),
    write: (action) => (action.player === 'searcher' ? writeQuery(action.query) : ''),
    read: (text) => {
      const query = readQuery(text);
      return query && { player: 'searcher', query };
    },
    help: queryHelp,
    symbolsPerMove: 3,
    words: ({ corpus, length }) => (corpus.facts === 'words' ? length : undefined),
  },
  byHand: {
    kind: 'write',
    form: (state) =>
      state.corpus.facts === 'words'
        ? { help: `up to ${state.length} words to search for`, button: 'Search', words: wordsSeen(state) }
        : { help: `"search:" and up to ${state.length} words to search for`, button: 'Search' },
  },
  /** What the answer is, and what says it. */
  alike: (state, random) => Object.freeze({ ...state, answer: drawnFrom(corpusOf(state).answers, random) }),
  ceiling: () => 0,
};

const answerer: Part = {
  waits: (state) => !mayAnswer(state),
  legal: (state) =>
    state.said !== undefined || !mayAnswer(state)
      ? []
      : corpusOf(state).answers.map((one) => ({ player: 'answerer', answer: one })),
  random: (state, _moves, random) => ({ player: 'answerer', answer: drawnFrom(corpusOf(state).answers, random) }),
  solve: (state) => (mayAnswer(state) ? { player: 'answerer', answer: state.answer } : undefined),
  picture: (state) => linesOf(linesForAnswerer(state).join('\n')),
  wording: {
    title,
    cue: 'speaker',
    describe: (state) =>
      state.corpus.facts === 'words'
        ? inLines([...(state.told ? [`hear ${state.question}`] : []), ...foundLines(state, 'see')])
        : inLines(linesForAnswerer(state)),
    describeAfter: (state) => inLines(linesForAnswerer(state)),
    write: (action) => (action.player === 'answerer' && action.answer !== undefined ? writeAnswer(action.answer) : ''),
    read: (text) => {
      const said = readAnswer(text);
      return said === undefined ? undefined : { player: 'answerer', ...(said === '' ? {} : { answer: said }) };
    },
    help: answerHelp,
    symbolsPerMove: 3,
    words: ({ corpus }) => (corpus.facts === 'words' ? 1 : undefined),
  },
  byHand: {
    kind: 'write',
    form: (state) =>
      state.corpus.facts === 'words'
        ? { help: 'one of these', button: 'Answer', words: corpusOf(state).answers }
        : { help: '"answer:" and the answer', button: 'Answer' },
  },
  /** Another question may have brought the same passages. */
  alike: (state, random) => {
    const { answers } = corpusOf(state);
    const question = state.told ? state.question : `${state.question} ${drawnFrom(answers, random)}`;
    return Object.freeze({ ...state, question, answer: drawnFrom(answers, random) });
  },
  ceiling: () => 0,
};
const moverOf = (state: SearchState) => (mayAnswer(state) ? answerer : searcher);

export const passageSearch: Environment<SearchState, SearchAction> = {
  card: searchCard,
  players: { searcher, answerer },
  start,
  layout,
  canonical: layout,
  act: (state, action, budget) =>
    action.player === 'searcher' ? search(state, action.query, budget) : answer(state, action.answer),
  solved: isRight,
  remaining: (state) => {
    if (state.said !== undefined) return isRight(state) ? 0 : Number.POSITIVE_INFINITY;
    return 1 + state.searches - state.searched.length;
  },
  legal: (state) => moverOf(state).legal(state),
  random: (state, moves, random) => moverOf(state).random(state, moves, random),
  solve: (state) => moverOf(state).solve(state),
  picture: pictureOf,
  wording: {
    title,
    describe: (state) => inLines(pictureOf(state)),
    describeAfter: (state) => inLines(pictureOf(state)),
    write: (action) => (action.player === 'searcher' ? searcher.wording.write(action) : answerer.wording.write(action)),
    read: (text) => searcher.wording.read(text) ?? answerer.wording.read(text),
    help: `${queryHelp}; or ${answerHelp}`,
    symbolsPerMove: 3,
  },
  calls: noCalls as Environment<SearchState, SearchAction>['calls'],
};
