import { expect, test } from 'vitest';
import { cooperationIn, isGame, pairingsIn } from './step-games';

const group = (player: string, policy: string, team: number, legal = 1, turn = 1, moves = 'U') => ({
  ...{ player, policy, turn, trunk: 0 },
  branches: [{ moves, terms: { team, legal } }],
});
const world = (groups: ReturnType<typeof group>[], more: object = {}) => ({
  ...{ environment: 'tic-tac-toe', groups, solved: true, end: 'solved' },
  ...more,
});

test('games are counted for the first side, by who played which', () => {
  const first = group('cross', 'shared', 0.5);
  const pairings = pairingsIn([
    world([first, group('nought', 'shared', 0)]), // the second loses by its own move
    world([first, group('nought', 'shared', 1)]),
    world([first, group('nought', 'shared', 0.5)]),
    world([group('cross', 'shared', 0, 0)], { solved: false, end: 'lost' }), // gave up
    world([first, group('nought', 'script:minimax', 1)], { solved: false, end: 'lost' }), // lost an evaluation
  ] as never);
  expect(pairings).toEqual([
    { policies: ['shared', 'shared'], n: 3, won: 1, drawn: 1, lost: 1, unfinished: 0 },
    { policies: ['shared', '–'], n: 1, won: 0, drawn: 0, lost: 0, unfinished: 1 },
    { policies: ['shared', 'script:minimax'], n: 1, won: 0, drawn: 0, lost: 1, unfinished: 0 },
  ]);
});

test('cooperation is told round by round, of the prisoner’s dilemma alone', () => {
  const dilemma = { environment: 'prisoners-dilemma' };
  const rounds = [group('row', 'shared', 0, 1, 1, 'U'), group('column', 'shared', 0, 1, 1, 'D')];
  const later = [group('row', 'shared', 0, 1, 2, 'D'), group('column', 'shared', 0, 1, 2, '')];
  expect(cooperationIn([world([...rounds, ...later], dilemma)] as never)).toEqual([0.5, 0]);
  expect(cooperationIn([world(rounds)] as never)).toEqual([]);
  expect([isGame('kuhn-poker'), isGame('signals')]).toEqual([true, false]);
});
