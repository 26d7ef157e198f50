import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../../basics/knobs';
import { environmentById } from '../../../learning/environments';
import { worldSeed } from '../../../learning/environments/splits';
import { afterWish, type Direction, handWishOf, newGame, present, standing, swipeDirection } from './hand-play';
import { worldChoices } from './rooms';

/** The worlds that are offered; all of them are walked in. */
const environments = [...new Set(worldChoices.map(({ config }) => config.environment))].map(environmentById);

describe.each(environments.map((environment) => [environment.card.id, environment] as const))(
  'a room of %s played by hand',
  (_, environment) => {
    const start = environment.start(worldSeed('test', 3), defaultsOf(environment.card.knobs));
    const solution = environment.wording.write(environment.solve(start)) as string;
    const fresh = newGame(environment, start);
    const solvedGame = [...solution].reduce(
      (game, letter) => afterWish(game, { kind: 'move', direction: letter as Direction }),
      fresh,
    );

    it('is solved by the solver’s moves, one key each, and then rests', () => {
      expect(environment.solved(present(solvedGame))).toBe(true);
      expect(solvedGame.moves).toBe(solution);
      expect(standing(solvedGame, solution.length)).toContain('like the solver');
      expect(afterWish(solvedGame, { kind: 'move', direction: 'U' })).toBe(solvedGame);
    });

    it('takes moves back one by one, and all at once', () => {
      expect(afterWish(solvedGame, { kind: 'undo' }).moves).toBe(solution.slice(0, -1));
      const back = [...solution].reduce((game) => afterWish(game, { kind: 'undo' }), solvedGame);
      expect(present(back)).toBe(start);
      expect(afterWish(back, { kind: 'undo' })).toBe(back);
      expect(present(afterWish(solvedGame, { kind: 'restart' }))).toBe(start);
    });

    it('does not count a bump', () => {
      const legal = new Set(environment.legal(start).map((action) => environment.wording.write(action)));
      const bump = (['U', 'D', 'L', 'R'] as const).find((direction) => !legal.has(direction));
      if (bump) expect(afterWish(fresh, { kind: 'move', direction: bump })).toBe(fresh);
    });
  },
);

describe('handWishOf', () => {
  it('reads arrows, WASD in either case, and the letters of the buttons', () => {
    expect(['ArrowUp', 'A', 's', 'ArrowRight'].map((key) => handWishOf({ key }))).toEqual(
      (['U', 'L', 'D', 'R'] as const).map((direction) => ({ kind: 'move', direction })),
    );
    expect(['u', 'Backspace', 'r', 'n'].map((key) => handWishOf({ key })?.kind)).toEqual(['undo', 'undo', 'restart', 'next']);
    expect(handWishOf({ key: 'z', control: true })).toEqual({ kind: 'undo' });
    expect(handWishOf({ key: 'r', control: true })).toBeUndefined();
    expect(handWishOf({ key: 'Enter' })).toBeUndefined();
  });
});

describe('swipeDirection', () => {
  it('tells four directions from a tap', () => {
    expect(
      [
        [40, 5],
        [-40, 5],
        [3, 40],
        [3, -40],
        [4, 4],
      ].map(([right, down]) => swipeDirection(right!, down!)),
    ).toEqual(['R', 'L', 'D', 'U', undefined]);
  });
});
