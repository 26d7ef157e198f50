import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provideFeatures } from '../features';
import { formatRoute, parseRoute, type Route, unknownScreen } from './route';

beforeAll(() => {
  const load = async () => ({ default: () => null });
  provideFeatures([{ name: 'one', feature: { screens: [{ name: 'one', title: 'One', load }] } }]);
});
afterAll(() => provideFeatures([]));

describe('an address', () => {
  test.each<[string, Route]>([
    ['#/lab', { screen: 'lab' }],
    ['#/lab/run-1', { screen: 'lab', runId: 'run-1' }],
    ['#/rollouts', { screen: 'rollouts' }],
    ['#/rollouts/run-1/12', { screen: 'rollouts', runId: 'run-1', step: 12 }],
    ['#/rollouts/run-1/12/0/3/7', { screen: 'rollouts', runId: 'run-1', step: 12, world: 0, group: 3, branch: 7 }],
    ['#/play', { screen: 'play' }],
    ['#/play/sokoban/5', { screen: 'play', preset: 'sokoban', seed: 5 }],
    [
      '#/play/sokoban/5/https%3A%2F%2Fa.b%2Fteam.zip',
      { screen: 'play', preset: 'sokoban', seed: 5, team: 'https://a.b/team.zip' },
    ],
    ['#/play/maths%2Fgsm8k/2', { screen: 'play', preset: 'maths/gsm8k', seed: 2 }],
    ['#/runs', { screen: 'runs' }],
    ['#/one', { screen: 'feature', name: 'one' }],
    ['#/one/a%20b', { screen: 'feature', name: 'one', id: 'a b' }],
  ])('%s leads to its route and back', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
    expect(formatRoute(route)).toBe(hash);
  });

  test.each(['', '#', '#/', '#/nowhere', '#x'])('%j leads to the Lab', (hash) => {
    expect(parseRoute(hash)).toEqual({ screen: 'lab' });
  });

  test('of any route leads back to it', () => {
    const words = fc.string({ minLength: 1, unit: 'grapheme' });
    const number = fc.integer({ min: 0, max: 999_999_999 });
    /** As many of these as a number says, from the first on. */
    const deep = (parts: Record<string, fc.Arbitrary<unknown>>) =>
      fc
        .tuple(fc.record(parts), fc.nat(Object.keys(parts).length))
        .map(([whole, depth]) => Object.fromEntries(Object.entries(whole).slice(0, depth)));
    const route = fc.oneof(
      fc.record({ screen: fc.constant('runs') }),
      fc.option(words, { nil: undefined }).map((runId) => ({ screen: 'lab', runId })),
      deep({ runId: words, step: number, world: number, group: number, branch: number }).map((path) => ({
        screen: 'rollouts',
        ...path,
      })),
      deep({ preset: words, seed: number, team: words }).map((room) => ({ screen: 'play', ...room })),
      fc.option(words, { nil: undefined }).map((id) => ({ screen: 'feature', name: 'one', id })),
    ) as fc.Arbitrary<Route>;
    fc.assert(
      fc.property(route, (given) => {
        expect(parseRoute(formatRoute(given))).toEqual(given);
      }),
    );
  });

  test('names no branch without its group', () => {
    expect(parseRoute('#/rollouts/a/1/x/2/3')).toEqual({ screen: 'rollouts', runId: 'a', step: 1 });
    expect(parseRoute('#/rollouts/a/-1')).toEqual({ screen: 'rollouts', runId: 'a' });
    expect(formatRoute({ screen: 'rollouts', runId: 'a', world: 1 })).toBe('#/rollouts/a');
  });

  test('carries any run id', () => {
    const route: Route = { screen: 'rollouts', runId: 'a/b %ü', step: 2 };
    expect(parseRoute(formatRoute(route))).toEqual(route);
    expect(parseRoute('#/lab/100%')).toEqual({ screen: 'lab', runId: '100%' });
  });
});

test('the Lab’s address can say a setup', () => {
  const hash = '#/lab?preset=signals&seed=3&policy=plan=tool&model=a/b';
  const route: Route = { screen: 'lab', setup: 'preset=signals&seed=3&policy=plan=tool&model=a/b' };
  expect(parseRoute(hash)).toEqual(route);
  expect(formatRoute(route)).toBe(hash);
  expect(parseRoute('#/lab?')).toEqual({ screen: 'lab' });
  expect(parseRoute('#/play?x')).toEqual({ screen: 'play' });
  expect(parseRoute('#/lab/run-1?preset=quick')).toEqual({ screen: 'lab', runId: 'run-1' });
});

test('an address that leads to no screen is told from those that do', () => {
  expect(unknownScreen('#/nonsense/1')).toBe('nonsense');
  for (const hash of ['', '#/', '#/lab/run-1', '#/rollouts', '#/play/sokoban/3', '#/runs', '#/lab?preset=quick'])
    expect(unknownScreen(hash), hash).toBeUndefined();
});
