// Who plays better is rated higher, and everything follows from the seed.
import { expect, test } from 'vitest';
import { builtIn } from '../../../learning/catalogue';
import { build } from '../../../learning/config/build';
import { letterTokens } from '../../../learning/language/letter-tokens.fixture';
import { scriptedSampler } from '../../../learning/rollouts/scripted-sampler.fixture';
import { type Entrant, type LeagueGame, leagueSettings, playLeague, scriptsOf } from './league';
import { ratingsOf, tableOf } from './ratings';

const config = build('tic-tac-toe', {});
const on = { config, catalogue: builtIn, tokenizer: letterTokens };
const silent: Entrant = { name: 'silent', speaks: () => 'silent' };
const entrants = [...scriptsOf(leagueSettings(on)), silent];
/** Says nothing that could be a move. */
const sampler = scriptedSampler(letterTokens, () => '');
const names = entrants.map(({ name }) => name);

test('minimax, chance and one who always gives up come out in this order, from either side, and again from the seed', async () => {
  const games = await playLeague({ ...on, sampler, entrants, games: 20, seed: 3 });
  expect(games).toHaveLength(20 * 3);
  const rated = ratingsOf(names, games, 3);
  expect(rated.map(({ name }) => name)).toEqual(['minimax', 'random', 'silent']);
  const [minimax, random, last] = rated;
  expect([minimax?.lost, minimax?.games, last?.lost]).toEqual([0, 40, 40]);
  expect((random?.won ?? 0) >= 20).toBe(true); // against the silent
  expect(rated.reduce((sum, { won, lost }) => sum + won - lost, 0)).toBe(0);
  expect((minimax?.rating ?? 0) - (minimax?.within ?? 0)).toBeGreaterThan((last?.rating ?? 0) + (last?.within ?? 0));
  expect(ratingsOf(names, await playLeague({ ...on, sampler, entrants, games: 20, seed: 3 }), 3)).toEqual(rated);
  const other = await playLeague({ ...on, sampler, entrants, games: 20, seed: 4 });
  expect(other).not.toEqual(games);
});

test('a rating grows with a win, by the same with which side it was won, and a draw draws ratings together', () => {
  const game = (sides: [number, number], worth: number): LeagueGame => ({ sides, worth });
  const of = (...games: LeagueGame[]) => new Map(ratingsOf(['a', 'b'], games, 1).map((one) => [one.name, one]));
  const won = of(game([0, 1], 1));
  expect(won.get('a')?.rating).toBeGreaterThan(25);
  expect(of(game([1, 0], 0))).toEqual(won);
  expect(won.get('a')).toMatchObject({ games: 1, won: 1, drawn: 0, lost: 0 });
  expect(of(game([0, 1], 0.5)).get('a')?.rating).toBeCloseTo(25, 6);
  const drawn = ratingsOf(['a', 'b'], [...Array(9).fill(game([0, 1], 1)), game([0, 1], 0.5)], 1);
  const clear = ratingsOf(['a', 'b'], Array(10).fill(game([0, 1], 1)), 1);
  const apart = ([one, other]: typeof drawn) => (one?.rating ?? 0) - (other?.rating ?? 0);
  expect(apart(drawn)).toBeLessThan(apart(clear));
  expect(clear[0]?.within).toBeLessThan(won.get('a')?.within ?? 0); // more games, less doubt
  expect(tableOf(clear).rows[0]?.slice(3)).toEqual([10, 10, 0, 0]);
});

test('a league needs a game in which one wins what the other loses, and as many games from each side', async () => {
  expect(() => leagueSettings({ ...on, config: build('sokoban', {}) })).toThrow('the world "sokoban" is none');
  await expect(playLeague({ ...on, sampler, entrants, games: 3, seed: 1 })).rejects.toThrow('an even number, got 3');
});
