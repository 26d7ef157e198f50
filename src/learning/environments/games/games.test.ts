// One contract for every listed game of two (game.ts): whose rewards are whose, who sees what, and who plays right.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import type { Environment, EnvironmentSettings, PlayerId } from '../environment';
import { worldOf } from '../players';
import { winnerOf } from './connect-four/connect-four';
import { bestColumns } from './connect-four/search';
import type { GameAction, GameState } from './game';
import { games } from './index';
import { equilibrium, views } from './kuhn-poker/cards';
import { bestResponse, expected, exploitability, type KuhnPolicy } from './kuhn-poker/exploitability';
import { policyFrom } from './kuhn-poker/kuhn-poker';
import { pointsOf, prisonersDilemma } from './prisoners-dilemma/prisoners-dilemma';
import { worthOf } from './tic-tac-toe/tic-tac-toe';

const variants: Readonly<Record<string, readonly EnvironmentSettings[]>> = {
  'tic-tac-toe': [{ opening: 3 }],
  'connect-four': [{ columns: 6, opening: 2 }, { rows: 5 }],
  'prisoners-dilemma': [{ rounds: 1 }],
};
const mostMoves = 60;

describe.each(games.map((world) => [world.card.id, world] as const))('game %s', (id, world: Environment) => {
  const players = (world.card.players ?? []).map((player) => player.id);
  const [one = '', two = ''] = players;
  const worth = (player: PlayerId, state: unknown) => worldOf(world, player).team?.(state, state) ?? Number.NaN;
  const moverIn = (state: unknown) => players.find((player) => worldOf(world, player).legal(state).length > 0);
  const scripted = (player: PlayerId, script: string, state: unknown, random: () => number) =>
    world.players?.[player]?.script?.(script, state, random);
  /** Played by these scripts to the end, or as many moves. */
  const played = (start: unknown, script: (player: PlayerId) => string, seed: number, moves = mostMoves) => {
    const random = rngFrom('games', seed).number;
    let state = start;
    for (let ply = 0; ply < moves; ply++) {
      const mover = moverIn(state);
      if (mover === undefined) break;
      state = world.act(state, scripted(mover, script(mover), state, random), 1).state;
    }
    return state;
  };
  const anyStart = fc
    .tuple(fc.nat(2000), fc.constantFrom<EnvironmentSettings>({}, ...(variants[id] ?? [])))
    .map(([seed, settings]) => world.start(seed, settings));
  const anyState = fc
    .tuple(anyStart, fc.nat(12), fc.nat())
    .map(([start, moves, seed]) => played(start, () => 'random', seed, moves));

  it('R1: the same seed makes the same game, in a frozen state that survives JSON', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        expect(Object.isFrozen(state)).toBe(true);
      }),
    );
    expect(world.start(7, {})).toEqual(world.start(7, {}));
    expect(() => world.start(0, { nonsense: 1 })).toThrow('there is no setting "nonsense"');
    expect(() => world.start(-1, {})).toThrow('a world seed is a whole number');
  });

  it('Z1: terms are the mover’s own and lie in [0, 1]; in a zero-sum game they sum to 1, and giving up is the other’s gain', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const worths = players.map((player) => worth(player, state));
        for (const value of worths) expect(value >= 0 && value <= 1).toBe(true);
        if (world.card.stakes === 'zero-sum') expect(worths.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
        const mover = moverIn(state);
        if (mover === undefined) return;
        const { legal } = worldOf(world, mover);
        for (const action of legal(state)) {
          const outcome = world.act(state, action, 1);
          expect(outcome.terms).toEqual({ team: worth(mover, outcome.state), legal: 1, progress: 0 });
          expect(outcome.state).not.toEqual(state);
        }
        const quits = world.act(state, worldOf(world, mover).wording.read(''), 1);
        expect(quits).toMatchObject({ done: true, solved: false, terms: { legal: 0 } });
        const best = Math.max(...legal(state).map((action) => worth(mover, world.act(state, action, 1).state)));
        expect(quits.terms.team).toBeLessThanOrEqual(Math.max(best, quits.terms.team));
        expect(worth(mover, quits.state)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('only the mover moves, and every answer that is no move of the moment gives the game up', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom('Q', ' 0', 'z'), (state, junk) => {
        const mover = moverIn(state);
        for (const player of players) {
          const { wording } = worldOf(world, player);
          const outcome = world.act(state, wording.read(junk), 1);
          if (player === mover) expect((outcome.state as GameState<unknown>).gaveUp).toBeDefined();
          else expect(outcome.state).toEqual(state);
          for (const text of ['hello', 'UU', '? ']) expect(wording.read(text)).toBeUndefined();
        }
      }),
    );
  });

  it('nobody observes what is hidden from them', () => {
    let hidden = 0;
    fc.assert(
      fc.property(anyState, fc.constantFrom(...players), fc.nat(), (state, player, seed) => {
        const { picture, wording, legal, players: parts } = worldOf(world, player);
        const other = parts?.[player]?.alike?.(state, rngFrom('alike', seed).number) as typeof state;
        if (JSON.stringify(other) !== JSON.stringify(state)) hidden++;
        expect(wording.describe(other)).toBe(wording.describe(state));
        expect(picture(other)).toEqual(picture(state));
        expect(legal(other)).toEqual(legal(state));
      }),
    );
    expect(hidden > 0).toBe(!world.card.openInformation);
  });

  it('actions survive words and JSON, are one token’s worth, and are made by hand in different ways', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        for (const player of players) {
          const { wording, legal, byHand } = worldOf(world, player);
          const moves = legal(state);
          for (const action of moves) {
            expect(wording.read(wording.write(action))).toEqual(action);
            expect(wording.write(action).trim()).toHaveLength(1);
          }
          if (byHand?.kind === 'choose')
            expect(new Set(moves.map((move) => byHand.named(state, move))).size).toBe(moves.length);
          if (byHand?.kind === 'point')
            expect(new Set(moves.map((move) => JSON.stringify(byHand.pointing(state, move)))).size).toBe(moves.length);
        }
      }),
    );
  });

  it('a game ends, and no script plays what is not allowed', () => {
    for (let seed = 0; seed < 60; seed++) {
      const scripts = world.players?.[one]?.scripts ?? [];
      const script = scripts[seed % scripts.length] ?? 'random';
      const end = played(world.start(seed, {}), (player) => (player === one ? script : 'random'), seed);
      expect(world.solved(end), `${id} ${seed}`).toBe(true);
      expect(moverIn(end)).toBeUndefined();
    }
  });

  it('whoever plays best, from either side, gains no less on average than whoever plays at random', () => {
    const best = world.players?.[one]?.scripts?.[0] ?? 'random';
    const count = id === 'kuhn-poker' ? 240 : 40;
    const mean = (side: PlayerId) => {
      let [well, badly] = [0, 0];
      for (let seed = 0; seed < count; seed++) {
        const start = world.start(seed, {});
        well += worth(
          side,
          played(start, (player) => (player === side ? best : 'random'), seed),
        );
        badly += worth(
          side,
          played(start, () => 'random', seed),
        );
      }
      return [well / count, badly / count] as const;
    };
    if (world.card.stakes !== 'zero-sum') return;
    for (const side of [one, two]) {
      const [well, badly] = mean(side);
      expect(well).toBeGreaterThanOrEqual(badly);
    }
  });
});

