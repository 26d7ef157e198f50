import { expect, test } from 'vitest';
import { packFlags } from '../../../basics/flags';
import { wilson } from '../../../basics/statistics';
import { build } from '../../../learning/config/build';
import { worldSeed } from '../../../learning/environments/splits';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import type { RunView } from '../../../page/stores/run-view';
import { playAddress } from './compare-problems';
import { onlyOneOf } from './only-one';

function solving(text: string, problems = 'the same'): Evaluation {
  const flags = [...text].map((letter) => letter === 'x');
  const solved = flags.filter(Boolean).length;
  return { ...wilson(solved, flags.length), solved, turnsMean: 1, solvedEach: { problems, solved: packFlags(flags) } };
}

test('problems are told apart by who solved them', () => {
  expect(onlyOneOf(solving('xx..x.'), solving('x.x..x'))).toEqual({
    first: [1, 4],
    second: [2, 5],
    both: 1,
    neither: 1,
  });
});

test('other problems, fewer of them, or a record that does not say which: nothing is compared', () => {
  const { solvedEach: _, ...silent } = solving('xx..');
  expect(onlyOneOf(solving('xx..'), solving('xx..', 'others'))).toBeUndefined();
  expect(onlyOneOf(solving('xx..'), solving('xx.'))).toBeUndefined();
  expect(onlyOneOf(solving('xx..'), silent)).toBeUndefined();
  expect(onlyOneOf(undefined, silent)).toBeUndefined();
});

test('a test problem is a link to Play with the run’s team; what Play would draw otherwise is none', () => {
  const view = (config: RunView['config']): RunView => ({
    id: 'run-1',
    name: 'one',
    config,
    status: 'finished',
    step: 4,
    reports: [],
    recorded: false,
  });
  const asked = { environment: 'sokoban', seed: worldSeed('test', 16) };
  const usual = build('sokoban');
  expect(playAddress(view(usual), asked)).toBe('#/play/sokoban/17/run%3Arun-1');
  const larger = build('sokoban', { worlds: [{ environment: 'sokoban', environmentSettings: { size: 9 } }] });
  expect(playAddress(view(larger), asked)).toBeUndefined();
  expect(playAddress(view(usual), { ...asked, seed: worldSeed('validation', 16) })).toBeUndefined();
  expect(playAddress(view(usual), { ...asked, environment: 'sudoku' })).toBeUndefined();
});
