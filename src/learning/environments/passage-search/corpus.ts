// A corpus: passages under an index that is really searched (BM25 by minisearch; a title's words count four times), and
// questions to ask of it. Small corpora are made in a few hundredths of a second and remembered.
import MiniSearch from 'minisearch';
import { rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import { type Facts, factsOf, type Passage } from './facts';
import { grammarInEnglish } from './facts-in-english';
import { grammarInWords } from './facts-in-words';

/** With less, a passage that names a thing would often stand above the one about it. */
const titleWeight = 4;

export interface Corpus extends Facts {
  /** Numbers of the passages that hold a word of the query, the best first; equals by their number. */
  search(query: string): readonly number[];
}

export interface CorpusName {
  readonly facts: 'words' | 'english';
  readonly passages: number;
}

const corpora = remembered((key) => {
  const { facts, passages } = JSON.parse(key) as CorpusName;
  const rng = rngFrom('search corpus', facts, passages);
  return corpusOn(factsOf(facts === 'words' ? grammarInWords(rng) : grammarInEnglish(passages, rng), rng));
}, 4);

/** The corpus of this name: the same wherever it is made. */
export function corpusNamed({ facts, passages }: CorpusName): Corpus {
  return corpora(JSON.stringify({ facts, passages }));
}

export function corpusOn(facts: Facts): Corpus {
  const index = indexOf(facts.passages);
  return {
    ...facts,
    search: (query) =>
      index
        .search(query, { boost: { title: titleWeight } })
        .sort((one, other) => other.score - one.score || one.id - other.id)
        .map(({ id }) => id as number),
  };
}

function indexOf(passages: readonly Passage[]): MiniSearch {
  const index = new MiniSearch({ fields: ['title', 'text'] });
  index.addAll(passages.map((passage, id) => ({ id, ...passage })));
  return index;
}
