import { expect, test } from 'vitest';
import { continued } from './initial-weights';

const tensor = (name: string, shape: number[], value: number) => ({
  name,
  shape,
  data: new Float32Array(shape.reduce((product, side) => product * side, 1)).fill(value),
});
const drawn = [tensor('model.embed_tokens.weight', [3, 2], 1), tensor('model.norm.weight', [2], 1)];

test('weights to start from keep their rows when the tokenizer has got more tokens', () => {
  const [embedding, norm] = continued(drawn, [
    tensor('model.norm.weight', [2], 7),
    tensor('model.embed_tokens.weight', [2, 2], 7),
  ]);
  expect(embedding?.shape).toEqual([3, 2]);
  expect([...(embedding?.data ?? [])]).toEqual([7, 7, 7, 7, 1, 1]);
  expect([...(norm?.data ?? [])]).toEqual([7, 7]);
});

test('weights of another model are refused by name', () => {
  expect(() => continued(drawn, [drawn[0]!])).toThrow('have no "model.norm.weight"');
  expect(() => continued(drawn, [drawn[0]!, tensor('model.norm.weight', [1], 1)])).toThrow(
    '"model.norm.weight" is [1] in the weights to start from, expected [2]',
  );
  expect(() => continued(drawn, [tensor('model.embed_tokens.weight', [4, 2], 1), drawn[1]!])).toThrow('is [4, 2]');
});

test('a wider MLP begins as the one it was: its new outputs are not yet read', () => {
  const wide = [tensor('layers.0.mlp.up_proj.weight', [3, 2], 1), tensor('layers.0.mlp.down_proj.weight', [2, 3], 1)];
  const [up, down] = continued(wide, [
    tensor('layers.0.mlp.up_proj.weight', [2, 2], 7),
    tensor('layers.0.mlp.down_proj.weight', [2, 2], 7),
  ]);
  expect([...(up?.data ?? [])]).toEqual([7, 7, 7, 7, 1, 1]);
  expect([...(down?.data ?? [])]).toEqual([7, 7, 0, 7, 7, 0]);
});
