// A corpus: passages under an index that is really searched (BM25 by minisearch; a title's words count four times), and
// questions to ask of it. Those asked for lately are remembered.
import MiniSearch from 'minisearch';
import { type Rng, rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import { type Facts, factsOf, type Passage } from './facts';
import { grammarInEnglish } from './facts-in-english';
import { grammarInPairs, grammarInWords } from './facts-in-words';

/** With less, a passage that names a thing would often stand above the one about it. */
const titleWeight = 4;

/** What is searched, and everything that is the answer to some question. */
export interface Corpus extends Pick<Facts, 'passages' | 'answers'> {
  /** Numbers of the passages that hold a word of the query, the best first; equals by their number. */
  search(query: string): readonly number[];
}

export interface CorpusName {
  readonly facts: 'words' | 'pairs' | 'english';
  readonly passages: number;
  /** Of as many as there are in words; absent in English. */
  readonly number?: number;
}

const grammars = {
  words: grammarInWords,
  pairs: grammarInPairs,
  english: (rng: Rng, passages: number) => grammarInEnglish(passages, rng),
} as const;

/** Together so many passages are kept, and those of the corpora before. */
const passagesKept = 60_000;

const corpora = remembered(
  (key) => {
    const { facts, passages, number = 0 } = JSON.parse(key) as CorpusName;
    const rng = rngFrom('search corpus', facts, passages, number);
    return corpusOn(factsOf(grammars[facts](rng, passages), rng));
  },
  passagesKept,
  ({ passages }) => passages.length,
);

/** The corpus of this name: the same wherever it is made. */
export function corpusNamed({ facts, passages, number }: CorpusName): Facts & Corpus {
  return corpora(JSON.stringify({ facts, passages, number }));
}

export function corpusOn<Searched extends Omit<Corpus, 'search'>>(facts: Searched): Searched & Corpus {
  let index: MiniSearch | undefined;
  return {
    ...facts,
    search: (query) => {
      index ??= indexOf(facts.passages);
      return index
        .search(query, { boost: { title: titleWeight } })
        .sort((one, other) => other.score - one.score || one.id - other.id)
        .map(({ id }) => id as number);
    },
  };
}

function indexOf(passages: readonly Passage[]): MiniSearch {
  const index = new MiniSearch({ fields: ['title', 'text'] });
  index.addAll(passages.map((passage, id) => ({ id, ...passage })));
  return index;
}
