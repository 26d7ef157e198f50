// Search: a question on a corpus of short passages. The searcher reads the question and writes queries, which are
// really run (BM25); the answerer reads what they brought, and answers (../looking-up). A question of two hops takes
// two queries: what the first one brings says what to look for next.
import { check } from '../../../basics/check';
import { valuesFrom } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import { drawForSplit } from '../drawing';
import type { Environment, EnvironmentSettings, Picture } from '../environment';
import { wordsOf } from '../looking-up/answer-wording';
import { type Asked, drawnFrom, type LookUpAction, lookUpWorld } from '../looking-up/looking-up';
import { searchCard } from './card';
import { type Corpus, type CorpusName, corpusNamed } from './corpus';
import type { Passage, Question } from './facts';
import { wordsOfFacts } from './facts-in-words';
import { afterQuery, isRight, mayAnswer, missing, passagesFound, type SearchState } from './game';
import { searchKnobs } from './knobs';
import { queryHelp, readQuery, writeQuery } from './wording';

export type SearchAction = LookUpAction<readonly string[], 'searcher'>;

/** With so few facts in each, nobody shall know them by heart. */
const corporaInWords = 1000;

function start(seed: number, settings: EnvironmentSettings): SearchState {
  const { facts, passages, hops, searches, length, shown, told } = valuesFrom(searchKnobs, settings);
  check(searches >= hops, `a question of ${hops} hops takes as many searches, got ${searches}: raise "searches"`);
  const random = rngFrom('passage-search', seed, facts, passages, hops);
  const draw = () => {
    const corpus: CorpusName =
      facts === 'english' ? { facts, passages } : { facts, passages, number: random.integer(corporaInWords) };
    return { corpus: Object.freeze(corpus), ...corpusNamed(corpus).draw(random, hops) };
  };
  const question = drawForSplit<Question & { readonly corpus: CorpusName }>({
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
  return `${'number' in corpus ? corpus.number : ''} ${question}`;
}

function search(state: SearchState, corpus: Corpus, query: readonly string[], budget: number): Asked<SearchState> {
  const most = Math.min(state.length, Math.max(0, Math.floor(budget)));
  const words = query.slice(0, most);
  const excess = query.length - words.length;
  const idle = (why: string) => ({ state, legal: 0, progress: 0, why, excess });
  if (words.length === 0) return idle('searched for nothing');
  if (mayAnswer(state)) return idle('all queries are used up');
  const { state: next, worth } = afterQuery(state, words.join(' '), corpus);
  const { needed } = state;
  const why = `searched for "${words.join(' ')}": ${needed.length - missing(next).length} of ${needed.length} needed passages found`;
  return { state: next, legal: new Set(words).size / query.length, progress: worth, why, excess };
}

/** "blue moon need 7"; a fact in English names what it is about, a passage of a file may not. */
function passageInWords({ corpus }: SearchState, { title, text }: Passage): string {
  return { words: `${title} ${text}`, pairs: `${title} ${text}`, english: text, file: `${title}: ${text}` }[
    corpus.facts
  ];
}

function foundLines(state: SearchState, name: string): Picture {
  return passagesFound(state).map((passage) => `${name} ${passageInWords(state, passage)}`);
}

function queriesWithFound(state: SearchState): Picture {
  return state.searched.flatMap(({ query, found }, index) => [
    `query ${index + 1}: ${query}`,
    ...(found.length === 0 ? ['found nothing'] : found.map((passage) => `found: ${passageInWords(state, passage)}`)),
  ]);
}

const inWords = ({ corpus }: SearchState) => corpus.facts === 'words' || corpus.facts === 'pairs';

/** What a query may be made of that looks no further than what was read. */
function wordsSeen(state: SearchState): readonly string[] {
  const read = [state.question, ...passagesFound(state).map((one) => passageInWords(state, one))];
  return [...new Set(read.flatMap(wordsOf))];
}

/** A query that names the title and the words of the passage that is missing; any of the question where none is. */
function goodQuery(state: SearchState, { passages }: Corpus): readonly string[] {
  const place = missing(state)[0];
  const passage = place === undefined ? undefined : passages[place];
  if (!passage) return wordsOf(state.question).slice(0, state.length);
  const asked = wordsOf(passage.title);
  const more = wordsOf(passage.text).filter((word) => !asked.includes(word));
  return [...new Set([...asked, ...more])].slice(0, state.length);
}

type SearchWorld = Environment<SearchState, SearchAction>;

/** Search on these corpora. `world`: where its problems come from. */
export function searchOf(
  world: Pick<SearchWorld, 'card' | 'start' | 'problems'> & { layout(state: SearchState): string },
  corpusOf: (state: SearchState) => Corpus,
): SearchWorld {
  return lookUpWorld<SearchState, readonly string[], 'searcher'>({
    asker: 'searcher',
    world,
    left: ({ searches, searched }) => searches - searched.length,
    isRight,
    inWords,
    knownWords: wordsOfFacts,
    ask: (state, query, budget) => search(state, corpusOf(state), query, budget),
    query: {
      help: queryHelp,
      symbolsPerMove: 3,
      write: writeQuery,
      read: readQuery,
      words: ({ length }) => length,
      form: (state) =>
        inWords(state)
          ? { help: `up to ${state.length} words to search for`, button: 'Search', words: wordsSeen(state) }
          : { help: `"search:" and up to ${state.length} words to search for`, button: 'Search' },
      plain: (state) => wordsSeen(state).map((word) => [word]),
      random: (state, moves, random) => {
        const seen = wordsSeen(state);
        return Array.from({ length: Math.min(state.length, moves) }, () => drawnFrom(seen, random));
      },
      best: (state) => goodQuery(state, corpusOf(state)),
    },
    lines: {
      asked: queriesWithFound,
      brought: (state) => foundLines(state, 'found:'),
      nothing: 'found nothing',
      seen: (state) => foundLines(state, 'see'),
    },
    answers: (state) => corpusOf(state).answers,
    answerForm: (state) =>
      inWords(state) ? { help: 'one of these', words: corpusOf(state).answers } : { help: '"answer:" and the answer' },
    alike: {
      /** What the answer is, and what says it. */
      asker: (state, random) => Object.freeze({ ...state, answer: drawnFrom(corpusOf(state).answers, random) }),
      /** Another question may have brought the same passages. */
      answerer: (state, random) => {
        const { answers } = corpusOf(state);
        const question = state.told ? state.question : `${state.question} ${drawnFrom(answers, random)}`;
        return Object.freeze({ ...state, question, answer: drawnFrom(answers, random) });
      },
    },
  });
}

export const passageSearch = searchOf({ card: searchCard, start, layout }, ({ corpus }) =>
  corpusNamed(corpus as CorpusName),
);
