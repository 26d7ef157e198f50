// Search on the passages of a file: those of all its problems are one corpus.
import { check } from '../../../basics/check';
import { valuesFrom } from '../../../basics/knobs';
import type { Environment } from '../environment';
import { type PoolSplits, poolsOf } from '../problem-pools';
import type { SearchProblem } from '../problems';
import { cardOfPassages } from './card';
import { corpusOn } from './corpus';
import type { SearchState } from './game';
import { searchKnobsOnFiles } from './knobs';
import { type SearchAction, searchOf } from './passage-search';

export const mostPassages = 50_000;

const layout = ({ question }: Pick<SearchState, 'question'>) => question;

export function searchOn(
  problems: readonly SearchProblem[],
  splits: PoolSplits = 'by-problem',
): Environment<SearchState, SearchAction> {
  const passages = problems.flatMap((problem) => problem.passages);
  check(
    passages.length <= mostPassages,
    `the problems bring ${passages.length} passages, at most ${mostPassages} are searched: take only the first rows`,
  );
  const placesOf = new Map<string, number[]>();
  for (const [place, { title }] of passages.entries()) placesOf.set(title, [...(placesOf.get(title) ?? []), place]);
  const corpus = corpusOn({ passages, answers: [...new Set(problems.map(({ answer }) => answer))] });
  const name = Object.freeze({ facts: 'file', passages: passages.length } as const);
  const drawn = problems.map(({ question, answer, needed }) => ({
    question,
    answer,
    needed: Object.freeze(needed.flatMap((title) => placesOf.get(title) ?? [])),
    corpus: name,
    searched: Object.freeze([]),
  }));
  const pools = poolsOf(drawn, layout, splits);
  return searchOf(
    {
      card: cardOfPassages,
      start: (seed, settings) => Object.freeze({ ...pools.start(seed), ...valuesFrom(searchKnobsOnFiles, settings) }),
      problems: pools.problems,
      layout,
    },
    () => corpus,
  );
}
