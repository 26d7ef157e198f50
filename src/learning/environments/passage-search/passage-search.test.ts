import { describe, expect, it, test } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { seenIn } from '../../agents/teams/players';
import { worldOf } from '../players';
import { worldSeed } from '../splits';
import { corpusNamed, corpusOn } from './corpus';
import { sameAnswer } from './exact-match';
import type { Passage } from './facts';
import { mayAnswer, missing, type SearchState } from './game';
import { passageSearch } from './passage-search';

const inEnglish = { facts: 'english', passages: 2000, searches: 2, length: 16, shown: 3 };
const start = (index: number, settings = {}) => passageSearch.start(worldSeed('train', index), settings) as SearchState;
const ask = (state: SearchState, query: string, budget = 12) =>
  passageSearch.act(state, { player: 'searcher', query: query.split(' ') }, budget);

describe('a corpus', () => {
  it.each([
    ['words', 256, 256],
    ['pairs', 64, 64],
    ['english', 5000, 4900],
  ] as const)('in %s has about as many passages as asked for, the same every time', (facts, passages, atLeast) => {
    const corpus = corpusNamed({ facts, passages });
    expect(corpus.passages.length).toBeGreaterThanOrEqual(atLeast);
    expect(corpus.passages.length).toBeLessThanOrEqual(passages * 1.02);
    const titled = corpus.passages.map(({ title, text }) => `${title} ${text}`);
    expect(new Set(titled).size).toBe(titled.length);
    expect(corpusNamed({ facts, passages }).passages[7]).toEqual(corpus.passages[7]);
  });

  it('asks what its passages answer, by one hop and by two', () => {
    for (const facts of ['words', 'pairs', 'english'] as const) {
      const { draw, passages, answers } = corpusNamed({ facts, passages: 800 });
      const rng = rngFrom('draws');
      for (let count = 0; count < 200; count++)
        for (const hops of [1, 2]) {
          const { question, answer, needed } = draw(rng, hops);
          expect(needed).toHaveLength(hops);
          const [first, last] = [needed[0], needed.at(-1)].map((place) => passages[place as number] as Passage);
          expect(question).toContain(first?.title);
          expect(last?.text).toContain(answer);
          expect(answers).toContain(answer);
          if (hops === 2) expect(first?.text).toContain(last?.title);
        }
    }
  });

  it('is searched by BM25: rare words count more, and a title’s words most', () => {
    const facts = {
      passages: [
        { title: 'Ada', text: 'lives in Brevik' },
        { title: 'Brevik', text: 'lies in the north' },
        { title: 'Cato', text: 'lives in Dunmere' },
      ],
      draw: () => ({ question: '', answer: '', needed: [] }),
      answers: [],
    };
    const { search } = corpusOn(facts);
    expect(search('Brevik')).toEqual([1, 0]);
    expect(search('Ada lives')[0]).toBe(0);
    expect(search('nowhere')).toEqual([]);
  });
});

test('two queries bring what a question of two hops needs, the second made of what the first brought', () => {
  for (let index = 0; index < 30; index++) {
    const asked = start(index);
    const [colour, shape, link, wanted] = asked.question.split(' ');
    const first = ask(asked, [colour, shape, link].join(' '));
    expect(first.terms, first.why).toMatchObject({ legal: 1, progress: 1, team: 0 });
    expect(missing(first.state)).toHaveLength(1);
    const text = first.state.searched[0]?.found[0]?.text ?? '';
    const second = ask(first.state, `${wanted} ${text.split(' ').slice(1).join(' ')}`);
    expect(second.why).toContain('2 of 2 needed passages found');
    expect(mayAnswer(second.state)).toBe(true);
    const told = worldOf(passageSearch, 'answerer').picture(second.state);
    expect(told.at(-1)).toMatch(new RegExp(` ${asked.answer}$`));
    const answer = told.at(-1)?.split(' ').at(-1) ?? '';
    expect(passageSearch.act(second.state, { player: 'answerer', answer }, 1)).toMatchObject({
      solved: true,
      done: true,
    });
  }
});

test('nothing of the question reaches the answerer, unless it is told', () => {
  for (const told of [false, true]) {
    const { state } = ask(start(3, { searches: 2, told }), 'red');
    const seen = seenIn({ environment: worldOf(passageSearch, 'answerer'), state });
    expect(seen.includes(state.question)).toBe(told);
  }
});

test('a query is as long as allowed, one that says a word twice is worth less, and an answer waits for the last', () => {
  const asked = start(5);
  expect(ask(asked, 'red red red').terms.legal).toBe(1 / 3);
  expect(ask(asked, 'red blue star moon need')).toMatchObject({ excess: 2 });
  expect(ask(asked, 'red blue star', 2)).toMatchObject({ excess: 1 });
  expect(ask(asked, 'red').terms.progress).toBeLessThan(0.6);
  const early = passageSearch.act(asked, { player: 'answerer', answer: asked.answer }, 1);
  expect(early).toMatchObject({ state: asked, solved: false, done: false });
  const roles = ['searcher', 'answerer'].map((id) => worldOf(passageSearch, id).players?.[id]?.waits?.(asked));
  expect(roles).toEqual([false, true]);
});

test('in English a question’s own words find what it is about', () => {
  let found = 0;
  for (let index = 0; index < 40; index++) {
    const asked = start(index, inEnglish);
    if (missing(ask(asked, asked.question, 30).state).length < 2) found++;
  }
  expect(found).toBeGreaterThan(30);
});

test('queries and answers are read in words, and on lines that say what they are', () => {
  const read = (player: string, text: string) => worldOf(passageSearch, player).wording.read(text);
  expect(read('searcher', ' blue moon need')).toEqual({ player: 'searcher', query: ['blue', 'moon', 'need'] });
  expect(read('searcher', 'I look for her.\nSearch: Mara  Tolin')).toMatchObject({ query: ['Mara', 'Tolin'] });
  expect(read('answerer', '7')).toEqual({ player: 'answerer', answer: '7' });
  expect(read('answerer', 'answer: Corava Vale')).toEqual({ player: 'answerer', answer: 'Corava Vale' });
  expect(read('answerer', 'It is Corava.')).toBeUndefined();
});

test('answers are the same but for case, punctuation and articles', () => {
  expect(sameAnswer('The Corava Vale.', 'corava vale')).toBe(true);
  expect(sameAnswer('7', ' 7 ')).toBe(true);
  expect(sameAnswer('17', '7')).toBe(false);
});
