import fc from 'fast-check';
import { expect, it } from 'vitest';
import { patchTensor } from '../contract/patches';
import { mergedWeights } from './merged-weights';

const name = 'model.layers.0.self_attn.q_proj.weight';
const at = 'base_model.model.model.layers.0.self_attn.q_proj';
const tensor = (of: string, shape: readonly number[], numbers: readonly number[]) => ({
  name: of,
  shape,
  data: Float32Array.from(numbers),
});
const adapter = (tensors: ReturnType<typeof tensor>[]) => ({ kind: 'adapter' as const, tensors });

it('computes what the base and the adapter compute together', () => {
  const number = fc.integer({ min: -8, max: 8 });
  const sizes = fc.record({
    rows: fc.integer({ min: 1, max: 5 }),
    columns: fc.integer({ min: 1, max: 5 }),
    rank: fc.integer({ min: 1, max: 3 }),
  });
  const property = fc.property(
    sizes.chain(({ rows, columns, rank }) =>
      fc.record({
        rows: fc.constant(rows),
        columns: fc.constant(columns),
        rank: fc.constant(rank),
        w: fc.array(number, { minLength: rows * columns, maxLength: rows * columns }),
        a: fc.array(number, { minLength: rank * columns, maxLength: rank * columns }),
        b: fc.array(number, { minLength: rows * rank, maxLength: rows * rank }),
        x: fc.array(number, { minLength: columns, maxLength: columns }),
      }),
    ),
    ({ rows, columns, rank, w, a, b, x }) => {
      const [merged] = mergedWeights(
        [tensor(name, [rows, columns], w)],
        adapter([tensor(`${at}.lora_A.weight`, [rank, columns], a), tensor(`${at}.lora_B.weight`, [rows, rank], b)]),
        { rank, alpha: 2 * rank },
      );
      const times = (m: readonly number[], v: readonly number[]) =>
        Array.from({ length: m.length / v.length }, (_, row) =>
          v.reduce((sum, value, i) => sum + value * m[row * v.length + i]!, 0),
        );
      const apart = times(b, times(a, x)).map((low, row) => times(w, x)[row]! + 2 * low);
      expect(times([...merged!.data], x)).toEqual(apart);
    },
  );
  fc.assert(property);
});

it('leaves what no adapter is on as it is, and the base unchanged', () => {
  const base = [tensor(name, [1, 2], [1, 2]), tensor('model.norm.weight', [2], [3, 4])];
  const merged = mergedWeights(
    base,
    adapter([tensor(`${at}.lora_A.weight`, [1, 2], [1, 1]), tensor(`${at}.lora_B.weight`, [1, 1], [1])]),
    { rank: 1, alpha: 1 },
  );
  expect(merged.map(({ data }) => [...data])).toEqual([
    [2, 3],
    [3, 4],
  ]);
  expect(merged[1]).toBe(base[1]);
  expect([...base[0]!.data]).toEqual([1, 2]);
});

it('puts weights of its own in the place of the base’s', () => {
  const base = [tensor(name, [1, 2], [1, 2])];
  const [merged] = mergedWeights(
    base,
    { kind: 'all-weights', tensors: [tensor(name, [1, 2], [5, 6])] },
    { rank: 4, alpha: 8 },
  );
  expect([...merged!.data]).toEqual([5, 6]);
});

it('refuses an adapter of another model, or half of one', () => {
  const base = [tensor(name, [1, 2], [1, 2])];
  const scale = { rank: 1, alpha: 1 };
  const a = tensor(`${at}.lora_A.weight`, [1, 2], [1, 1]);
  expect(() => mergedWeights(base, adapter([a]), scale)).toThrow('one half of an adapter');
  const wide = tensor(`${at}.lora_B.weight`, [3, 1], [1, 1, 1]);
  expect(() => mergedWeights(base, adapter([a, wide]), scale)).toThrow(/of shape \[1,2\] takes an adapter/);
  const elsewhere = a.name.replace('layers.0', 'layers.7');
  const both = [{ ...a, name: elsewhere }, tensor(elsewhere.replace('_A', '_B'), [1, 1], [1])];
  expect(() => mergedWeights(base, adapter(both), scale)).toThrow('no place for');
});

it('leaves a patch encoder out: a model has no place for it', () => {
  const base = [tensor(name, [1, 2], [1, 2])];
  const eye = tensor(patchTensor, [1, 1], [3]);
  expect(mergedWeights(base, adapter([eye]), { rank: 1, alpha: 1 })).toEqual(base);
});
