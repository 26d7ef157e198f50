import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patchBytes, tokensOf, writePatch } from '../../contract/patches';
import { tokenizerFrom } from './tokenizer';

const tokenizer = tokenizerFrom(
  JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);

test('a whole prompt survives the round trip, one token for each symbol and word', () => {
  const text = 'sokoban 1 start\n-#--\n-$-@\n.-*+\n----\ntool:push D 2;push L 1\nran:URDDL\nplan:';
  const ids = tokenizer.encode(text);
  expect(tokenizer.decode(ids)).toBe(text);
  expect(tokenizer.pieces(ids).slice(0, 5)).toEqual(['sokoban', ' 1', ' start', '\n', '-']);
  expect(tokenizer.encode('push D 2')).toHaveLength(3);
  expect(tokenizer.encode('UURD')).toHaveLength(4);
});

test('the end token is left out of decoded text and shown in pieces', () => {
  const ids = [...tokenizer.encode('UD'), tokenizer.endToken];
  expect(tokenizer.decode(ids)).toBe('UD');
  expect(tokenizer.pieces(ids)).toEqual(['U', 'D', '<end>']);
});

test('unknown characters become the unknown token and never throw', () => {
  expect(tokenizer.encode('é')).toHaveLength(1);
});

test('a tokenizer without an end token is refused by name', () => {
  expect(() =>
    tokenizerFrom(JSON.parse(readFileSync(new URL('../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')), {
      endToken: '<stop>',
    }),
  ).toThrow('<stop>');
});

test('a picture among words is one token a patch, and survives the round trip', () => {
  const pixels = Uint8Array.from({ length: patchBytes }, (_, at) => 5 * at);
  const [one, other] = [writePatch({ row: 0, column: 1, pixels }), writePatch({ row: 15, column: 0, pixels })];
  const text = `map 1 start\n${one}${other}\nplan:`;
  const ids = tokenizer.encode(text);
  expect(tokenizer.decode(ids)).toBe(text);
  expect(tokensOf(ids)).toBe(tokenizer.encode('map 1 start\n').length + 2 + tokenizer.encode('\nplan:').length);
});
