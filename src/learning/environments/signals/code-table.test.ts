import { expect, test } from 'vitest';
import {
  agreement,
  codeTable,
  inWords,
  mutualInformation,
  spearman,
  type Telling,
  tellingsIn,
  topographicSimilarity,
} from './code-table';
import { objectOf, symbols } from './objects';

const tell = (shape: number, colour: number, ...message: number[]): Telling => ({
  object: objectOf(shape, colour),
  message,
});
/** Four objects; what is said of each. */
const four = (messages: readonly (readonly number[])[]) =>
  messages.map((message, index) => tell(Math.floor(index / 2), index % 2, ...message));

test('a code table holds the share of each message among what was said of an object', () => {
  const table = codeTable([tell(0, 0, 3), tell(0, 0, 3), tell(0, 0, 5), tell(1, 0, 5)]);
  expect(table.objects).toEqual([objectOf(0, 0), objectOf(1, 0)]);
  expect(table.messages).toEqual(['3', '5']); // equally frequent: by name
  expect(table.share_OM).toEqual([
    [2 / 3, 1 / 3],
    [0, 1],
  ]);
});

test('mutual information is 2 bits where four objects are told apart, 1 where two are, 0 where all are told alike', () => {
  expect(mutualInformation(codeTable(four([[0], [1], [2], [3]])))).toBeCloseTo(2, 12);
  expect(mutualInformation(codeTable(four([[0], [0], [7], [7]])))).toBeCloseTo(1, 12);
  expect(mutualInformation(codeTable(four([[4], [4], [4], [4]])))).toBe(0);
  // A speaker who says one of two words for one object and a third for the other: 1 bit, though it varies.
  expect(mutualInformation(codeTable([tell(0, 0, 1), tell(0, 0, 2), tell(1, 1, 3), tell(1, 1, 3)]))).toBeCloseTo(1, 12);
});

test('a code with a word for each attribute is as similar as can be, one that mixes them up is not', () => {
  const each = four([
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
  ]);
  expect(topographicSimilarity(each)).toBeCloseTo(1, 12);
  // Objects that differ in both attributes have the nearest messages.
  const mixed = four([
    [0, 2],
    [1, 3],
    [1, 2],
    [0, 3],
  ]);
  expect(topographicSimilarity(mixed)).toBeLessThan(0);
  expect(topographicSimilarity(four([[0], [1], [2], [3]]))).toBeUndefined(); // any two words differ by one edit
});

test('Spearman’s correlation counts ties at their mean rank', () => {
  expect(spearman([1, 2, 3, 4], [10, 20, 30, 40])).toBe(1);
  expect(spearman([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
  expect(spearman([1, 2, 2, 3], [1, 3, 2, 4])).toBeCloseTo(0.9486832980505138, 12); // scipy.stats.spearmanr
  expect(spearman([1, 1, 1], [1, 2, 3])).toBeUndefined();
});

test('codes agree in the share of the objects that both tell by the same word', () => {
  const code = four([[0], [1], [2], [3]]);
  expect(agreement(code, code)).toBe(1);
  expect(agreement(code, four([[0], [1], [3], [2]]))).toBe(0.5);
  expect(agreement(code, [])).toBe(0);
});

test('silence is a message among others', () => {
  const table = codeTable([tell(0, 0), tell(0, 0), tell(0, 0), tell(0, 0, 3), tell(1, 0, 5)]);
  expect(table.messages.map((message) => inWords.message(message, symbols))).toEqual(['–', 'bo', 'de']);
  expect(table.share_OM[0]).toEqual([0.75, 0.25, 0]);
  expect(mutualInformation(table)).toBeCloseTo(1, 12);
});

test('what was said is read off the records of play, every branch of it', () => {
  const branch = (moves: string) => ({ moves });
  const group = (player: string, seen: string[], ...moves: string[]) => ({ player, seen, branches: moves.map(branch) });
  const worlds = [
    {
      groups: [
        group('speaker', ['object: blue star'], ' ba', ' be ba', '', ' zi', ' what'),
        group('listener', ['heard: ba'], ' red star'),
      ],
    },
  ];
  expect(tellingsIn(worlds as never, { symbolCount: 4, length: 1 })).toEqual([
    tell(0, 1, 0),
    tell(0, 1, 1),
    tell(0, 1),
    tell(0, 1),
  ]);
});