describe('Kuhn poker', () => {
  const known: KuhnPolicy = (card, at) => ({ U: equilibrium(card, at), D: 1 - equilibrium(card, at) });
  const atRandom: KuhnPolicy = () => ({ U: 0.5, D: 0.5 });

  test('Z5: an equilibrium has exploitability 0 and the value −1/18, random play 11/24', () => {
    expect(exploitability(known)).toBeCloseTo(0, 12);
    expect(bestResponse(known, 0)).toBeCloseTo(-1 / 18, 12);
    expect(exploitability(atRandom)).toBeCloseTo(11 / 24, 12); // OpenSpiel: 0.4583
    expect(exploitability(() => ({ U: 1, D: 0 }))).toBeGreaterThan(0.3);
  });

  test('what is no legal move folds: a policy that says nothing loses its chip always', () => {
    const silent: KuhnPolicy = () => ({ U: 0, D: 0 });
    expect(expected({ cards: [3, 1], played: '' }, [silent, known], 0)).toBe(-1);
    expect(exploitability(silent)).toBe(1);
  });

  test('Z5: it is read off the probabilities of the twelve views, in their order', () => {
    expect(views).toHaveLength(12);
    const chances = views.map(({ card, played }) => [equilibrium(card, played), 1 - equilibrium(card, played)]);
    expect(exploitability(policyFrom(chances))).toBeCloseTo(0, 12);
  });
});

test('four in a row are found in every direction, and 5×4 is a draw when both play right', () => {
  const board = { columns: 5, rows: 4 };
  const win = (played: string) => winnerOf({ ...board, played });
  expect(win('1122334')).toBe(0); // a row
  expect(win('121212')).toBeUndefined();
  expect(win('1212121')).toBe(0); // a column
  expect(win('12233434454')).toBe(0); // a rising diagonal
  expect(win('51122334')).toBe(1);
  expect(win('5112233')).toBeUndefined();
  const solved = bestColumns(board, { own: 0, all: 0 });
  expect(solved.worth).toBeCloseTo(0, 12);
});

test('the dilemma pays what it says, and tit-for-tat returns what it met', () => {
  expect([pointsOf('U', 'U'), pointsOf('U', 'D'), pointsOf('D', 'U'), pointsOf('D', 'D')]).toEqual([3, 0, 5, 1]);
  const { row, column } = prisonersDilemma.players as NonNullable<typeof prisonersDilemma.players>;
  let state = prisonersDilemma.start(0, { rounds: 3 });
  for (let round = 0; round < 3; round++) {
    state = prisonersDilemma.act(state, { player: 'row', move: 'D' }, 1).state;
    const action = column?.script?.('tit-for-tat', state, () => 0) as GameAction;
    expect(action.move).toBe(round === 0 ? 'U' : 'D');
    state = prisonersDilemma.act(state, action, 1).state;
  }
  expect(row?.team?.(state, state)).toBeCloseTo((5 + 1 + 1) / 15, 12);
  expect(column?.team?.(state, state)).toBeCloseTo((0 + 1 + 1) / 15, 12);
});

test('tic-tac-toe is a draw, and minimax never loses to chance', () => {
  expect(worthOf('.........')).toBe(0);
  expect(worthOf('X...O....')).toBe(0);
  expect(worthOf('XO.......')).toBe(1);
});
