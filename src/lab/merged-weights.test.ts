import { describe, expect, it } from 'vitest';
import { mergedWeights } from './merged-weights';

const name = 'model.layers.0.mlp.up_proj.weight';
const base = [
  { name, shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) },
  { name: 'model.norm.weight', shape: [3], data: Float32Array.of(1, 1, 1) },
];
const a = { name: 'layers.0.mlp.up_proj.lora_A.weight', shape: [1, 3], data: Float32Array.of(1, 0, -1) };
const b = { name: 'layers.0.mlp.up_proj.lora_B.weight', shape: [2, 1], data: Float32Array.of(10, 100) };

describe('a policy merged into its base', () => {
  it('is W + α/r · B·A where it has an adapter, and W elsewhere', () => {
    const [up, norm] = mergedWeights(base, [b, a], { rank: 1, alpha: 2 });
    expect([...up!.data]).toEqual([21, 2, -17, 204, 5, -194]);
    expect(norm).toBe(base[1]);
    expect([...base[0]!.data]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('has the weights of a policy that has its own', () => {
    const own = { ...base[1]!, data: Float32Array.of(2, 2, 2) };
    expect(mergedWeights(base, [own], { rank: 1, alpha: 1 })).toEqual([base[0], own]);
  });

  it('is refused where the two do not belong together', () => {
    const merged = (policy: typeof base) => () => mergedWeights(base, policy, { rank: 1, alpha: 2 });
    expect(merged([a])).toThrow('lacks its B');
    expect(merged([a, { ...b, shape: [1, 2] }])).toThrow('its adapter is [1,3] and [2,1], got [1,3] and [1,2]');
    expect(merged([{ ...a, name: 'layers.3.mlp.up_proj.lora_A.weight' }])).toThrow(
      'the base model has no "model.layers.3.mlp.up_proj.weight"',
    );
  });
});
