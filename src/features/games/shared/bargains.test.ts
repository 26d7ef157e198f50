import { expect, test } from 'vitest';
import { bargaining } from '../../../learning/environments/games/bargaining/bargaining';
import { bestJoint } from '../../../learning/environments/games/bargaining/deals';
import { bargainsIn } from './bargains';

const said = (player: string, moves: string) => ({ player, trunk: 0, branches: [{ moves }] });
const game = (seed: number, ...groups: ReturnType<typeof said>[]) => ({ environment: 'bargaining', seed, groups });

test('deals are read off the records and set beside what could be had', () => {
  const { position } = bargaining.start(0, {}); // a hat and two balls
  expect(position.counts).toEqual([1, 2]);
  const [[hat = 0], [, ball = 0]] = position.values;
  const games = [
    game(0, said('first', '4'), said('second', '1')), // First keeps the hat, Second agrees
    game(0, said('first', '4'), said('second', '')), // gives up
    game(0, said('first', '4'), said('second', '6'), said('first', '6'), said('second', '0')), // walks away
    game(0, said('first', '4')), // not over
    { ...game(0), environment: 'kuhn-poker' },
  ];
  const figures = bargainsIn(games as never, {});
  expect(figures).toMatchObject({ games: 4, agreed: 0.25, had: [hat / 4, (2 * ball) / 4] });
  expect(figures?.ofBest).toBeCloseTo((hat + 2 * ball) / bestJoint(position) / 4, 12);
  expect(figures?.rational[0]).toBe(10);
  expect(bargainsIn(games.slice(4) as never, {})).toBeUndefined();
});
