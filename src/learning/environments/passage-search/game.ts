// The state of a search and its rules: a question, the queries so far with what they brought, and the answer. A query
// is really run, on the corpus that is handed in. Knows nothing of wording.
import type { Corpus, CorpusName } from './corpus';
import { sameAnswer } from './exact-match';
import type { Passage, Question } from './facts';

export interface Found extends Passage {
  /** Its number in the corpus. */
  readonly place: number;
}

export interface Searched {
  readonly query: string;
  readonly found: readonly Found[];
}

/** The passages of a set of problems, which only the world on them knows (on-problems.ts). */
export interface PassagesOfFile {
  readonly facts: 'file';
  readonly passages: number;
}

/** Question, answer and needed passages: who answers is told the question only where `told` says so, and nobody the
 *  rest. */
export interface SearchState extends Question {
  readonly corpus: CorpusName | PassagesOfFile;
  /** Queries before the answer is due. */
  readonly searches: number;
  /** Words of a query, at most. */
  readonly length: number;
  /** Passages that a query brings. */
  readonly shown: number;
  readonly told: boolean;
  readonly searched: readonly Searched[];
  /** The answer that was given. */
  readonly said?: string;
}

export function mayAnswer({ searched, searches }: SearchState): boolean {
  return searched.length >= searches;
}

export function isRight({ said, answer }: SearchState): boolean {
  return said !== undefined && sameAnswer(said, answer);
}

/** Of the needed passages, those that no query has brought. */
export function missing({ needed, searched }: SearchState): readonly number[] {
  const seen = new Set(searched.flatMap(({ found }) => found.map(({ place }) => place)));
  return needed.filter((place) => !seen.has(place));
}

/** The state after a query, and what the query is worth towards a passage that was missing: half for how far up it
 *  brought one, 1 / log2(1 + rank) (the discount of nDCG, Järvelin and Kekäläinen 2002), half for the share of that
 *  passage's words it names, of those that could be read so far. 0 where none is missing. */
export function afterQuery(state: SearchState, query: string, { passages, search }: Corpus) {
  const ranked = search(query);
  const found = ranked.slice(0, state.shown).map((place) => ({ place, ...(passages[place] as Passage) }));
  const searched = Object.freeze([...state.searched, Object.freeze({ query, found: Object.freeze(found) })]);
  const named = new Set(wordsIn(query));
  const read = new Set([state.question, ...passagesFound(state).map(inOneText)].flatMap(wordsIn));
  const worth = missing(state).map((place) => {
    const rank = ranked.indexOf(place);
    const words = [...new Set(wordsIn(inOneText(passages[place] as Passage)))].filter((word) => read.has(word));
    const share = words.length === 0 ? 0 : words.filter((word) => named.has(word)).length / words.length;
    return ((rank < 0 ? 0 : 1 / Math.log2(2 + rank)) + share) / 2;
  });
  return { state: Object.freeze({ ...state, searched }), worth: Math.max(0, ...worth) };
}

export function passagesFound({ searched }: SearchState): readonly Found[] {
  return searched.flatMap(({ found }) => found);
}

function inOneText({ title, text }: Passage): string {
  return `${title} ${text}`;
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
