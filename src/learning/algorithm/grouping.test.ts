import { expect, test } from 'vitest';
import { groupGames, groupSamples } from './grouping';

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

test('F1 in a graph, only if node and visit are the same too', () => {
  const here = sample(0, 'solver', 1, [1, 2]);
  const once = [here, { ...here, visit: 2 }, { ...here, node: 'second' }, { ...here, node: 'second', visit: 2 }];
  expect(groupSamples([...once, ...once]).map((group) => group.length)).toEqual([2, 2, 2, 2]);
  expect(groupSamples([here, { ...here, node: 'solver', visit: 1 }])).toHaveLength(1);
});

test('G1 a group of one is refused with what to do', () => {
  expect(() => groupSamples([sample(0, 'tool', 1, [1])])).toThrow(
    'a group needs at least 2 samples, got 1: raise "branches"',
  );
});

test('without a tree whole games are compared: those of one world, or all of the step', () => {
  const games = ['7', '7', '9', '9'].map((world, index) => ({ world, index }));
  expect(groupGames('world', games).map((group) => group.map(({ index }) => index))).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(groupGames('batch', games)).toEqual([games]);
  expect(() => groupGames('world', games.slice(1))).toThrow(
    'a group needs at least 2 samples, got 1: raise "branches"',
  );
});
