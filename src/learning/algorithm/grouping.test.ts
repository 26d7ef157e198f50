import { expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { groupSamples } from './grouping';
import { pickTrunk } from './pick-rule';

const sample = (world: number, role: string, turn: number, prompt_P: number[]) => ({ world, role, turn, prompt_P });

test('G1 samples share a group only if world, role, turn and prompt tokens are the same', () => {
  const twice = [
    sample(0, 'tool', 1, [1, 2]),
    sample(1, 'tool', 1, [1, 2]),
    sample(0, 'plan', 1, [1, 2]),
    sample(0, 'tool', 2, [1, 2]),
    sample(0, 'tool', 1, [1, 2, 3]),
  ];
  expect(groupSamples([...twice, ...twice]).map((group) => group.length)).toEqual([2, 2, 2, 2, 2]);
});

test('G1 a group of one is refused with what to do', () => {
  expect(() => groupSamples([sample(0, 'tool', 1, [1])])).toThrow('a group needs at least 2 samples, got 1: raise "branches"');
});

test('the trunk is the highest reward, ties the lowest index; other rules can be asked for', () => {
  const rng = rngFrom('test');
  expect(pickTrunk('best', [0.2, 0.9, 0.9], rng)).toBe(1);
  expect(pickTrunk('first', [0.2, 0.9], rng)).toBe(0);
  expect(new Set(Array.from({ length: 50 }, () => pickTrunk('random', [1, 2, 3], rng))).size).toBe(3);
});
