import { expect, test } from 'vitest';
import type { BranchRecord, GroupRecord, WorldRecord } from '../../../learning/rollouts/transcript';
import { answerInWords, changeInWords, comparedAnswers, isAsRecorded, weightsInWords } from './what-if-reading';

type Said = readonly [turn: number, role: string, text: string];

/** A game whose board shows all that was said. */
function gameOf(said: readonly Said[], end: WorldRecord['end'] = 'out-of-turns'): WorldRecord {
  const groups = said.map(([turn, role, text], index): GroupRecord => {
    const after = said.slice(0, index + 1).map(([, , one]) => one);
    const branch = { text, after, frames: [], terms: {}, why: '' } as Partial<BranchRecord> as BranchRecord;
    const rest = { policy: role, prompt: '', promptTokens: 0, before: [], trunk: 0, meanReward: 0, deviation: 0 };
    return { ...rest, turn, role, branches: [branch] };
  });
  const turns = said.at(-1)?.[0] ?? 0;
  return { environment: 'sokoban', seed: 1, start: [], groups, solved: end === 'solved', turns, end };
}

const asItWas = gameOf([
  [1, 'tool', 'a'],
  [1, 'plan', 'b'],
  [2, 'tool', 'c'],
  [2, 'plan', 'd'],
]);
const from = { turn: 1, role: 'plan', by: { kind: 'silence' } } as const;
const marksOf = (instead: WorldRecord) => comparedAnswers(from, { asItWas, instead }).map(({ mark }) => mark);
const wordsFor = (instead: WorldRecord) => {
  const games = { asItWas, instead, weightsOf: 0 };
  return changeInWords(comparedAnswers(from, games), games);
};

test('the same game again: nothing is marked, and nothing changed', () => {
  expect(marksOf(asItWas)).toEqual(['same', 'same', 'same']);
  expect(wordsFor(asItWas)).toMatch(/^Nothing changed/);
  expect(isAsRecorded(asItWas, asItWas)).toBe(true);
});

test('another answer: it is marked as replaced, and as changed what differs after it in words or on the board', () => {
  const instead = gameOf(
    [
      [1, 'tool', 'a'],
      [1, 'plan', ''],
      [2, 'tool', 'x'],
      [2, 'plan', 'd'],
    ],
    'solved',
  );
  expect(marksOf(instead)).toEqual(['replaced', 'changed', 'changed']);
  expect(wordsFor(instead)).toMatch(/^2 of 2 answers .* so did the end/);
  expect(isAsRecorded(asItWas, instead)).toBe(false);
});

test('a game that ends sooner, or goes on for longer, has answers that the other lacks', () => {
  const short = gameOf(
    [
      [1, 'tool', 'a'],
      [1, 'plan', 'e'],
    ],
    'solved',
  );
  const compared = comparedAnswers(from, { asItWas, instead: short });
  expect(compared.map(({ mark, instead }) => [mark, instead?.answer.text])).toEqual([
    ['replaced', 'e'],
    ['changed', undefined],
    ['changed', undefined],
  ]);
  const longer = comparedAnswers(from, { asItWas: short, instead: asItWas });
  expect(longer.map(({ turn, role, asItWas: was }) => [turn, role, was?.answer.text])).toEqual([
    [1, 'plan', 'e'],
    [2, 'tool', undefined],
    [2, 'plan', undefined],
  ]);
  expect(isAsRecorded(asItWas, short)).toBe(false);
});

test('it is said which weights played, and whether they are those of the time', () => {
  expect(weightsInWords({ step: 1 }, 0, true)).toContain('the run began with, as step 1 was');
  expect(weightsInWords({ step: 7 }, 6, false)).toContain('This GPU plays it otherwise than recorded');
  const near = weightsInWords({ step: 7 }, 10, true);
  expect(near).toContain('the weights after step 10: step 7 was played with the weights after step 6');
  expect(near).toContain('as recorded');
  expect(weightsInWords({ step: 7 }, 10, false)).toContain('otherwise than recorded even with nothing replaced');
});

test('an answer in a line: shortened, its line ends shown, and silence said', () => {
  expect(answerInWords('  \n')).toBe('nothing');
  expect(answerInWords('up\ndown')).toBe('“up↵down”');
  expect(answerInWords('U'.repeat(99)).length).toBeLessThan(40);
});
