import { expect, test } from 'vitest';
import { all, byKind, exactly, listOf, oneOf, type Shape, suchThat, text } from './shape';

const shape = exactly(
  {
    name: text(5, { trimmed: true }),
    kind: oneOf(['a', 'b']),
    sizes: listOf(
      suchThat((size) => Number(size) > 0, 'is to be above 0'),
      { least: [1, 'has no size'], most: [2, 'has more than two sizes'] },
    ),
    note: text(3),
  },
  ['note'],
);
const said = (given: unknown, of: Shape = shape) => of(given).map(({ path, what }) => `${path.join('.')}: ${what}`);
const sound = { name: 'abc', kind: 'a', sizes: [1] };

test('what has the shape has no fault', () => {
  expect(said(sound)).toEqual([]);
  expect(said({ ...sound, note: 'x', name: '  abc  ' })).toEqual([]);
});

test('every fault is said, with its place', () => {
  expect(said({ name: ' ', kind: 'c', sizes: [0, 1, -1], note: '', more: 1, most: 2 })).toEqual([
    'name: is empty',
    'kind: is "c", and is to be one of "a", "b"',
    'sizes.0: is to be above 0',
    'sizes.2: is to be above 0',
    'sizes: has more than two sizes',
    'note: is empty',
    ': there is no field "more", "most": take it out',
  ]);
  expect(said({ ...sound, name: 'abcdef', sizes: [] })).toEqual([
    'name: has 6 characters, and may have 5',
    'sizes: has no size',
  ]);
});

test('what is missing or of another kind is said', () => {
  expect(said({})).toEqual([
    'name: is nothing, and is to be text',
    'kind: is nothing, and is to be one of "a", "b"',
    'sizes: is nothing, and is to be a list',
  ]);
  for (const [given, kind] of [
    [undefined, 'nothing'],
    [null, 'null'],
    [[], 'a list'],
    [7, 'a number'],
  ] as const)
    expect(said(given)).toEqual([`: is ${kind}, and is to be an object`]);
});

test('a member that every object has is no known one', () => {
  expect(said({ ...sound, toString: 1 })).toEqual([': there is no field "toString": take it out']);
});

test('several shapes at once have the faults of each', () => {
  const both = all(
    text(3),
    suchThat((given) => /^[a-z]+$/.test(String(given)), 'is made of letters'),
  );
  expect(said('1234', both)).toEqual([': has 4 characters, and may have 3', ': is made of letters']);
});

test('an object’s kind names its shape', () => {
  const shape = byKind({ word: exactly({ kind: oneOf(['word']), text: text(3) }) });
  expect(said({ kind: 'word', text: 'abc' }, shape)).toEqual([]);
  expect(said({ kind: 'word', text: '' }, shape)).toEqual(['text: is empty']);
  expect(said({ kind: 'mood' }, shape)).toEqual(['kind: is "mood", and is to be one of "word"']);
  expect(said('word', shape)).toEqual([': is a string, and is to be an object with a "kind"']);
});
